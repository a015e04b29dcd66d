-- Each change of an open trade's stop, target or trailing stop by its client (docs/spec/trading.md, T41). What they were when the trade was
-- opened is what the first change took the place of; a trailing stop that follows the price writes nothing here.
create table ledger.trade_amendment (
  number bigint generated always as identity primary key,
  trade_id uuid not null references ledger.trade,
  at timestamptz(3) not null,
  stop_loss_before bigint,
  take_profit_before bigint,
  trailing_distance_before bigint,
  stop_loss bigint,
  take_profit bigint,
  trailing_distance bigint,
  constraint amendment_changes check (
    (stop_loss, take_profit, trailing_distance) is distinct from (stop_loss_before, take_profit_before, trailing_distance_before))
);
create index trade_amendment_trade on ledger.trade_amendment (trade_id, number);
