-- Version 2, text 374edba15513.
-- Marks where one client's balances stood after every 25th of their entries, from the last mark on. Called before a statement is read.
-- What it writes follows from the entries alone, so it may run at any time, in any process, twice at once, or never: without marks the
-- statement is only slower.
create or replace function ledger.mark_statement(p_client uuid) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  c_every constant int := 25;
  v_mark ledger.statement_mark;
  v_book smallint := ledger.book_of(p_client);
begin
  select * into v_mark from ledger.statement_mark where book = v_book and client_id = p_client order by entry_number desc limit 1;
  perform 1 from ledger.entry where book = v_book and client_id = p_client and number > coalesce(v_mark.entry_number, 0) order by number offset c_every - 1 limit 1;
  if not found then return; end if;

  insert into ledger.statement_mark (book, client_id, entry_number, at, total, cash, added, taken)
  select v_book, p_client, number, at, coalesce(v_mark.total, 0) + total, coalesce(v_mark.cash, 0) + cash, coalesce(v_mark.added, 0) + added,
    coalesce(v_mark.taken, 0) + taken
  from (
    select number, at, row_number() over w as position, sum(change) over w as total, sum(cash) over w as cash,
      sum(greatest(change, 0)) over w as added, sum(greatest(-change, 0)) over w as taken
    from (
      select e.number, e.at, -coalesce(sum(p.amount), 0) as change, -coalesce(sum(p.amount) filter (where p.account = @account.cash), 0) as cash
      from ledger.entry e left join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account in (@account.cash, @account.margin, @account.withdrawing)
      where e.book = v_book and e.client_id = p_client and e.number > coalesce(v_mark.entry_number, 0)
      group by e.book, e.number
    ) as one
    window w as (order by number)
  ) as running
  where position % c_every = 0
  on conflict do nothing;
end
$$;

grant execute on function ledger.mark_statement(uuid) to clearbook_app;
