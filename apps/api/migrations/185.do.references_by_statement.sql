-- RC10, asked once for all lines that are matched together: asked for each of them, a third of a day's import went into it.
drop trigger statement_match_erased on app.statement_match;
create or replace function app.clear_erased_reference() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app.statement_line l set reference = '' from (
    select m.line_id from added m join ledger.deposit d on d.book = any(ledger.books()) and d.id = m.record_id join app.erasure e on e.client_id = d.client_id where m.kind = 'deposit'
    union all select m.line_id from added m join ledger.withdrawal w on w.book = any(ledger.books()) and w.id = m.record_id join app.erasure e on e.client_id = w.client_id
    where m.kind in ('withdrawal', 'return')) x
  where l.id = x.line_id and l.reference <> '';
  return null;
end $$;
create trigger statement_match_erased after insert on app.statement_match referencing new table as added for each statement execute function app.clear_erased_reference();
