-- Version 1, text 8dca22d0fbb4.
-- G42: an approved proposal of a hold has its hold in the same commit.
create or replace function ledger.approved_done(p_rows jsonb, p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if exists (
    select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m join ledger.proposal q on q.id = (m ->> 'id')::uuid
    where m ->> 'status' = 'approved' and q.kind in ('place_hold', 'renew_hold') and not exists (
      select 1 from ledger.hold h where h.id = q.subject_id and h.client_id = q.client_id and h.set_at = p_at and h.ends_at = (q.act ->> 'endsAt')::timestamptz
        and (q.kind = 'renew_hold' or (h.code::text, h.reference) = (q.act ->> 'code', q.act ->> 'reference')))
  ) then
    raise exception 'ledger: a hold was approved and not placed' using errcode = 'CB084';
  end if;
end
$$;
