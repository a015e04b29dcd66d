-- Version 3, text 92861e829a2b.
-- The canonical bytes of what a leaf of the log is of (docs/spec/transparency.md, U5), by its type and what it is called there. Null where the row is gone.
create or replace function ledger.canonical_leaf(p_type smallint, p_row text) returns bytea
language plpgsql stable set search_path = ledger, pg_temp as
$$
begin
  return case p_type
    when 1 then ledger.canonical_entry(split_part(p_row, '/', 1)::smallint, split_part(p_row, '/', 2)::bigint)
    when 2 then ledger.canonical_audit(p_row::bigint)
    when 3 then ledger.canonical_signal(p_row::uuid)
    when 4 then ledger.canonical_change(p_row::bigint)
    when 5 then ledger.canonical_bar(split_part(p_row, '/', 1), split_part(p_row, '/', 2)::bigint)
    when 6 then ledger.canonical_liability(split_part(p_row, '/', 1)::date, split_part(p_row, '/', 2)::smallint)
    when 7 then ledger.canonical_fill(split_part(p_row, '/', 1)::smallint, split_part(p_row, '/', 2)::uuid, split_part(p_row, '/', 3)::uuid)
  end;
end
$$;

grant execute on function ledger.canonical_leaf(smallint, text) to clearbook_app;
