-- RC10: what a bank wrote of a client's payment is cleared where the client was erased before the line was imported or matched too. Erasing clears what is matched by then.
create function app.clear_erased_reference() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.statement_line l set reference = '' where l.id = new.line_id and l.reference <> '' and exists (
    select from app.erasure e where e.client_id in (
      select d.client_id from ledger.deposit d where d.book = any(ledger.books()) and d.id = new.record_id and new.kind = 'deposit'
      union all select w.client_id from ledger.withdrawal w where w.book = any(ledger.books()) and w.id = new.record_id and new.kind in ('withdrawal', 'return')));
  return null;
end $$;
create trigger statement_match_erased after insert on app.statement_match for each row when (new.record_id is not null) execute function app.clear_erased_reference();
-- And of payments that were matched after their client was erased.
update app.statement_line l set reference = '' from app.statement_match m
where m.line_id = l.id and l.reference <> '' and m.record_id in (
  select d.id from app.erasure e join ledger.deposit d on d.client_id = e.client_id union all
  select w.id from app.erasure e join ledger.withdrawal w on w.client_id = e.client_id);
