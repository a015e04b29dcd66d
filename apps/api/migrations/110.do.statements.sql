-- What banks and chains say of our accounts (docs/spec/reconciliation.md). None of it moves money: it is compared with what the books say.
create table app.statement_file (
  id uuid primary key,
  method text not null check (method in ('bitcoin', 'ethereum', 'tether', 'bank', 'paypal', 'cashapp', 'gcash')),
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  format text not null check (format in ('csv', 'camt.053')),
  staff_id uuid not null references app."user",
  at timestamptz(3) not null,
  -- Lines in it, and those among them that an earlier file had.
  lines integer not null check (lines >= 0),
  known integer not null check (known between 0 and lines),
  constraint statement_file_once unique (method, sha256)
);
create index statement_file_newest on app.statement_file (at desc, id desc);

create table app.statement_line (
  id uuid primary key,
  file_id uuid not null references app.statement_file,
  method text not null,
  place integer not null check (place > 0),
  day date not null,
  -- Cents; of a coin, units of 1e-8. What came in is positive.
  amount bigint not null check (amount <> 0),
  -- As the bank wrote it. Cleared when the client whom it concerns is erased.
  reference text not null check (length(reference) <= 500),
  txid text check (txid ~ '^(0x)?[0-9a-f]{64}$'),
  output_index integer check (output_index >= 0),
  -- The bank's own name for it, and what tells it from others where it has none.
  bank_id text check (length(bank_id) between 1 and 200),
  likeness text not null
);
create unique index statement_line_bank_id on app.statement_line (method, bank_id) where bank_id is not null;
create unique index statement_line_likeness on app.statement_line (method, likeness) where bank_id is null;
create index statement_line_alike on app.statement_line (method, likeness);
create index statement_line_day on app.statement_line (day desc, id desc);
create index statement_line_file on app.statement_line (file_id);

-- Which line is which movement of the books; 'other' is none of a client's, as a bank's fee. One line, one movement.
create table app.statement_match (
  line_id uuid primary key references app.statement_line,
  kind text not null check (kind in ('deposit', 'withdrawal', 'return', 'other')),
  record_id uuid,
  how text not null check (how in ('txid', 'reference', 'amount', 'manual')),
  staff_id uuid references app."user",
  reason text check (length(reason) between 1 and 500),
  at timestamptz(3) not null,
  constraint statement_match_record check ((kind = 'other') = (record_id is null)),
  constraint statement_match_manual check ((how = 'manual') = (staff_id is not null) and (staff_id is null) = (reason is null))
);
create unique index statement_match_once on app.statement_match (kind, record_id) where record_id is not null;

-- What a statement says that an account holds at the end of a day, in cents: the last word for a day counts.
create table app.statement_balance (
  number bigint generated always as identity primary key,
  method text not null check (method in ('bitcoin', 'ethereum', 'tether', 'bank', 'paypal', 'cashapp', 'gcash')),
  day date not null,
  balance bigint not null,
  -- The file that it came with; null where it was typed in.
  file_id uuid references app.statement_file,
  staff_id uuid not null references app."user",
  at timestamptz(3) not null
);
create index statement_balance_day on app.statement_balance (method, day desc, number desc);

revoke update, delete, truncate on app.statement_file, app.statement_line, app.statement_balance from clearbook_app;
revoke update, truncate on app.statement_match from clearbook_app;

-- Whatever the server says: nobody whose role does not include it imports a statement or matches by hand.
create function app.check_statement() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.staff_id is not null and ledger.may(new.staff_id, case tg_table_name when 'statement_match' then 'reconciliation.match' else 'reconciliation.import' end) is not true then
    raise exception 'RC8: % may not do this', new.staff_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger statement_file_allowed before insert on app.statement_file for each row execute function app.check_statement();
create trigger statement_balance_allowed before insert on app.statement_balance for each row execute function app.check_statement();
create trigger statement_match_allowed before insert on app.statement_match for each row execute function app.check_statement();

-- Processes that serve this database, and how their jobs went. Each writes its own row.
create table app.process (
  id uuid primary key,
  host text not null check (length(host) <= 200),
  pid integer not null,
  version text not null check (length(version) <= 100),
  runtime text not null check (length(runtime) <= 100),
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- Bytes left where it keeps its files.
  free_bytes bigint,
  jobs jsonb not null
);
create index process_seen on app.process (seen_at);
