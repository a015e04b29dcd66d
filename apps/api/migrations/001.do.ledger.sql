-- The books. Everything in schema `ledger` is written by the functions in apps/api/sql and by nothing else: the server's role may read these tables and
-- execute what is granted to it by name, and every other privilege is withheld.
create schema ledger;
create schema app;
grant usage on schema ledger, app to clearbook_app;
alter default privileges in schema ledger grant select on tables to clearbook_app;
alter default privileges in schema app grant select, insert, update, delete on tables to clearbook_app;
-- PostgreSQL lets everybody execute a new function; here only what is granted by name may be executed.
alter default privileges revoke execute on functions from public;

-- Closed lists are types: the input is checked where a value is read, at no cost to a write. A CHECK is read again from the catalogue by
-- every statement that writes its table, so the busy tables have one each.

create type ledger.party_kind as enum ('client', 'staff');
create type ledger.party_status as enum ('active', 'suspended', 'closed');

-- Which text of each function of apps/api/sql the database has.
create table public.ledger_function (
  name text primary key,
  sha256 text not null,
  version int not null default 0,
  at timestamptz not null default now()
);
grant select on public.ledger_function to clearbook_app;

-- PostgreSQL's own sum of bigints is reckoned in numeric, at several times the cost. Beyond a bigint this one is an error.
create aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

create table ledger.account_kind (
  code smallint primary key,
  name text not null unique,
  normal_side char(1) not null check (normal_side in ('D', 'C')),
  owner text not null check (owner in ('client', 'house'))
);
insert into ledger.account_kind (code, name, normal_side, owner) values
  (1, 'cash', 'C', 'client'),
  (2, 'margin', 'C', 'client'),
  (3, 'withdrawing', 'C', 'client'),
  (4, 'loan', 'D', 'client'),
  (10, 'custody:bitcoin', 'D', 'house'),
  (11, 'custody:ethereum', 'D', 'house'),
  (12, 'custody:tether', 'D', 'house'),
  (13, 'custody:bank', 'D', 'house'),
  (14, 'custody:paypal', 'D', 'house'),
  (15, 'custody:cashapp', 'D', 'house'),
  (16, 'custody:gcash', 'D', 'house'),
  (17, 'custody:paper', 'D', 'house'),
  (20, 'trading', 'C', 'house'),
  (21, 'capital', 'C', 'house'),
  (22, 'financing', 'C', 'house'),
  (23, 'shortfall', 'C', 'house'),
  (24, 'credit_loss', 'C', 'house'),
  (25, 'fees', 'C', 'house'),
  (26, 'plans', 'C', 'house'),
  (27, 'interest', 'C', 'house'),
  (28, 'adjustments', 'C', 'house'),
  (29, 'rounding', 'C', 'house'),
  (30, 'clearing', 'C', 'house');

-- Which events exist, which row each one must move in the same call, and from where to where.
create table ledger.event_rule (
  code smallint primary key,
  name text not null unique,
  subject text check (subject in ('deposit', 'withdrawal', 'trade_opened', 'trade_closed', 'purchase', 'loan', 'copy', 'trade_financed')),
  to_status text,
  demo_only boolean not null default false
);
insert into ledger.event_rule (code, name, subject, to_status, demo_only) values
  (1, 'deposit_approved', 'deposit', 'approved', false),
  (2, 'demo_top_up', null, null, true),
  (3, 'trade_opened', 'trade_opened', null, false),
  (4, 'trade_closed', 'trade_closed', null, false),
  (5, 'withdrawal_requested', 'withdrawal', null, false),
  (6, 'withdrawal_released', 'withdrawal', null, false),
  (7, 'withdrawal_approved', 'withdrawal', 'approved', false),
  (8, 'withdrawal_returned', 'withdrawal', 'returned', false),
  (9, 'adjustment', null, null, false),
  (10, 'plan_bought', 'purchase', null, false),
  (11, 'loan_approved', 'loan', 'approved', false),
  (12, 'loan_interest', 'loan', null, false),
  (13, 'loan_repaid', 'loan', null, false),
  (14, 'loan_written_off', 'loan', null, false),
  (15, 'capital_granted', null, null, true),
  (16, 'profit_share', 'copy', null, false),
  (17, 'overnight_financing', 'trade_financed', null, false);

