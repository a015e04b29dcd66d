-- Statements: where a client's balances stood after every so many of their entries, so that the balance beside any entry is found from a
-- few entries before it instead of all. Entries never change, so neither does a mark; ledger.mark_statement makes them.
create table ledger.statement_mark (
  client_id uuid not null,
  entry_number bigint not null,
  at timestamptz(3) not null,
  -- Total balance (cash, margin and what is being withdrawn) and free cash after that entry; all that ever raised the total, and all
  -- that ever lowered it, up to there.
  total bigint not null,
  cash bigint not null,
  added bigint not null,
  taken bigint not null,
  primary key (client_id, entry_number)
);

-- Manual corrections are few, and shown at the top.
create index entry_manual on ledger.entry (client_id, number) where event = 9;
