-- Version 4, text 1521868a0271.
-- What members of staff let go alone from a moment on, by client and UTC day, from the entries: deposits credited, payouts approved and
-- returned, loans approved, in whichever book. What came with an approved proposal is the word of two, and counts for neither of them.
create or replace function ledger.released_alone(p_staff uuid[], p_from timestamptz)
returns table (staff_id uuid, client_id uuid, day date, cents bigint)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  select e.actor_id, e.client_id, (e.at at time zone 'UTC')::date, abs(sum(p.amount)::bigint)
  from ledger.entry e, unnest(e.accounts, e.amounts) as p(account, amount)
  where e.book = any(ledger.books()) and e.actor_id = any(p_staff)
    and e.event in (@event.deposit_approved, @event.withdrawal_approved, @event.withdrawal_returned, @event.loan_approved) and e.at >= p_from and p.account = case e.event when @event.withdrawal_approved then @account.withdrawing else @account.cash end
    and not exists (select 1 from ledger.proposal o join ledger.proposed_commands() a on a.kind = o.kind and a.entry_names_it
      where o.subject_id = e.subject_id and o.status = 'approved' and a.event = e.event)
  group by e.book, e.number
$$;

grant execute on function ledger.released_alone(uuid[], timestamptz) to clearbook_app;