-- The posting table of the product, as data: an event may touch these accounts on these sides and no others.

-- The posting table of the product, as data: an event may touch these accounts on these sides and no others.
create table ledger.posting_rule (
  event smallint not null references ledger.event_rule,
  account smallint not null references ledger.account_kind,
  side char(1) not null check (side in ('D', 'C')),
  primary key (event, account, side)
);
insert into ledger.posting_rule (event, account, side)
select e.code, a.code, r.side
from (values
  ('deposit_approved', 'custody:bitcoin', 'D'), ('deposit_approved', 'custody:ethereum', 'D'), ('deposit_approved', 'custody:tether', 'D'),
  ('deposit_approved', 'cash', 'C'),
  ('demo_top_up', 'custody:paper', 'D'), ('demo_top_up', 'cash', 'C'),
  ('trade_opened', 'cash', 'D'), ('trade_opened', 'margin', 'C'),
  ('trade_closed', 'margin', 'D'), ('trade_closed', 'trading', 'D'), ('trade_closed', 'shortfall', 'D'),
  ('trade_closed', 'cash', 'C'), ('trade_closed', 'trading', 'C'),
  ('withdrawal_requested', 'cash', 'D'), ('withdrawal_requested', 'withdrawing', 'C'),
  ('withdrawal_released', 'withdrawing', 'D'), ('withdrawal_released', 'cash', 'C'),
  ('withdrawal_approved', 'withdrawing', 'D'), ('withdrawal_approved', 'custody:bitcoin', 'C'), ('withdrawal_approved', 'custody:ethereum', 'C'),
  ('withdrawal_approved', 'custody:tether', 'C'), ('withdrawal_approved', 'custody:bank', 'C'), ('withdrawal_approved', 'custody:paypal', 'C'),
  ('withdrawal_approved', 'custody:cashapp', 'C'), ('withdrawal_approved', 'custody:gcash', 'C'), ('withdrawal_approved', 'fees', 'C'),
  ('withdrawal_returned', 'custody:bitcoin', 'D'), ('withdrawal_returned', 'custody:ethereum', 'D'), ('withdrawal_returned', 'custody:tether', 'D'),
  ('withdrawal_returned', 'custody:bank', 'D'), ('withdrawal_returned', 'custody:paypal', 'D'), ('withdrawal_returned', 'custody:cashapp', 'D'),
  ('withdrawal_returned', 'custody:gcash', 'D'), ('withdrawal_returned', 'fees', 'D'), ('withdrawal_returned', 'cash', 'C'),
  ('adjustment', 'cash', 'D'), ('adjustment', 'adjustments', 'D'), ('adjustment', 'cash', 'C'),
  ('adjustment', 'adjustments', 'C'),
  ('plan_bought', 'cash', 'D'), ('plan_bought', 'plans', 'C'),
  ('loan_approved', 'loan', 'D'), ('loan_approved', 'cash', 'C'),
  ('loan_interest', 'loan', 'D'), ('loan_interest', 'interest', 'C'),
  ('loan_repaid', 'cash', 'D'), ('loan_repaid', 'loan', 'C'),
  ('loan_written_off', 'credit_loss', 'D'), ('loan_written_off', 'loan', 'C'),
  ('capital_granted', 'capital', 'D'), ('capital_granted', 'cash', 'C'),
  ('profit_share', 'cash', 'D'), ('profit_share', 'clearing', 'D'), ('profit_share', 'cash', 'C'),
  ('profit_share', 'fees', 'C'), ('profit_share', 'clearing', 'C'),
  ('overnight_financing', 'margin', 'D'), ('overnight_financing', 'financing', 'C')
) as r(event, account, side)
join ledger.event_rule e on e.name = r.event join ledger.account_kind a on a.name = r.account;

-- The same table once more, one row an event: which accounts it may debit and credit, a bit for each account's code. The commit function
-- compares a whole entry with it in one look. To be called after every change of posting_rule.
create table ledger.event_accounts (
  event smallint primary key references ledger.event_rule,
  debits bigint not null,
  credits bigint not null
);

