-- What an account was worth at the end of each UTC day (docs/spec/performance.md, PF4). It follows from entries, fills and bars, is made when it is first
-- read, and may be deleted at any time: the next reading makes it again. Nothing is decided by it.
create table app.equity_day (
  client_id uuid not null references ledger.party_book,
  day date not null,
  -- The client's last entry of that day or before it.
  entry_number bigint not null,
  -- Cash, margin and what is being withdrawn, less what is owed.
  balance bigint not null,
  -- With what was held then at mid prices; null where a price is missing.
  value bigint,
  paid_in bigint not null check (paid_in >= 0),
  paid_out bigint not null check (paid_out >= 0),
  adjusted bigint not null,
  primary key (client_id, day)
);
