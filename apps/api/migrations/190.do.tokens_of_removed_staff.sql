-- A164: removing staff left their tokens as they were, and whoever was let in again since has had them back. Those that were made before their maker's access
-- last ended are revoked, in the name of whoever ended it.
with ended as (
  select p.subject_id as staff_id, max(p.decided_at) as ended_at, (array_agg(p.decided_by order by p.decided_at desc))[1] as ended_by
  from ledger.proposal p where p.kind = 'remove_staff' and p.status = 'approved' group by p.subject_id
), revoked as (
  update app.api_token t set revoked_at = now() from ended e
  where t.owner_id = e.staff_id and t.created_at <= e.ended_at and t.revoked_at is null
  returning t.id, e.ended_by
)
select ledger.record_audit(r.ended_by, 'token.revoke', 'api_token', r.id::text, null, '{"because": "access_ended"}', now()) from revoked r;
