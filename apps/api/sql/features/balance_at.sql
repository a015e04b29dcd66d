-- Version 2, text 3246ec9a0a71.
-- A client's balances after their last entry up to a number and before a moment: from the last mark, and the few entries since. All that
-- raised the total balance by then is `added`, all that lowered it `taken`.
create or replace function ledger.balance_at(p_client uuid, p_number bigint, p_before timestamptz,
  out total bigint, out cash bigint, out added bigint, out taken bigint)
language sql stable set search_path = ledger, pg_temp as
$$
  with mark as materialized (
    select m.entry_number, m.total, m.cash, m.added, m.taken from ledger.statement_mark m
    where m.book = ledger.book_of(p_client) and m.client_id = p_client and m.entry_number <= p_number and m.at < p_before order by m.entry_number desc limit 1
  ), later as (
    select -coalesce(sum(p.amount), 0) as change, -coalesce(sum(p.amount) filter (where p.account = @account.cash), 0) as cash
    from ledger.entry e left join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account in (@account.cash, @account.margin, @account.withdrawing)
    where e.book = ledger.book_of(p_client) and e.client_id = p_client and e.number > coalesce((select entry_number from mark), 0) and e.number <= p_number and e.at < p_before
    group by e.book, e.number
  )
  select (coalesce(max(m.total), 0) + coalesce(sum(l.change), 0))::bigint, (coalesce(max(m.cash), 0) + coalesce(sum(l.cash), 0))::bigint,
    (coalesce(max(m.added), 0) + coalesce(sum(greatest(l.change, 0)), 0))::bigint, (coalesce(max(m.taken), 0) + coalesce(sum(greatest(-l.change, 0)), 0))::bigint
  from (values (1)) as one(row) left join mark m on true left join later l on true
$$;

grant execute on function ledger.balance_at(uuid, bigint, timestamptz) to clearbook_app;
