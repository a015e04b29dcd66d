-- Version 2, text 2c31417c38c9.
-- An id that grows with time, as all of them do: version 7.
create or replace function app.new_id() returns uuid
language sql volatile set search_path = pg_catalog, pg_temp as
$$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

grant execute on function app.new_id() to clearbook_app;
