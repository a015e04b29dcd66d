-- Version 1, text e6c16ec66f58.
-- Says with the caller's transaction that something changed. A batch of the ledger notifies nobody inside its commit, which would make commits
-- wait for one another: the process that sent it does so afterwards, and whoever misses that finds the row.
create or replace function app.announce(p_body text, p_wakes text[]) returns void
language plpgsql security definer set search_path = app, pg_temp as
$$
begin
  insert into app.change (wakes, body) values (p_wakes, p_body);
  if current_setting('clearbook.batch', true) is distinct from 'on' then
    perform pg_notify('clearbook', '');
  end if;
end
$$;

revoke execute on function app.announce(text, text[]) from public;
grant execute on function app.announce(text, text[]) to clearbook_app;
