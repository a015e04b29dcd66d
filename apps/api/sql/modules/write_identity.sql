-- Version 2, text 478242bf0a97.
-- Takes back an approval of identity documents. No money moves with it.
create or replace function ledger.write_identity(p_rows jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_row record;
begin
  for v_row in
    select x.*, exists (select 1 from ledger.proposal q
        where q.kind = 'decline_verification' and q.client_id = x.client_id and q.subject_id = x.submission and ledger.approved_now(q.id)) as by_two
    from jsonb_to_recordset(p_rows -> 'verifications_declined') as x(client_id uuid, submission uuid, reason text, declined_by uuid)
  loop
    -- I14: in live mode by two people.
    if not v_row.by_two and exists (select 1 from app.instance where mode = 'live') then
      raise exception 'ledger: an approval taken back by one person' using errcode = 'CB085';
    end if;
    update app.verification v set state = 'declined', decided_at = p_now, decided_by = v_row.declined_by
    from ledger.party s
    where v.user_id = v_row.client_id and v.submission = v_row.submission and v.state = 'approved' and s.id = v_row.declined_by and s.kind = 'staff' and s.id <> v_row.client_id;
    if not found then
      raise exception 'ledger: these documents are not approved' using errcode = 'CB086';
    end if;
    update app.verification_document set state = 'declined', reason = v_row.reason where user_id = v_row.client_id and replaced_at is null;
    update app.user set is_verified = false where id = v_row.client_id;
  end loop;
end
$$;
