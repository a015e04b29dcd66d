-- Trades, their fills, orders, nights and quotes are written as images from now on.
drop function if exists ledger.write_orders(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[], bigint[], bigint[]);
drop function if exists ledger.write_nights(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[]);
drop function if exists ledger.sums_by_subject(smallint[], uuid[], uuid[], uuid[], int[], smallint[], bigint[]);
delete from public.door where name in ('write_orders', 'write_nights', 'sums_by_subject');

-- An image sets every column: only one that moves the trade moves its copy.
drop trigger mirror_moved on ledger.trade;
create trigger mirror_moved after update on ledger.trade for each row
  when (new.copy_id is not null and (new.open_lots, new.collateral_left) is distinct from (old.open_lots, old.collateral_left)) execute function ledger.mirror_moved();
drop trigger lead_closed on ledger.trade;
create trigger lead_closed after update on ledger.trade for each row
  when (new.equity_at_open is not null and new.copy_id is null and new.open_lots <> old.open_lots) execute function ledger.lead_moved();
