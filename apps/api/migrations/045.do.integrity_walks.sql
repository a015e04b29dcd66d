-- How far the daily walk through the books has come, so that whichever process is next goes on from there (docs/spec/operations.md, O93).
alter table app.integrity_look add column walk jsonb;

-- When a finding was last seen: one that a whole walk did not see any more is gone.
alter table app.integrity_finding add column seen_at timestamptz(3);
update app.integrity_finding set seen_at = found_at;
alter table app.integrity_finding alter column seen_at set not null, alter column seen_at set default now();

-- What the entries up to a number come to, added up by the integrity job apart from the books' own totals (O94): of each client, and of each house account.
create table app.integrity_mark (
  book smallint primary key,
  upto bigint not null
);
comment on index app.integrity_mark_pkey is 'How far a book''s entries are added up.';
create table app.integrity_balance (
  party_id uuid primary key,
  cash numeric not null,
  margin numeric not null,
  withdrawing numeric not null,
  loan numeric not null
);
comment on index app.integrity_balance_pkey is 'What a client''s entries come to, compared with their balances every minute.';
create table app.integrity_account (
  account smallint primary key,
  amount numeric not null
);
comment on index app.integrity_account_pkey is 'What the entries of a house account come to.';

-- Rows of the last hour are found without reading the whole table. Such an index costs a write nothing: it has one entry for many pages.
create index trade_opened_lately on ledger.trade using brin (opened_at);
comment on index ledger.trade_opened_lately is 'Trades of the last hour, for the integrity job (checks of the log).';
create index closing_fill_lately on ledger.closing_fill using brin (at);
comment on index ledger.closing_fill_lately is 'Closings of the last hour, for the integrity job (checks of the log).';
create index quote_lately on ledger.quote using brin (received_time);
comment on index ledger.quote_lately is 'Quotes of the last hour, for the integrity job (checks of the log).';
create index audit_lately on ledger.audit using brin (at);
comment on index ledger.audit_lately is 'Staff actions of the last hour, for the integrity job (checks of the log).';
