-- Version 1, text 7b376ce35a6d.
-- Every quote up to here has been looked at, and what it set off is decided. Never back: a trigger's quote is judged by it (T22).
create or replace function ledger.advance_watch(p_until timestamptz) returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  update ledger.watch set until = p_until where until is null or until < p_until;
$$;
grant execute on function ledger.advance_watch(timestamptz) to clearbook_app;
