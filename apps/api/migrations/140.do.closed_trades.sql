-- What the performance figures need of each closed trade (docs/spec/performance.md, PF15), worked out once: what has closed never changes. It follows from
-- trades, fills and quotes, is made when it is first read, and all rows of a client may be deleted at any time: the next reading makes them again. Nothing is
-- decided by it.
create table app.closed_trade (
  client_id uuid not null references ledger.party_book,
  closed_at timestamptz(3) not null,
  trade_id uuid not null,
  opened_at timestamptz(3) not null,
  symbol text not null,
  side ledger.side not null,
  -- In how many parts it was closed.
  parts integer not null check (parts > 0),
  -- With nights, dividends and the loss that we cover.
  result bigint not null,
  financed bigint not null,
  dividends bigint not null,
  covered bigint not null check (covered >= 0),
  -- The R multiple, in hundredths; null where there is none.
  r bigint,
  -- What the spread cost, in 10^-40 of a cent, and by how many of these at most that is too low.
  spread numeric not null,
  spread_off integer not null check (spread_off >= 0),
  primary key (client_id, closed_at, trade_id)
);

-- An order writes no row of it.
create index entry_paid on ledger.entry (client_id, at) where event in (7, 8, 10, 12, 16);
comment on index ledger.entry_paid is 'What an account paid beside its trades: fees, plans, interest and profit shares. Entries of trades are not in it.';