create function ledger.seal_posting_rules() returns void
language sql set search_path = ledger, pg_temp as
$$
  delete from ledger.event_accounts;
  insert into ledger.event_accounts (event, debits, credits)
  select e.code, coalesce(bit_or(1::bigint << r.account) filter (where r.side = 'D'), 0), coalesce(bit_or(1::bigint << r.account) filter (where r.side = 'C'), 0)
  from ledger.event_rule e left join ledger.posting_rule r on r.event = e.code group by e.code;
$$;

select ledger.seal_posting_rules();

-- Clients in books (docs/adr/0016): a book is a set of clients that share one journal, with consecutive numbers, one clock and one head row.
-- Book 0 is the site's own: its staff. It has no journal, because nobody of staff has money here.
create table ledger.book (
  book smallint primary key check (book >= 0),
  -- Whether new clients come into it, and how many ever did.
  open boolean not null,
  clients bigint not null default 0,
  at timestamptz(3) not null default now(),
  check (book > 0 or not open)
);
insert into ledger.book (book, open) values (0, false), (1, true);

-- Whose books are in which, once and for ever: this is what is looked up, and what keeps one person out of two books.
create table ledger.party_book (
  book smallint not null references ledger.book,
  id uuid primary key,
  unique (book, id)
);

-- One row for every person: the row that each of their commands locks. The four balances and the two running figures are
-- totals of postings, kept by commit_batch in the same transaction as the postings themselves. Floors are constraints.
create table ledger.party (
  book smallint not null references ledger.book,
  id uuid not null,
  kind ledger.party_kind not null,
  status ledger.party_status not null default 'active',
  billing boolean not null default false,
  code boolean not null default false,
  signal_percent smallint not null default 1,
  cash bigint not null default 0,
  margin bigint not null default 0,
  withdrawing bigint not null default 0,
  loan bigint not null default 0,
  deposited bigint not null default 0,
  realised bigint not null default 0,
  -- UTC day of the last paper-money top-up, and how many that day had.
  top_up_day date,
  top_up_count smallint not null default 0,
  opened_at timestamptz not null default now(),
  markup smallint not null default 16 check (markup between 0 and 100),
  leverage_ceiling smallint not null default 0 check (leverage_ceiling between 0 and 500),
  unlimited_until timestamptz(3),
  leads boolean not null default false,
  -- Since when an account is suspended: days that were paid for stand still from then on.
  suspended_at timestamptz(3),
  guarded boolean not null default false,
  result_day date,
  day_result bigint not null default 0,
  funded_day date,
  day_funded bigint not null default 0,
  week_funded bigint not null default 0,
  month_funded bigint not null default 0,
  -- A raised withdrawal fee, and one that is switched on for a client, apply in live mode 30 days after the clients were told (docs/spec/funding.md).
  -- The moment from which a client's billing applies; null: it applies as soon as it is on.
  billing_from timestamptz(3),
  primary key (book, id),
  foreign key (book, id) references ledger.party_book(book, id),
  constraint party_billing_sound check (billing or billing_from is null),
  constraint party_floors check (cash >= 0 and margin >= 0 and withdrawing >= 0 and loan >= 0 and top_up_count <= 3 and signal_percent between 1 and 100)
);
comment on index ledger.party_pkey is 'A person''s row by its id: locked by each of their commands, and read with every session.';
alter table ledger.party set (fillfactor=60);

-- The host lets a member of staff in again whose access had been ended (`npm run staff -- add EMAIL`).
create function ledger.reopen_staff(p_id uuid) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ update ledger.party set status = 'active' where id = p_id and kind = 'staff' and status = 'closed' $$;
grant execute on function ledger.reopen_staff(uuid) to clearbook_app;

-- Consecutive numbers and a clock that never runs backwards. Taken last in a batch, so number order is commit order.
create table ledger.head (
  book smallint primary key references ledger.book check (book > 0),
  number bigint not null,
  at timestamptz(3) not null
);
insert into ledger.head (book, number, at) values (1, 0, 'epoch');

