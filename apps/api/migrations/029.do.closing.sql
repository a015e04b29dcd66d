-- A close that a client asked for while there was no good price (docs/spec/trading.md, T36): how many lots, and since when.
alter table ledger.trade
  add column closing_lots bigint,
  add column closing_since timestamptz(3),
  add constraint trade_closing check ((closing_lots is null) = (closing_since is null) and (closing_lots is null or closing_lots between 1 and open_lots));
