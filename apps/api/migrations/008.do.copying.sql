create type ledger.copy_status as enum ('active', 'paused', 'stopping', 'stopped');
create type ledger.stop_cause as enum ('client', 'stop_loss', 'trader_deleted');

create table ledger.trader (
  id uuid primary key,
  -- Whose own trades are the record; null where nobody's account is linked.
  client_id uuid references ledger.party_book,
  -- Name of the strategy where a program of the house trades.
  bot text,
  minimum_balance bigint not null check (minimum_balance >= 0),
  profit_share_bps integer not null check (profit_share_bps between 0 and 5000),
  listed boolean not null default true,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  check (bot is null or client_id is not null),
  check (listed = (deleted_at is null))
);
-- One account has one trader at a time.
create unique index trader_account on ledger.trader (client_id) where listed;

-- What is shown of a trader and what staff typed: text, outside the books.
create table app.trader_card (
  trader_id uuid primary key references ledger.trader,
  name text not null check (length(name) between 1 and 120),
  return_rate text not null check (length(return_rate) <= 60),
  followers text not null check (length(followers) <= 60),
  picture_file uuid references app.file
);
revoke delete, truncate on app.trader_card from clearbook_app;

create table ledger.copy (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  trader_id uuid not null references ledger.trader,
  lead_id uuid not null references ledger.party_book,
  bot boolean not null,
  allotment bigint not null check (allotment > 0),
  stop_loss bigint,
  copy_open boolean not null,
  profit_share_bps integer not null check (profit_share_bps between 0 and 5000),
  status ledger.copy_status not null,
  cause ledger.stop_cause,
  -- Kept by triggers (apps/api/sql/modules/copying.sql), in the transaction that moves the trades.
  held bigint not null default 0,
  result bigint not null default 0,
  high_water bigint not null default 0,
  shared bigint not null default 0 check (shared >= 0),
  -- The last month that was reckoned, by its first day.
  shared_month date,
  started_at timestamptz(3) not null,
  stopped_at timestamptz(3),
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  check (stop_loss > 0 and stop_loss <= allotment),
  check (client_id <> lead_id),
  check ((status = 'stopped') = (stopped_at is not null)),
  -- I17: what mirrored trades tie up is never more than the allotment and what they brought. Checked at every move, whoever makes it.
  constraint copy_exposure check (held >= 0 and held <= allotment + result)
);
create index copy_client on ledger.copy (client_id, id);
create unique index copy_one_each on ledger.copy (book, client_id, trader_id) where status <> 'stopped';
create index copy_running on ledger.copy (lead_id) where status <> 'stopped';
create index copy_trader on ledger.copy (trader_id);
alter table ledger.copy set (fillfactor=80);

-- What was taken of a copier's new highs, one row a month at most.
create table ledger.copy_share (
  book smallint not null,
  copy_id uuid not null,
  month date not null,
  amount bigint not null check (amount >= 0),
  high_before bigint not null,
  high_after bigint not null,
  at timestamptz(3) not null,
  primary key (book, copy_id, month),
  foreign key (book, copy_id) references ledger.copy,
  check (high_after >= high_before)
);

create table ledger.copy_skip (
  book smallint not null,
  copy_id uuid not null,
  lead_trade_id uuid not null,
  reason text not null,
  at timestamptz(3) not null,
  primary key (book, copy_id, lead_trade_id),
  foreign key (book, copy_id) references ledger.copy
);
create index copy_skip_newest on ledger.copy_skip (copy_id, at desc, lead_trade_id desc);

-- What waits to be mirrored, written in the transaction that causes it, so that neither a crash nor a lost message forgets it. In the order of
-- each trader's own commits, because a trader's commands lock the trader's row.
create table ledger.copy_task (
  number bigint primary key generated always as identity,
  kind text not null check (kind in ('open', 'close', 'start', 'stop')),
  lead_id uuid not null,
  -- The trader's trade and the fill that moved it.
  trade_id uuid,
  fill_id uuid,
  copy_id uuid,
  at timestamptz(3) not null
);

-- What was taken and is on its way to the trader: written in the copier's commit, never changed, and removed some time after it was paid. It belongs
-- to no client: the copier's side writes it, and the trader's reads it.
create table ledger.share_due (
  id uuid primary key,
  copy_id uuid not null,
  month date not null,
  lead_id uuid not null,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null
);
create index share_due_lead on ledger.share_due (lead_id);

-- What reached the trader, under the id that it was due by: once.
create table ledger.share_paid (
  book smallint not null,
  id uuid not null,
  copy_id uuid not null,
  month date not null,
  lead_id uuid not null,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null,
  primary key (book, id),
  foreign key (book, lead_id) references ledger.party
);

-- What the clearing account holds, and what is due out of it: the same at every moment, and nothing while nothing is under way.
create view ledger.clearing as
select -h.debit_balance as held,
  (select coalesce(sum(d.amount), 0) from ledger.share_due d where not exists (select from ledger.share_paid p join ledger.party_book k on k.id = d.lead_id and k.book = p.book where p.id = d.id)) as due
from ledger.house_account h where h.name = 'clearing';

-- From when the bots of a demo database have traded, and that their history is whole. No row without bots.
create table app.bots (
  the_only_row boolean primary key default true check (the_only_row),
  began_at timestamptz(3) not null,
  ready_at timestamptz(3)
);
revoke delete, truncate on app.bots from clearbook_app;
