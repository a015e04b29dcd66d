-- Version 2, text 269488d4d368.
-- Says with the caller's transaction that something changed. A batch of the ledger notifies nobody inside its commit, which would make commits
-- wait for one another: the process that sent it does so afterwards, and whoever misses that finds the row.
create or replace function app.invalidate(p_body text, p_wakes text[]) returns void
language plpgsql security definer set search_path = app, pg_temp as
$$
begin
  insert into app.invalidation (wakes, body) values (p_wakes, p_body);
  if current_setting('clearbook.batch', true) is distinct from 'on' then
    perform pg_notify('clearbook', '');
  end if;
end
$$;

revoke execute on function app.invalidate(text, text[]) from public;
grant execute on function app.invalidate(text, text[]) to clearbook_app;
