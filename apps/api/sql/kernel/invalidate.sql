-- Version 4, text a3d2855a0d3f.
-- Records with the caller's transaction that something changed. A NOTIFY inside a transaction would make commits wait for one another, so the process
-- sends it after the commit, and whoever misses it finds the row.
create or replace function app.invalidate(p_body text, p_wakes text[]) returns void
language plpgsql security definer set search_path = app, pg_temp as
$$
begin
  -- The transaction needs its id before it takes a number: readers rely on that to know when a missing number can't appear any more.
  perform pg_current_xact_id();
  insert into app.invalidation (wakes, body) values (p_wakes, p_body);
end
$$;

revoke execute on function app.invalidate(text, text[]) from public;
grant execute on function app.invalidate(text, text[]) to clearbook_app;