-- No foreign keys on the tables that every command writes: the commit function proves the same things for a whole batch at once.
create table ledger.entry (
  book smallint not null,
  number bigint not null,
  event smallint not null,
  client_id uuid not null,
  subject_id uuid not null,
  actor_id uuid not null,
  corrects bigint,
  at timestamptz(3) not null,
  schema_version smallint not null,
  -- The entry's canonical bytes, from which receipts and proofs are made: ledger.canonical_entry says what is in them.
  canonical bytea not null,
  -- A journal entry carries its postings in its own row: an entry never changes, so nothing is lost, and the busiest write of the product has
  -- two rows and two index entries less. `ledger.posting` is the same as a list, one line a posting.
  accounts smallint[] not null,
  amounts bigint[] not null,
  primary key (book, number)
);
comment on index ledger.entry_pkey is 'One entry by its number, and a book in its order: statements, proofs, and the engine that reads on from where it was.';
-- Adjustments are few among the entries, and staff list them by themselves.
create index entry_adjustments on ledger.entry (at, book, number) where event = 9;
comment on index ledger.entry_adjustments is 'Adjustments, newest first, for staff. Adjustments alone are in it.';
create index entry_client on ledger.entry (client_id, number);
comment on index ledger.entry_client is 'A client''s entries in their order: statements and balances at a date.';
create index entry_corrects on ledger.entry (book, corrects) where corrects is not null;
comment on index ledger.entry_corrects is 'What corrected an entry. Corrections alone are in it.';
-- A loan's own entries, for its history.
create index entry_loan on ledger.entry (subject_id, number) where event between 11 and 14;
comment on index ledger.entry_loan is 'The entries of a loan. Loans alone are in it.';
-- Manual corrections are few, and shown at the top.
create index entry_manual on ledger.entry (client_id, number) where event = 9;
comment on index ledger.entry_manual is 'How many adjustments a client''s statement shows. Adjustments alone are in it.';
-- From a receipt to its entry.
create index entry_plan_bought on ledger.entry (subject_id) where event = 10;
comment on index ledger.entry_plan_bought is 'The entry that a plan was bought by. Purchases alone are in it.';
create index entry_released on ledger.entry (actor_id, at) where event in (1, 7, 8, 11);
comment on index ledger.entry_released is 'What a member of staff released lately, against their own limits. Entries that staff release money by are in it.';

-- Debits are positive, credits negative, in cents.
create view ledger.posting as
select e.book, e.number as entry_number, p.line::int as line, p.account, case when p.account < 10 then e.client_id end as party_id, p.amount
from ledger.entry e, unnest(e.accounts, e.amounts) with ordinality as p(account, amount, line);

create table ledger.house_balance (
  book smallint not null references ledger.book,
  account smallint not null references ledger.account_kind,
  upto bigint not null default 0,
  amount bigint not null default 0,
  primary key (book, account)
);
insert into ledger.house_balance (book, account) select 1, code from ledger.account_kind where owner = 'house';

-- What house accounts gained, one row an account a batch: nobody reads or locks a house account to post to it.
create table ledger.house_delta (
  book smallint not null,
  account smallint not null,
  upto bigint not null,
  amount bigint not null
);

-- House accounts as they stand, over all books, folded or not.
create view ledger.house_account as
select k.code, k.name, k.normal_side,
  (select sum(b.amount) from ledger.house_balance b where b.account = k.code) + coalesce((select sum(d.amount) from ledger.house_delta d where d.account = k.code), 0) as debit_balance
from ledger.account_kind k where k.owner = 'house';

-- The trial balance: for every account, what the postings of all books say and what the running totals say. All columns are debits minus credits.
create view ledger.trial_balance as
select k.name as account, coalesce(p.amount, 0) as postings,
  case k.name
    when 'cash' then -(select coalesce(sum(cash), 0) from ledger.party)
    when 'margin' then -(select coalesce(sum(margin), 0) from ledger.party)
    when 'withdrawing' then -(select coalesce(sum(withdrawing), 0) from ledger.party)
    when 'loan' then (select coalesce(sum(loan), 0) from ledger.party)
    else (select debit_balance from ledger.house_account h where h.code = k.code)
  end as running_total
from ledger.account_kind k
left join (select account, sum(amount) as amount from ledger.posting group by account) p on p.account = k.code
order by k.code;

-- Idempotency, for ever: the key, the hash of the request, and the answer that was given.
create table ledger.command (
  book smallint not null,
  party_id uuid not null,
  key text not null,
  request_hash bytea not null,
  outcome json not null,
  at timestamptz(3) not null,
  primary key (book, party_id, key)
);
comment on index ledger.command_pkey is 'The answer kept under a key: asked for every command of every batch, so that nothing happens twice.';

