-- At which margin levels, in percent, a client wants to be told (docs/spec/actions.md, J11).
create table ledger.margin_call (
  book smallint not null,
  client_id uuid not null,
  levels jsonb not null,
  set_at timestamptz(3) not null,
  primary key (book, client_id),
  foreign key (book, client_id) references ledger.party
);
comment on index ledger.margin_call_pkey is 'The levels of one client: locked and read by what tells of them, and written by the client.';
create index margin_call_set on ledger.margin_call (set_at);
comment on index ledger.margin_call_set is 'Levels that were set of late, for the engine that watches prices (readCalls).';

-- The lowest of them that a position has reached and not left since; 1001 is above all, null where none was looked at yet.
alter table ledger.trade add column called_level smallint, add column called_since timestamptz(3),
  add constraint trade_called check (called_level between 51 and 1001 and called_since is not null or num_nonnulls(called_level, called_since) = 0);
