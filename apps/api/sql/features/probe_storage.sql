-- Version 1, text c806ff5164f7.
-- Whether the database still takes writes: writes most of a page, which needs new space, and takes it back. Throws what a real write would.
create or replace function app.probe_storage() returns void
language plpgsql security definer set search_path = app, pg_temp as
$$
begin
  insert into app.storage_probe (padding) values (repeat('x', 7000));
  raise sqlstate 'CB001';
exception
  when sqlstate 'CB001' then null;
end
$$;

revoke execute on function app.probe_storage() from public;
grant execute on function app.probe_storage() to clearbook_app;
