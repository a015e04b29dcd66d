-- Version 2, text 710718746893.
-- F34: nothing is paid out while a hold runs. One that this very batch lifted runs no more; one that it placed came after.
create or replace function ledger.check_payouts(p_rows jsonb, p_holds ledger.hold_image[], p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
begin
  if p_rows -> 'withdrawals_moved' is not null and exists (
    select 1 from jsonb_to_recordset(p_rows -> 'withdrawals_moved') as x(id uuid, from_status text, to_status text)
    join ledger.withdrawal w on w.id = x.id join ledger.hold h on h.client_id = w.client_id
    where x.from_status = 'pending' and x.to_status = 'approved' and h.lifted_at is null and h.ends_at > p_now
      and not exists (select 1 from unnest(p_holds) l where l.id = h.id and l.renewals = 0)
  ) then
    raise exception 'ledger: a payout while a hold runs' using errcode = 'CB080';
  end if;
end
$$;
