-- Version 1, text 584567599d83.
-- Packages that a batch names, by noun. They never change, so nothing is locked. Null where the batch names none.
create or replace function ledger.open_plans(p_more jsonb) returns jsonb
language sql set search_path = ledger, pg_temp as
$$
  select jsonb_build_object('packages', (
    select jsonb_agg(jsonb_build_object('id', id, 'name', name, 'price', price::text, 'markup', markup, 'leverageCeiling', leverage_ceiling, 'features', features))
    from ledger.package where id in (select jsonb_array_elements_text(p_more -> 'packages'))))
  where p_more -> 'packages' is not null
$$;
