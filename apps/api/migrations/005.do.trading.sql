create type ledger.side as enum ('buy', 'sell');
create type ledger.trade_status as enum ('active', 'closed');
create type ledger.closed_by as enum ('client', 'stop', 'close_out', 'admin', 'copy', 'take_profit', 'trailing_stop');
create type ledger.order_type as enum ('market', 'limit', 'stop');
create type ledger.order_status as enum ('filled', 'working', 'cancelled', 'expired', 'rejected');
create type ledger.time_in_force as enum ('gtc', 'day');
create type ledger.fill_kind as enum ('open', 'close');

-- The quotes that fills and decisions used. Prices are integers in units of 1e-10 of the quote currency.
create table ledger.quote (
  book smallint not null,
  id text not null,
  symbol text not null,
  bid bigint not null,
  ask bigint not null,
  feed_bid bigint not null,
  feed_ask bigint not null,
  markup bigint not null,
  source text not null,
  source_time timestamptz(3) not null,
  received_time timestamptz(3) not null,
  primary key (book, id),
  constraint quote_sound check (bid > 0 and ask >= bid and feed_bid > 0 and feed_ask >= feed_bid and markup >= 0)
);
comment on index ledger.quote_pkey is 'A quote by its id: checked with every fill, and written once by whichever batch uses it first.';

-- What a second source said when a quote was made on which something was dealt.
create table ledger.quote_second (
  book smallint not null,
  quote_id text not null,
  source text not null,
  bid bigint not null,
  ask bigint not null,
  source_time timestamptz(3) not null,
  -- How far the quote's mid, before any mark-up, lay from this one's, in hundredths of a basis point.
  deviation bigint not null,
  primary key (book, quote_id),
  foreign key (book, quote_id) references ledger.quote,
  constraint quote_second_sound check (bid > 0 and ask >= bid)
);

create table ledger.trade (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null,
  open_lots bigint not null,
  collateral bigint not null,
  collateral_left bigint not null,
  required_margin bigint not null,
  required_margin_left bigint not null,
  leverage_hundredths integer not null,
  status ledger.trade_status not null,
  entry_price bigint not null,
  entry_quote_id text not null,
  opened_at timestamptz(3) not null,
  exit_price bigint,
  exit_quote_id text,
  closed_at timestamptz(3),
  closed_by ledger.closed_by,
  realised bigint not null default 0,
  -- The unrounded result so far, numerator and denominator, so that partial closes sum to the whole.
  realised_exact_num numeric not null default 0,
  realised_exact_den numeric not null default 1,
  shortfall bigint not null default 0,
  copy_id uuid,
  lead_trade_id uuid,
  equity_at_open bigint,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  -- The best closing price since the trailing stop was attached, as dealt to the client.
  trailing_peak bigint,
  -- Only quotes received from here on can set off its stop or target.
  protected_at timestamptz(3),
  -- Overnight financing that it paid, already out of collateral_left, and the last day in New York that was charged.
  financed bigint not null default 0,
  financed_through date,
  -- Tenths of its collateral that a notice of loss was sent for.
  loss_step smallint not null default 0,
  closing_lots bigint,
  closing_since timestamptz(3),
  -- Since when quotes count for a trailing stop: when it was set or its best price was seen, where that is not when its trade's stops were last changed (T25).
  trailing_since timestamptz(3),
  -- What nights cost is counted in millionths of a cent and carried forward; whole cents are taken from it.
  accrued bigint not null default 0,
  -- The order that had waited; null for a market order, which has its trade's id.
  order_id uuid,
  worst_price bigint check (worst_price > 0),
  entry_conversion_quote_id text,
  exit_conversion_quote_id text,
  exit_fill_id uuid,
  primary key (book, id),
  -- At most what the rounding of a half gives, and less only where nothing more was left to take.
  constraint financed_of_accrued check (accrued >= 0 and financed * 1000000 <= accrued + 500000),
  constraint trade_closing check ((closing_lots is null) = (closing_since is null) and (closing_lots is null or closing_lots between 1 and open_lots)),
  constraint trade_mirrors check ((copy_id is null) = (lead_trade_id is null)),
  constraint trade_protected check (coalesce(least(stop_loss, take_profit, trailing_distance, trailing_peak), 1) > 0
    and (trailing_distance is null) = (trailing_peak is null) and financed >= 0 and loss_step >= 0),
  -- The last line: nothing stays behind in a trade that has ended.
  constraint trade_sound check (lots > 0 and open_lots between 0 and lots and collateral_left between 0 and collateral and required_margin_left >= 0
    and required_margin > 0 and required_margin <= collateral and leverage_hundredths > 0 and shortfall >= 0
    and (status = 'closed') = (open_lots = 0) and (open_lots > 0 or (collateral_left = 0 and required_margin_left = 0)))
);
comment on index ledger.trade_pkey is 'One trade by its id: locked, checked and written by every batch, and shown by itself (findTrade).';
create index trade_client on ledger.trade (client_id, id);
comment on index ledger.trade_client is 'All trades of a client by their ids: the list of open and closed ones together, a client''s market orders (listOrders), and staff''s table for one person.';
-- Ids are version 7 and sort by time, so the key also serves every newest-first list.
create index trade_client_active on ledger.trade (client_id, id) where status = 'active';
comment on index ledger.trade_client_active is 'What a client has open: positions (listTrades), what the account is worth, and the engine that watches prices, client by client.';
create index trade_client_closed on ledger.trade (client_id, closed_at desc, id desc) where status = 'closed';
comment on index ledger.trade_client_closed is 'A client''s closed trades, newest first (listTrades), and a trader''s record.';
create index trade_copy on ledger.trade (copy_id, id) where copy_id is not null;
comment on index ledger.trade_copy is 'A copy''s trades, newest first (copies.query). Rows of copies alone are in it.';
create index trade_followers on ledger.trade (lead_trade_id) where lead_trade_id is not null and status = 'active';
comment on index ledger.trade_followers is 'Which open trades mirror one of a trader''s, when that one closes (findMirrored). Rows of copies alone are in it.';
-- A copy mirrors a trade once.
create unique index trade_mirror on ledger.trade (book, copy_id, lead_trade_id) where copy_id is not null;
comment on index ledger.trade_mirror is 'A rule, and no query: a trader''s trade is mirrored once in a copy. Rows of copies alone are in it.';
-- What a running copy has open, however much it has closed.
create index trade_mirrored_open on ledger.trade (copy_id) where copy_id is not null and status = 'active';
comment on index ledger.trade_mirrored_open is 'What a copy has open: its worth (copies.query) and whether it has ended (engine.query). Rows of copies alone are in it.';
alter table ledger.trade set (fillfactor=80);

