-- Stop-limit orders, and orders that end at once or at a date (docs/spec/trading.md, T73 to T77). Values of these types are written as text here: what is
-- added in a transaction can't be used in it.
alter type ledger.order_type add value 'stop_limit';
alter type ledger.time_in_force add value 'gtd';
alter type ledger.time_in_force add value 'ioc';
alter type ledger.time_in_force add value 'fok';

alter table ledger.working_order
  -- When a stop-limit order's stop was reached, and by which quote: a limit order from then on.
  add column triggered_at timestamptz(3),
  add column trigger_quote_id text,
  drop constraint order_sound,
  add constraint order_sound check (lots > 0 and amount > 0 and coalesce(least(limit_price, stop_price), 0) > 0
    and case type::text when 'limit' then stop_price is null when 'stop' then limit_price is null else type::text = 'stop_limit' and num_nonnulls(limit_price, stop_price) = 2 end
    and coalesce(least(stop_loss, take_profit, trailing_distance), 1) > 0 and (time_in_force::text in ('day', 'gtd')) = (expires_at is not null)
    and (ended_at is not null or trade_id is null and reason is null and time_in_force::text not in ('ioc', 'fok'))
    and (triggered_at is null) = (trigger_quote_id is null) and (triggered_at is null or type::text = 'stop_limit'));

-- Orders end by the clock at the end of their day or at the date that their client named.
drop index ledger.order_day;
create index order_expiry on ledger.working_order (expires_at) where expires_at is not null and ended_at is null;
comment on index ledger.order_expiry is 'Day orders and those with a date by when they end, for the job that ends them.';

create or replace view ledger.market_order as
select book, id, client_id, id as trade_id, symbol, side, lots, collateral as amount, 'market'::ledger.order_type as type, 'filled'::ledger.order_status as status, opened_at as at,
  null::ledger.time_in_force as time_in_force, null::bigint as limit_price, null::bigint as stop_price, null::bigint as stop_loss, null::bigint as take_profit,
  null::bigint as trailing_distance, null::timestamptz(3) as expires_at, null::text as reason, null::timestamptz(3) as set_at, null::timestamptz(3) as ended_at, worst_price,
  null::timestamptz(3) as triggered_at
from ledger.trade where order_id is null;

create or replace view ledger.client_order as
select book, id, client_id, trade_id, symbol, side, lots, amount, type, status, at, time_in_force, limit_price, stop_price, stop_loss, take_profit, trailing_distance,
  expires_at, reason, set_at, ended_at, null::bigint as worst_price, triggered_at
from ledger.working_order
union all
select * from ledger.market_order;
