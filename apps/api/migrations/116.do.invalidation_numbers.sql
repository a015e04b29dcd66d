-- There is always a last row: a reader whose last row is gone knows that it has missed some.
insert into app.invalidation (wakes, body) values ('{}', '[]');

-- A trader's trade wakes the copy engine through an invalidation, like every other change.
create or replace function ledger.lead_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if exists (select 1 from ledger.copy c where c.lead_id = new.client_id and c.status <> 'stopped') then
    insert into ledger.copy_task (kind, lead_id, trade_id, fill_id, at)
    values (case when tg_op = 'INSERT' then 'open' else 'close' end, new.client_id, new.id,
      case when tg_op = 'INSERT' then new.id else new.exit_fill_id end, case when tg_op = 'INSERT' then new.opened_at else new.closed_at end);
    perform app.invalidate('[]', '{copies}');
  end if;
  return null;
end
$$;
