-- What a client wrote about their own trades (docs/spec/performance.md, PF12): personal text, which is no part of the books and goes with the account.
create table app.trade_note (
  client_id uuid not null references ledger.party_book,
  trade_id uuid not null,
  note text check (length(note) between 1 and 2000),
  tags text[] not null check (cardinality(tags) <= 10),
  updated_at timestamptz(3) not null,
  primary key (client_id, trade_id),
  constraint trade_note_says check (note is not null or cardinality(tags) > 0)
);