-- Each change of an open trade's stop, target or trailing stop by its client (docs/spec/trading.md, T41). What they were when the trade was
-- opened is what the first change took the place of; a trailing stop that follows the price writes nothing here.
create table ledger.trade_amendment (
  book smallint not null,
  number bigint generated always as identity,
  trade_id uuid not null,
  at timestamptz(3) not null,
  stop_loss_before bigint,
  take_profit_before bigint,
  trailing_distance_before bigint,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  primary key (book, number),
  foreign key (book, trade_id) references ledger.trade,
  constraint amendment_changes check (
    (stop_loss, take_profit, trailing_distance) is distinct from (stop_loss_before, take_profit_before, trailing_distance_before))
);
create index trade_amendment_trade on ledger.trade_amendment (trade_id, number);

create table ledger.working_order (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  trade_id uuid,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null,
  amount bigint not null,
  type ledger.order_type not null,
  status ledger.order_status not null,
  at timestamptz(3) not null,
  time_in_force ledger.time_in_force not null,
  limit_price bigint,
  stop_price bigint,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  expires_at timestamptz(3),
  reason text,
  set_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (book, id),
  constraint order_sound check (lots > 0 and amount > 0 and (limit_price is null) <> (stop_price is null) and coalesce(limit_price, stop_price) > 0
    and coalesce(least(stop_loss, take_profit, trailing_distance), 1) > 0 and (time_in_force = 'day') = (expires_at is not null)
    and (ended_at is not null or trade_id is null and reason is null))
);
comment on index ledger.working_order_pkey is 'One order by its id: amended, cancelled and filled while it waits.';
create index order_client on ledger.working_order (client_id, id);
comment on index ledger.order_client is 'A client''s orders that waited, newest first (listOrders).';
create index order_day on ledger.working_order (expires_at) where time_in_force = 'day' and ended_at is null;
comment on index ledger.order_day is 'Day orders by when they end, for the job that ends them.';
-- What waits, for the engine that watches prices and for a client's own list; and all that a client ever had waiting, newest first.
create index order_working on ledger.working_order (client_id, id) where ended_at is null;
comment on index ledger.order_working is 'What waits for its price, client by client: the engine that watches prices, and the most a client may have waiting.';

create table ledger.closing_fill (
  book smallint not null,
  id uuid not null,
  trade_id uuid not null,
  client_id uuid not null,
  side ledger.side not null,
  lots bigint not null,
  price bigint not null,
  quote_id text not null,
  conversion_quote_id text,
  realised bigint not null,
  at timestamptz(3) not null,
  primary key (book, trade_id, id)
);
comment on index ledger.closing_fill_pkey is 'What closed a trade, part by part: what that brought, and the proof of its price.';

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

-- One row a trade a night, with the quotes that its worth was reckoned from.
create table ledger.financing (
  book smallint not null,
  trade_id uuid not null,
  day date not null,
  client_id uuid not null,
  -- What was open of it, in hundredths of a lot, and what that cost.
  lots bigint not null check (lots > 0),
  amount bigint not null check (amount >= 0),
  quote_id text not null,
  conversion_quote_id text,
  at timestamptz(3) not null,
  cost bigint check (cost >= 0),
  primary key (book, trade_id, day),
  foreign key (book, trade_id) references ledger.trade
);