create table ledger.audit (
  number bigint primary key generated always as identity,
  at timestamptz(3) not null,
  actor_id uuid not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  client_id uuid,
  facts jsonb not null
);
create index audit_action on ledger.audit (action, number);
create index audit_actor on ledger.audit (actor_id, number);
create index audit_client on ledger.audit (client_id, number desc) where client_id is not null;

-- Staff actions that are no commands of the books (settings, wallets, viewing a document).
create function ledger.record_audit(
  p_actor uuid, p_action text, p_subject_type text, p_subject_id text, p_client uuid, p_facts jsonb, p_at timestamptz
) returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
  values (p_at, p_actor, p_action, p_subject_type, p_subject_id, p_client, p_facts)
$$;
grant execute on function ledger.record_audit(uuid, text, text, text, uuid, jsonb, timestamptz) to clearbook_app;

-- Statements and notifications.
-- Where a client's balances stood after every so many of their entries, so that the balance beside any entry is found from a
-- few entries before it instead of all. Entries never change, so neither does a mark; ledger.mark_statement makes them.
create table ledger.statement_mark (
  book smallint not null,
  client_id uuid not null,
  entry_number bigint not null,
  at timestamptz(3) not null,
  -- Total balance (cash, margin and what is being withdrawn) and free cash after that entry; all that ever raised the total, and all
  -- that ever lowered it, up to there.
  total bigint not null,
  cash bigint not null,
  added bigint not null,
  taken bigint not null,
  primary key (book, client_id, entry_number)
);

-- What a batch is handed to the ledger in: entries before they have a number and a time, and the answers that are kept under their keys.
create type ledger.entry_draft as (
  event smallint, client_id uuid, subject_id uuid, actor_id uuid, corrects bigint,
  -- Its lines: debits are positive, credits negative, in cents.
  accounts smallint[], amounts bigint[]
);

create type ledger.answer_draft as (party_id uuid, key text, request_hash text, outcome json);

-- An entry that has been checked: what it moves on the accounts that rows are compared with, in cents, a bit for each account that it touches, and its canonical lines.
create type ledger.checked_entry as (
  place int, event smallint, client_id uuid, subject_id uuid, actor_id uuid, corrects bigint, about_row boolean,
  cash bigint, margin bigint, withdrawing bigint, loan bigint, trading bigint, shortfall bigint, custody bigint, touched bigint,
  body bytea, accounts smallint[], amounts bigint[]
);

-- What the entries of a batch moved, summed by the row that they are about: what a row's check compares the row with.
create type ledger.subject_sums as (
  subject uuid,
  -- Whose entries they are, and who made them.
  client uuid, actor uuid,
  -- How many there are, and a bit for each event among them; only those whose event is about a row count as served by it.
  entries int, about_row int, events bigint,
  -- Debits less credits, in cents: of the client's accounts, and of the house's.
  cash bigint, margin bigint, withdrawing bigint, loan bigint,
  trading bigint, shortfall bigint, custody bigint,
  -- A bit for each account among them; and what each entry moved of the margin, in their order.
  accounts bigint, margins bigint[]
);

create function ledger.no_sums() returns ledger.subject_sums
language sql immutable as
$$ select row(null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')::ledger.subject_sums $$;

-- The type of a table's rows in a batch: the columns that its module declares, in that order, each of the type that it has in the table.
create function ledger.create_image(p_name text, p_table regclass, p_columns text[]) returns void
language plpgsql as
$$
declare
  v_name text := p_name || '_image';
  v_columns text;
  v_known int;
begin
  select string_agg(format('%I %s', c.name, format_type(a.atttypid, a.atttypmod)), ', ' order by c.place), count(*) into v_columns, v_known
  from unnest(p_columns) with ordinality as c(name, place) join pg_attribute a on a.attrelid = p_table and a.attname = c.name and not a.attisdropped;
  if v_known is distinct from cardinality(p_columns) then
    raise exception 'ledger: % has not all of the columns that are declared of it', p_table;
  end if;
  execute format('drop type if exists ledger.%I cascade', v_name);
  execute format('create type ledger.%I as (%s)', v_name, v_columns);
end
$$;
