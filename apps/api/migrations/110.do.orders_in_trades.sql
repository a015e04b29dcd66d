-- A market order, the fill that opened a trade and the last one that closed a part of it are columns of the trade (docs/adr/0015). What remains by
-- itself: orders that wait for their price, and the fills of closings, which the database writes as trades change. `ledger.client_order` and
-- `ledger.fill` show all of them as before.
alter table ledger.trade
  -- The order that had waited; null for a market order, which has its trade's id.
  add column order_id uuid,
  add column worst_price bigint check (worst_price > 0),
  add column entry_conversion_quote_id text,
  add column exit_conversion_quote_id text,
  add column exit_fill_id uuid;

update ledger.trade t set entry_conversion_quote_id = f.conversion_quote_id, worst_price = o.worst_price,
  order_id = case when o.time_in_force is not null then o.id end
from ledger.fill f join ledger.client_order o on o.book = f.book and o.id = f.order_id where f.book = t.book and f.trade_id = t.id and f.kind = 'open';
update ledger.trade t set exit_fill_id = f.id, exit_conversion_quote_id = f.conversion_quote_id
from (select distinct on (trade_id) trade_id, id, conversion_quote_id from ledger.fill where kind = 'close' order by trade_id, id desc) f where f.trade_id = t.id;

-- The types of images, and with them the functions that took them.
drop type if exists ledger.market_order_image, ledger.client_order_image, ledger.fill_image cascade;
drop function if exists ledger.read_client_order(uuid[]);

delete from ledger.fill where kind = 'open';
alter table ledger.fill rename to closing_fill;
alter table ledger.closing_fill drop column order_id, drop column kind, alter column realised set not null;
alter index ledger.fill_pkey rename to closing_fill_pkey;
comment on index ledger.closing_fill_pkey is 'What closed a trade, part by part: what that brought, and the proof of its price.';

delete from ledger.client_order where time_in_force is null;
alter table ledger.client_order rename to working_order;
alter index ledger.client_order_pkey rename to working_order_pkey;
drop index ledger.order_working;
alter table ledger.working_order drop column worst_price, drop constraint order_sound,
  alter column time_in_force set not null, alter column set_at set not null,
  add constraint order_sound check (lots > 0 and amount > 0 and (limit_price is null) <> (stop_price is null) and coalesce(limit_price, stop_price) > 0
    and coalesce(least(stop_loss, take_profit, trailing_distance), 1) > 0 and (time_in_force = 'day') = (expires_at is not null)
    and (ended_at is not null or trade_id is null and reason is null));
create index order_working on ledger.working_order (client_id, id) where ended_at is null;
comment on index ledger.working_order_pkey is 'One order by its id: amended, cancelled and filled while it waits.';
comment on index ledger.order_client is 'A client''s orders that waited, newest first (listOrders).';
comment on index ledger.order_working is 'What waits for its price, client by client: the engine that watches prices, and the most a client may have waiting.';
comment on index ledger.order_day is 'Day orders by when they end, for the job that ends them.';
comment on index ledger.trade_client is 'All trades of a client by their ids: the list of open and closed ones together, a client''s market orders (listOrders), and staff''s table for one person.';

-- By itself for lists: the planner reads a view in the order of an index, and no part of a union that has a condition.
create view ledger.market_order as
select book, id, client_id, id as trade_id, symbol, side, lots, collateral as amount, 'market'::ledger.order_type as type, 'filled'::ledger.order_status as status, opened_at as at,
  null::ledger.time_in_force as time_in_force, null::bigint as limit_price, null::bigint as stop_price, null::bigint as stop_loss, null::bigint as take_profit,
  null::bigint as trailing_distance, null::timestamptz(3) as expires_at, null::text as reason, null::timestamptz(3) as set_at, null::timestamptz(3) as ended_at, worst_price
from ledger.trade where order_id is null;

create view ledger.client_order as
select book, id, client_id, trade_id, symbol, side, lots, amount, type, status, at, time_in_force, limit_price, stop_price, stop_loss, take_profit, trailing_distance,
  expires_at, reason, set_at, ended_at, null::bigint as worst_price
from ledger.working_order
union all
select * from ledger.market_order;

create view ledger.fill as
select book, id, trade_id, null::uuid as order_id, client_id, 'close'::ledger.fill_kind as kind, side, lots, price, quote_id, conversion_quote_id, realised, at
from ledger.closing_fill
union all
select book, id, id, coalesce(order_id, id), client_id, 'open', side, lots, entry_price, entry_quote_id, entry_conversion_quote_id, null, opened_at
from ledger.trade;
