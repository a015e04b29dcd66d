-- Version 1, text 1a18a3d9619f.
-- Prices are watched again: where nobody did for longer than this, from when to when is kept. Null where nobody needs to be told, or somebody else has noted it.
create or replace function ledger.note_unwatched(p_until timestamptz, p_longer_than interval) returns timestamptz
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_from timestamptz;
begin
  select until into v_from from ledger.watch for update;
  if v_from is null or p_until <= v_from + p_longer_than then
    return null;
  end if;
  insert into ledger.unwatched (began_at, ended_at) values (v_from, p_until);
  update ledger.watch set until = p_until;
  return v_from;
end
$$;
grant execute on function ledger.note_unwatched(timestamptz, interval) to clearbook_app;
