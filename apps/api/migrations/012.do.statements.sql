-- Statements and notifications.

-- Where a client's balances stood after every so many of their entries, so that the balance beside any entry is found from a
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

-- When a client said that a payout never arrived, for its timeline.
alter table ledger.withdrawal add column not_received_at timestamptz(3);

-- What a person was told, in the app: one row for each of their mails, and for each trade. The words are made from `kind` (a mail template) and
-- `values` when they are read. Kept for a year.
create table app.notification (
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  values jsonb not null,
  subject_id uuid,
  at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (user_id, id)
);
create index notification_unread on app.notification (user_id, id) where read_at is null;
-- Rows come in the order of their time, so this is enough to find the old ones and costs a write next to nothing.
create index notification_age on app.notification using brin (at);

-- Who wants mails about their own doings (trades, paper money). Without a row: nobody does. Everything else is always mailed.
create table app.mail_preference (
  user_id uuid primary key references app.user (id),
  own_doings boolean not null default false
);