-- What a client has open, summed by instrument and side: what their own daily limit, a borrower's margin and a trader's worth are decided by, without
-- reading every trade. Kept by commit_batch, which moves it with the trades themselves.
create table ledger.exposure (
  book smallint not null,
  client_id uuid not null,
  symbol text not null,
  side ledger.side not null,
  trades integer not null check (trades >= 0),
  -- Hundredths of a lot; the same times each entry price; and the margin that they still need.
  lots bigint not null check (lots >= 0),
  value numeric not null check (value >= (0)::numeric),
  required bigint not null check (required >= 0),
  primary key (book, client_id, symbol, side)
);
comment on index ledger.exposure_pkey is 'What a client has open of an instrument and a side, summed: moved by every open and close, and read for limits and margins.';
alter table ledger.exposure set (fillfactor=70);

-- Until when every quote has been looked at and what it set off is decided (docs/spec/watch.md, W16): one row, moved on by ledger.advance_watch alone.
create table ledger.watch (
  id boolean primary key default true check (id),
  until timestamptz(3)
);
insert into ledger.watch default values;

-- From when to when nobody watched live prices (docs/spec/watch.md, W20). Written by ledger.note_unwatched alone, and kept.
create table ledger.unwatched (
  number bigint primary key generated always as identity,
  began_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  constraint unwatched_forward check (ended_at > began_at)
);

-- Recorded prices: one-minute bars of live feeds, an hour of one instrument a row. A minute is packed (packages/domain/src/market/tape.ts) and appended by
-- ledger.record_bars alone; nothing that was recorded is ever changed. Simulated and replayed prices are not recorded: their feeds are pure functions of time.
create table ledger.bar_hour (
  symbol text not null,
  hour timestamptz(3) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  -- The hour so far, mids in units of 1e-10.
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  -- Minute of the last bar in it.
  last_minute smallint not null check (last_minute between 0 and 59),
  bars bytea not null,
  primary key (symbol, hour),
  constraint bar_hour_sound check (low > 0 and low <= open and low <= close and high >= open and high >= close)
);
alter table ledger.bar_hour set (fillfactor=95);

create type ledger.limit_kind as enum ('daily_loss', 'deposit_day', 'deposit_week', 'deposit_month');
create type ledger.time_out_kind as enum ('time_out', 'self_exclusion');

-- One row a limit that a client ever set, as it is now; how it came about is in the audit log. Null amounts are no limit.
create table ledger.client_limit (
  book smallint not null,
  client_id uuid not null,
  kind ledger.limit_kind not null,
  amount bigint,
  -- A looser limit, or none, and when it takes the place of the present one.
  next_amount bigint,
  next_at timestamptz(3),
  set_at timestamptz(3) not null,
  primary key (book, client_id, kind),
  foreign key (book, client_id) references ledger.party,
  constraint client_limit_sound check ((amount is null or amount between 100 and 1000000000) and (next_amount is null or next_amount between 100 and 1000000000)
    and (next_at is not null or next_amount is null)

    and (next_at is null or amount is not null and (next_amount is null or next_amount > amount)))
);

create table ledger.time_out (
  book smallint not null,
  client_id uuid not null,
  kind ledger.time_out_kind not null,
  started_at timestamptz(3) not null,
  until timestamptz(3) not null,
  -- A self-exclusion whose time is over goes on until the client has asked to come back and a day has passed.
  return_at timestamptz(3),
  primary key (book, client_id),
  foreign key (book, client_id) references ledger.party,
  constraint time_out_sound check (until > started_at and (return_at is null or kind = 'self_exclusion' and return_at > until))
);

-- Results that staff wrote down by hand. `id` is the subject of the adjustment that carries the money. With a trade: what was added when staff
-- closed it. Without one: a trade of its own, which no quote stands behind and no performance figure counts.
create table ledger.manual_trade (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  trade_id uuid,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null check (lots > 0),
  -- For the client, in cents: a loss is negative. What is added to a trade never is.
  amount bigint not null,
  at timestamptz(3) not null,
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  foreign key (book, trade_id) references ledger.trade,
  check (amount <> 0 and (trade_id is null or amount > 0))
);
create index manual_trade_client on ledger.manual_trade (client_id, at desc, id desc) where trade_id is null;
create unique index manual_trade_of on ledger.manual_trade (book, trade_id) where trade_id is not null;

-- Which assets a client keeps an eye on, in their own order.
create table app.watchlist (
  client_id uuid primary key references app."user",
  symbols text[] not null check (cardinality(symbols) <= 100)
);

-- How a client's charts look, and what the client drew over each symbol. Nothing here holds money; erase_person clears both by `user_id`.
create table app.chart_choice (
  user_id uuid primary key references app."user",
  choice jsonb not null check (pg_column_size(choice) <= 8192),
  updated_at timestamptz(3) not null
);

-- One row a client and symbol; a symbol without drawings has no row.
create table app.chart_drawings (
  user_id uuid not null references app."user",
  symbol text not null check (length(symbol) between 1 and 10),
  drawings jsonb not null check (jsonb_typeof(drawings) = 'array' and jsonb_array_length(drawings) between 1 and 100 and pg_column_size(drawings) <= 131072),
  updated_at timestamptz(3) not null,
  primary key (user_id, symbol)
);
