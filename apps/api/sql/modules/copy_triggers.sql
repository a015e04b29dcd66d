-- Version 3, text 010b7c2bf1f2.
-- A trader's own trade moved, by the fill that opened it, which has its id, or by the one that closed a part of it: their copiers, in whichever book, have
-- something to do. Only trades that keep the opener's equity and mirror nothing can be
-- mirrored, so nobody else's pay for this.
create or replace function ledger.lead_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if exists (select 1 from ledger.copy c where c.book = any(ledger.books()) and c.lead_id = new.client_id and c.status <> 'stopped') then
    insert into ledger.copy_task (kind, lead_id, trade_id, fill_id, at)
    values (case when tg_op = 'INSERT' then 'open' else 'close' end, new.client_id, new.id,
      case when tg_op = 'INSERT' then new.id else new.exit_fill_id end, case when tg_op = 'INSERT' then new.opened_at else new.closed_at end);
    perform app.invalidate('[]', '{copies}');
  end if;
  return null;
end
$$;

-- A mirrored trade: it is the copier's share of one of the trader's own, on the same side, and no larger than the ratio allows. The trader may be in another
-- book: what is read of their trade never changes.
create or replace function ledger.mirror_opened() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left
  from ledger.trade l
  where c.book = new.book and c.id = new.copy_id and c.client_id = new.client_id and c.status = 'active'
    and l.book = ledger.book_of(c.lead_id) and l.id = new.lead_trade_id and l.client_id = c.lead_id
    and l.copy_id is null and l.symbol = new.symbol and l.side = new.side
    and l.equity_at_open > 0 and new.lots <= div(l.lots::numeric * c.allotment, l.equity_at_open);
  if not found then
    raise exception 'ledger: a trade that mirrors nothing it may mirror' using errcode = 'CB030';
  end if;
  return null;
end
$$;

-- What a mirrored trade pays for its nights is out of what the copy holds and out of what it brought.
create or replace function ledger.mirror_moved() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  update ledger.copy c set held = c.held + new.collateral_left - old.collateral_left,
    result = c.result + new.realised - old.realised + new.shortfall - old.shortfall - new.financed + old.financed
  where c.book = new.book and c.id = new.copy_id and c.status <> 'stopped';
  return null;
end
$$;
