-- The books. Everything in schema `ledger` is written by the definer functions in this file and by nothing else:
-- the server's role may read these tables and execute the doors, and every other privilege is withheld.

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
create type ledger.side as enum ('buy', 'sell');
create type ledger.trade_status as enum ('active', 'closed');
create type ledger.closed_by as enum ('client', 'stop', 'close_out', 'admin');
create type ledger.order_type as enum ('market');
create type ledger.order_status as enum ('filled');
create type ledger.fill_kind as enum ('open', 'close');
create type ledger.deposit_method as enum ('bitcoin', 'ethereum', 'tether');
create type ledger.deposit_status as enum ('awaiting_payment', 'pending', 'approved', 'rejected');
create type ledger.withdrawal_method as enum ('bank', 'crypto', 'paypal', 'cashapp', 'gcash');
create type ledger.withdrawal_status as enum ('awaiting_code', 'pending', 'approved', 'rejected', 'cancelled', 'lapsed', 'returned');
create type ledger.coin as enum ('bitcoin', 'ethereum', 'usdt');

-- ───────────────────────────────────────────── chart of accounts ─────────────────────────────────────────────

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
  (29, 'rounding', 'C', 'house');

-- Which events exist, which row each one must move in the same call, and from where to where.
create table ledger.event_rule (
  code smallint primary key,
  name text not null unique,
  subject text check (subject in ('deposit', 'withdrawal', 'trade_opened', 'trade_closed')),
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
  (9, 'adjustment', null, null, false);

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
  ('trade_closed', 'margin', 'D'), ('trade_closed', 'trading', 'D'), ('trade_closed', 'trading', 'C'),
  ('trade_closed', 'shortfall', 'D'), ('trade_closed', 'cash', 'C'),
  ('withdrawal_requested', 'cash', 'D'), ('withdrawal_requested', 'withdrawing', 'C'),
  ('withdrawal_released', 'withdrawing', 'D'), ('withdrawal_released', 'cash', 'C'),
  ('withdrawal_approved', 'withdrawing', 'D'), ('withdrawal_approved', 'fees', 'C'),
  ('withdrawal_approved', 'custody:bitcoin', 'C'), ('withdrawal_approved', 'custody:ethereum', 'C'), ('withdrawal_approved', 'custody:tether', 'C'),
  ('withdrawal_approved', 'custody:bank', 'C'), ('withdrawal_approved', 'custody:paypal', 'C'),
  ('withdrawal_approved', 'custody:cashapp', 'C'), ('withdrawal_approved', 'custody:gcash', 'C'),
  ('withdrawal_returned', 'custody:bitcoin', 'D'), ('withdrawal_returned', 'custody:ethereum', 'D'), ('withdrawal_returned', 'custody:tether', 'D'),
  ('withdrawal_returned', 'custody:bank', 'D'), ('withdrawal_returned', 'custody:paypal', 'D'),
  ('withdrawal_returned', 'custody:cashapp', 'D'), ('withdrawal_returned', 'custody:gcash', 'D'),
  ('withdrawal_returned', 'fees', 'D'), ('withdrawal_returned', 'cash', 'C'),
  ('adjustment', 'adjustments', 'D'), ('adjustment', 'adjustments', 'C'), ('adjustment', 'cash', 'D'), ('adjustment', 'cash', 'C')
) as r(event, account, side)
join ledger.event_rule e on e.name = r.event
join ledger.account_kind a on a.name = r.account;

-- The same table once more, one row an event: which accounts it may debit and credit, a bit for each account's code. The door compares a
-- whole entry with it at once. To be called after every change of posting_rule.
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

-- ───────────────────────────────────────────── who has books ─────────────────────────────────────────────

-- One row for every person: the row that each of their commands locks. The four balances and the two running figures are
-- totals of postings, kept by commit_batch in the same transaction as the postings themselves. Floors are constraints.
create table ledger.party (
  id uuid primary key,
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
  constraint party_floors check (cash >= 0 and margin >= 0 and withdrawing >= 0 and loan >= 0 and top_up_count <= 3 and signal_percent between 1 and 100)
) with (fillfactor = 60);

-- ───────────────────────────────────────────── journal ─────────────────────────────────────────────

-- Consecutive numbers and a clock that never runs backwards. Taken last in a batch, so number order is commit order.
create table ledger.head (
  only_row boolean primary key default true check (only_row),
  number bigint not null,
  at timestamptz(3) not null
);
insert into ledger.head (number, at) values (0, 'epoch');

-- No foreign keys on the tables that every command writes: the door proves the same things for a whole batch at once.
create table ledger.entry (
  number bigint primary key,
  event smallint not null,
  client_id uuid not null,
  subject_id uuid not null,
  actor_id uuid not null,
  corrects bigint,
  at timestamptz(3) not null,
  schema_version smallint not null,
  -- The entry's canonical bytes, from which receipts and proofs are made: ledger.canonical_entry says what is in them.
  canonical bytea not null
);
create index entry_client on ledger.entry (client_id, number);
create index entry_corrects on ledger.entry (corrects) where corrects is not null;

-- Debits are positive, credits negative, in cents.
create table ledger.posting (
  entry_number bigint not null,
  -- Grows within an entry; only the order matters.
  line int not null,
  account smallint not null,
  party_id uuid,
  amount bigint not null,
  primary key (entry_number, line)
);

-- What house accounts gained, one row an account a batch: nobody reads or locks a house account to post to it.
create table ledger.house_delta (
  account smallint not null,
  upto bigint not null,
  amount bigint not null
);
create table ledger.house_balance (
  account smallint primary key references ledger.account_kind,
  upto bigint not null default 0,
  amount bigint not null default 0
);
insert into ledger.house_balance (account) select code from ledger.account_kind where owner = 'house';

-- Idempotency, for ever: the key, the hash of the request, and the answer that was given.
create table ledger.command (
  party_id uuid not null,
  key text not null,
  request_hash bytea not null,
  outcome json not null,
  at timestamptz(3) not null,
  primary key (party_id, key)
);

-- ───────────────────────────────────────────── tape, orders, trades ─────────────────────────────────────────────

-- The quotes that fills and decisions used. Prices are integers in units of 1e-10 of the quote currency.
create table ledger.quote (
  id text primary key,
  symbol text not null,
  bid bigint not null,
  ask bigint not null,
  feed_bid bigint not null,
  feed_ask bigint not null,
  markup bigint not null,
  source text not null,
  source_time timestamptz(3) not null,
  received_time timestamptz(3) not null,
  constraint quote_sound check (bid > 0 and ask >= bid and feed_bid > 0 and feed_ask >= feed_bid and markup >= 0)
);

create table ledger.trade (
  id uuid primary key,
  client_id uuid not null,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null,
  open_lots bigint not null,
  collateral bigint not null,
  collateral_left bigint not null,
  required_margin bigint not null,
  required_margin_left bigint not null,
  leverage_hundredths integer not null,
  status ledger.trade_status not null,
  entry_price bigint not null,
  entry_quote_id text not null,
  opened_at timestamptz(3) not null,
  exit_price bigint,
  exit_quote_id text,
  closed_at timestamptz(3),
  closed_by ledger.closed_by,
  realised bigint not null default 0,
  -- The unrounded result so far, numerator and denominator, so that partial closes sum to the whole.
  realised_exact_num numeric not null default 0,
  realised_exact_den numeric not null default 1,
  shortfall bigint not null default 0,
  -- The last line: nothing stays behind in a trade that has ended.
  constraint trade_sound check (lots > 0 and open_lots between 0 and lots and collateral_left between 0 and collateral and required_margin_left >= 0
    and required_margin > 0 and required_margin <= collateral and leverage_hundredths > 0 and shortfall >= 0
    and (status = 'closed') = (open_lots = 0) and (open_lots > 0 or (collateral_left = 0 and required_margin_left = 0)))
) with (fillfactor = 80);
-- Ids are version 7 and sort by time, so the key also serves every newest-first list.
create index trade_client_active on ledger.trade (client_id, id) where status = 'active';
create index trade_client_closed on ledger.trade (client_id, closed_at desc, id desc) where status = 'closed';

create table ledger.client_order (
  id uuid primary key,
  client_id uuid not null,
  trade_id uuid not null,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null,
  amount bigint not null,
  type ledger.order_type not null,
  status ledger.order_status not null,
  at timestamptz(3) not null
);

create table ledger.fill (
  id uuid not null,
  trade_id uuid not null,
  order_id uuid,
  client_id uuid not null,
  kind ledger.fill_kind not null,
  side ledger.side not null,
  lots bigint not null,
  price bigint not null,
  quote_id text not null,
  conversion_quote_id text,
  realised bigint,
  at timestamptz(3) not null,
  primary key (trade_id, id)
);

-- ───────────────────────────────────────────── money in and out ─────────────────────────────────────────────

create table ledger.deposit (
  id uuid primary key,
  client_id uuid not null references ledger.party,
  amount bigint not null check (amount > 0),
  method ledger.deposit_method not null,
  status ledger.deposit_status not null,
  address text not null,
  pay_units bigint not null check (pay_units > 0),
  rate bigint not null check (rate > 0),
  rate_source text not null,
  expires_at timestamptz(3) not null,
  proof_file uuid,
  proof_at timestamptz(3),
  received_units bigint check (received_units > 0),
  receipt_rate bigint check (receipt_rate > 0),
  credited bigint check (credited > 0),
  txid text,
  output_index integer,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  check ((status in ('approved')) = (credited is not null and txid is not null and output_index is not null))
);
create index deposit_client on ledger.deposit (client_id, id);
-- One payment is credited once, ever, whoever claims it.
create unique index deposit_output_credited on ledger.deposit (method, lower(txid), output_index) where status = 'approved';

create table ledger.withdrawal (
  id uuid primary key,
  client_id uuid not null references ledger.party,
  amount bigint not null check (amount > 0),
  fee_bps integer not null check (fee_bps between 0 and 500),
  fee bigint not null check (fee >= 0 and fee < amount),
  method ledger.withdrawal_method not null,
  coin ledger.coin,
  status ledger.withdrawal_status not null,
  code_hash text,
  code_expires_at timestamptz(3),
  code_tries smallint not null default 0 check (code_tries between 0 and 5),
  code_sends smallint not null default 0,
  payout_reference text,
  not_received boolean not null default false,
  created_at timestamptz(3) not null,
  requested_at timestamptz(3),
  decided_at timestamptz(3),
  decided_by uuid,
  returned_at timestamptz(3),
  check ((method = 'crypto') = (coin is not null)),
  check (status not in ('approved', 'returned') or payout_reference is not null)
);
create index withdrawal_client on ledger.withdrawal (client_id, id);
create index withdrawal_waiting on ledger.withdrawal (status, created_at) where status in ('awaiting_code', 'pending');

-- Personal text that belongs to a row of the books (reasons, payout destinations). It lives outside them, so that erasing a
-- person's data never touches an entry.
create table app.note (
  subject_id uuid not null,
  kind text not null check (kind in ('reason', 'destination')),
  client_id uuid not null,
  body jsonb not null,
  at timestamptz(3) not null,
  primary key (subject_id, kind)
);
create index note_client on app.note (client_id);

-- ───────────────────────────────────────────── audit ─────────────────────────────────────────────

create table ledger.audit (
  number bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_id uuid not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  client_id uuid,
  facts jsonb not null
);
create index audit_client on ledger.audit (client_id, number desc) where client_id is not null;

-- ───────────────────────────────────────────── the doors ─────────────────────────────────────────────

-- A person's row in the books, made in the transaction that makes their account.
create function ledger.open_party(p_id uuid, p_kind text) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ insert into ledger.party (id, kind) values (p_id, p_kind::ledger.party_kind) $$;

-- Staff actions that are no commands of the books (settings, wallets, viewing a document).
create function ledger.record_audit(
  p_actor uuid, p_action text, p_subject_type text, p_subject_id text, p_client uuid, p_facts jsonb, p_at timestamptz
) returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
  values (p_at, p_actor, p_action, p_subject_type, p_subject_id, p_client, p_facts)
$$;

-- Step 1 and 2 of a batch: lock everything it touches, in one order, then read it. Two statements, because under read committed
-- only a statement that starts after the locks are held sees what their last holders wrote.
create function ledger.open_batch(
  p_parties uuid[], p_deposits uuid[], p_withdrawals uuid[], p_trades uuid[],
  p_corrected bigint[], p_key_party uuid[], p_keys text[], p_settings boolean,
  -- Each party's columns separated by blanks, parties by commas: a third of the cost of JSON on both sides.
  out parties text, out answers json, out rows json
)
language plpgsql security definer set search_path = ledger, pg_temp set jit = off set plan_cache_mode = force_generic_plan as
$$
begin
  perform 1 from ledger.party where id = any(p_parties) order by id for no key update;
  if cardinality(p_deposits) > 0 then
    perform 1 from ledger.deposit where id = any(p_deposits) order by id for no key update;
  end if;
  if cardinality(p_withdrawals) > 0 then
    perform 1 from ledger.withdrawal where id = any(p_withdrawals) order by id for no key update;
  end if;
  if cardinality(p_trades) > 0 then
    perform 1 from ledger.trade where id = any(p_trades) order by id for no key update;
  end if;

  -- Sums leave as text: a JSON number would pass through a floating-point one on the other side.
  select string_agg(concat_ws(' ', p.id, p.kind, p.status, p.billing, p.code, p.cash, p.margin, p.withdrawing, p.loan, p.deposited, p.realised,
    coalesce(p.top_up_day::text, '-'), p.top_up_count), ',') into parties from ledger.party p where p.id = any(p_parties);
  select json_agg(json_build_array(c.party_id, c.key, encode(c.request_hash, 'hex'), c.outcome)) into answers
  from unnest(p_key_party, p_keys) as k(party_id, key) join ledger.command c on c.party_id = k.party_id and c.key = k.key;

  -- Most batches are orders and top-ups, which need no more.
  if cardinality(p_deposits) + cardinality(p_withdrawals) + cardinality(p_trades) + cardinality(p_corrected) = 0 and not p_settings then
    return;
  end if;
  select json_build_object(
    'deposits', case when cardinality(p_deposits) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'amount', amount::text, 'method', method, 'status', status,
         'payUnits', pay_units::text, 'rate', rate::text, 'expiresAt', expires_at, 'proofAt', proof_at, 'createdAt', created_at))
       from ledger.deposit where id = any(p_deposits)) end,
    'withdrawals', case when cardinality(p_withdrawals) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'amount', amount::text, 'feeBps', fee_bps, 'fee', fee::text,
         'method', method, 'coin', coin, 'status', status, 'codeHash', code_hash, 'codeExpiresAt', code_expires_at, 'codeTries', code_tries,
         'codeSends', code_sends, 'payoutReference', payout_reference, 'notReceived', not_received, 'createdAt', created_at))
       from ledger.withdrawal where id = any(p_withdrawals)) end,
    'trades', case when cardinality(p_trades) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'symbol', symbol, 'side', side, 'lots', lots::text,
         'openLots', open_lots::text, 'collateral', collateral::text, 'collateralLeft', collateral_left::text,
         'requiredMargin', required_margin::text, 'requiredMarginLeft', required_margin_left::text, 'status', status,
         'entryPrice', entry_price::text, 'realised', realised::text, 'exactNum', realised_exact_num::text, 'exactDen', realised_exact_den::text,
         'shortfall', shortfall::text, 'openedAt', opened_at))
       from ledger.trade where id = any(p_trades)) end,
    'entries', case when cardinality(p_corrected) > 0 then
      (select json_agg(json_build_object('number', e.number::text, 'clientId', e.client_id,
         'credited', (select (-coalesce(sum(p.amount), 0))::text from ledger.posting p where p.entry_number = e.number and p.account in (1, 2, 3)),
         'corrected', (select coalesce(sum(p.amount), 0)::text from ledger.entry c join ledger.posting p on p.entry_number = c.number
                        where c.corrects = e.number and p.account = 1)))
       from ledger.entry e where e.number = any(p_corrected)) end,
    'settings', case when p_settings then
      (select json_build_object('minimumWithdrawal', miniwithdrawal_cents::text, 'feeBps', withdrawal_fee_bps) from app.settings) end
  ) into rows;
end
$$;

-- The account that holds what came in or goes out by this method.
create function ledger.custody_of(p_method text, p_coin text) returns smallint
language sql immutable set search_path = ledger, pg_temp as
$$
  select (case coalesce(p_coin, p_method) when 'bitcoin' then 10 when 'ethereum' then 11 when 'tether' then 12 when 'usdt' then 12
    when 'bank' then 13 when 'paypal' then 14 when 'cashapp' then 15 when 'gcash' then 16 end)::smallint
$$;

-- Step 3: one set-based write of everything the batch decided. It trusts nobody: it takes postings, never balances, and checks by
-- itself that each entry sums to zero, touches only accounts its event may touch, moves the row it is about from the right state by
-- the right amount, and that no floor is broken and no key used twice. Any breach raises and undoes the whole batch.
--
-- Entries are numbered 1..n inside the batch. p_entry_*: one element an entry. p_post_*: one element a posting, in entry order.
create function ledger.commit_batch(
  p_now timestamptz,
  p_entry_event smallint[], p_entry_client uuid[], p_entry_subject uuid[], p_entry_actor uuid[], p_entry_corrects bigint[],
  p_post_entry int[], p_post_account smallint[], p_post_amount bigint[],
  p_command_party uuid[], p_command_key text[], p_command_hash text[], p_command_outcome text[],
  p_quotes json, p_trades_opened json, p_trades_closed json, p_rows jsonb, p_notify text[]
) returns json
language plpgsql security definer set search_path = ledger, pg_temp set jit = off set plan_cache_mode = force_generic_plan as
$$
declare
  n int := cardinality(p_entry_event);
  v_subjects int;
  v_moved int := 0;
  v_count int;
  v_expected int;
  v_paper int;
  v_foreign int;
  v_clients int;
  v_first bigint;
  v_at timestamptz;
  v_today date := (p_now at time zone 'UTC')::date;
  -- Per entry: debits minus credits on the accounts that rows are checked against.
  v_cash bigint[];
  v_loan bigint[];
  v_debits bigint[];
  v_credits bigint[];
  v_margin bigint[];
  v_withdrawing bigint[];
  v_trading bigint[];
  v_shortfall bigint[];
  v_body bytea[];
begin
  if n > 0 then
    -- L1, L2: every entry has at least two postings and sums to zero.
    select array_agg(cash order by i), array_agg(loan order by i), array_agg(debits order by i), array_agg(credits order by i), array_agg(margin order by i), array_agg(withdrawing order by i), array_agg(trading order by i),
           array_agg(shortfall order by i), array_agg(body order by i), count(*), count(*) filter (where total <> 0 or lines < 2 or empty or i < 1 or i > n)
    into v_cash, v_loan, v_debits, v_credits, v_margin, v_withdrawing, v_trading, v_shortfall, v_body, v_count, v_expected
    from (
      select i, sum(m) as total, count(*) as lines, bool_or(m = 0) as empty,
        coalesce(sum(m) filter (where a = 1), 0)::bigint as cash,
        coalesce(sum(m) filter (where a = 2), 0)::bigint as margin,
        coalesce(sum(m) filter (where a = 3), 0)::bigint as withdrawing,
        coalesce(sum(m) filter (where a = 4), 0)::bigint as loan,
        coalesce(bit_or(1::bigint << a) filter (where m > 0), 0) as debits,
        coalesce(bit_or(1::bigint << a) filter (where m < 0), 0) as credits,
        coalesce(sum(m) filter (where a = 20), 0)::bigint as trading,
        coalesce(sum(m) filter (where a = 23), 0)::bigint as shortfall,
        string_agg(int2send(a) || int8send(m), ''::bytea) as body
      from unnest(p_post_entry, p_post_account, p_post_amount) as u(i, a, m)
      group by i
    ) as e;
    if v_count <> n or v_expected > 0 then
      raise exception 'ledger: an entry is unbalanced or empty' using errcode = 'CB001';
    end if;

    -- L3: only accounts and sides that the posting table allows for the event. L4: paper money exists in demo mode only. L5: a manual debit
    -- corrects an entry of the same client, and nothing else corrects anything. An event that does not exist matches no rule.
    select count(*) filter (where r.subject is not null), count(*), count(*) filter (where r.demo_only),
      count(*) filter (where v_debits[u.i] & ~a.debits <> 0 or v_credits[u.i] & ~a.credits <> 0),
      count(*) filter (where (u.corrects is not null) <> (u.event = 9 and v_cash[u.i] > 0)
        or u.corrects is not null and not exists (select 1 from ledger.entry e where e.number = u.corrects and e.client_id = u.client)),
      count(distinct u.client)
    into v_subjects, v_count, v_paper, v_foreign, v_expected, v_clients
    from unnest(p_entry_event, p_entry_client, p_entry_corrects) with ordinality as u(event, client, corrects, i)
    join ledger.event_rule r on r.code = u.event join ledger.event_accounts a on a.event = u.event;
    if v_count <> n or v_foreign > 0 then
      raise exception 'ledger: an event touches an account that it may not touch' using errcode = 'CB003';
    end if;
    if v_paper > 0 and not exists (select 1 from app.instance where mode = 'demo') then
      raise exception 'ledger: paper money in live mode' using errcode = 'CB004';
    end if;
    if v_expected > 0 then
      raise exception 'ledger: a debit that corrects nothing of this client' using errcode = 'CB005';
    end if;

    -- Running totals. The floors are the table's constraints.
    update ledger.party p set
      cash = p.cash - d.cash, margin = p.margin - d.margin, withdrawing = p.withdrawing - d.withdrawing, loan = p.loan + d.loan,
      deposited = p.deposited + d.deposited, realised = p.realised + d.realised,
      top_up_count = case when d.top_ups = 0 then p.top_up_count when p.top_up_day = v_today then p.top_up_count + d.top_ups else d.top_ups end,
      top_up_day = case when d.top_ups = 0 then p.top_up_day else v_today end
    from (
      select u.client as id, sum(u.cash) as cash, sum(u.margin) as margin, sum(u.withdrawing) as withdrawing, sum(u.loan) as loan,
        coalesce(-sum(u.cash) filter (where u.event in (1, 2)), 0) as deposited,
        coalesce(sum(u.trading) filter (where u.event = 4), 0) as realised,
        count(*) filter (where u.event = 2) as top_ups
      from unnest(p_entry_client, p_entry_event, v_cash, v_margin, v_withdrawing, v_loan, v_trading) as u(client, event, cash, margin, withdrawing, loan, trading)
      group by u.client
    ) as d
    where p.id = d.id and p.kind = 'client';
    get diagnostics v_count = row_count;
    if v_count <> v_clients then
      raise exception 'ledger: an entry for somebody who has no books' using errcode = 'CB006';
    end if;
  end if;

  -- Rows that move with the entries. `e` is the entry's number inside the batch; null where the row moves without money.
  if p_quotes is not null then
      insert into ledger.quote (id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
      select * from json_to_recordset(p_quotes) as x(id text, symbol text, bid bigint, ask bigint, feed_bid bigint, feed_ask bigint,
        markup bigint, source text, source_time timestamptz, received_time timestamptz)
      on conflict (id) do nothing;
  end if;

  if p_trades_opened is not null then
      with x as (
        select * from json_to_recordset(p_trades_opened) as x(e int, id uuid, client_id uuid, symbol text, side ledger.side, lots bigint,
          collateral bigint, required_margin bigint, leverage_hundredths int, entry_price bigint, entry_quote_id text, opened_at timestamptz,
          order_id uuid, fill_id uuid, conversion_quote_id text)
      ), ordered as (
        insert into ledger.client_order (id, client_id, trade_id, symbol, side, lots, amount, type, status, at)
        select order_id, client_id, id, symbol, side, lots, collateral, 'market', 'filled', opened_at from x
      ), filled as (
        insert into ledger.fill (id, trade_id, order_id, client_id, kind, side, lots, price, quote_id, conversion_quote_id, at)
        select fill_id, id, order_id, client_id, 'open', side, lots, entry_price, entry_quote_id, conversion_quote_id, opened_at from x
      ), written as (
        insert into ledger.trade (id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left,
          leverage_hundredths, status, entry_price, entry_quote_id, opened_at)
        select id, client_id, symbol, side, lots, lots, collateral, collateral, required_margin, required_margin,
          leverage_hundredths, 'active', entry_price, entry_quote_id, opened_at from x
      )
      -- L6: a trade's collateral is what its entry moved into margin. L8: it opened at its quote's ask or bid, and the quote was there first.
      select count(*), count(*) filter (where p_entry_event[e] = 3 and p_entry_subject[e] = x.id and p_entry_client[e] = client_id
        and v_margin[e] = -collateral and v_cash[e] = collateral
        and q.symbol = x.symbol and entry_price = case when side = 'buy' then q.ask else q.bid end and q.received_time <= opened_at
        and (conversion_quote_id is null or exists (select 1 from ledger.quote c where c.id = conversion_quote_id)))
      into v_expected, v_count from x left join ledger.quote q on q.id = x.entry_quote_id;
      if v_count <> v_expected then
        raise exception 'ledger: a trade and its entry differ' using errcode = 'CB007';
      end if;
      v_moved := v_moved + v_count;
    end if;

  if p_trades_closed is not null then
      with x as (
        select * from json_to_recordset(p_trades_closed) as x(e int, id uuid, lots_closed bigint, collateral_out bigint, margin_out bigint,
          realised bigint, exact_num numeric, exact_den numeric, shortfall bigint, exit_price bigint, exit_quote_id text, at timestamptz, closed_by ledger.closed_by,
          client_id uuid, side ledger.side, fill_id uuid, conversion_quote_id text)
      ), filled as (
        insert into ledger.fill (id, trade_id, client_id, kind, side, lots, price, quote_id, conversion_quote_id, realised, at)
        select fill_id, id, client_id, 'close', side, lots_closed, exit_price, exit_quote_id, conversion_quote_id, realised, at from x
      ), written as (
        update ledger.trade t set
          open_lots = t.open_lots - x.lots_closed,
          collateral_left = t.collateral_left - x.collateral_out,
          required_margin_left = t.required_margin_left - x.margin_out,
          realised = t.realised + x.realised, realised_exact_num = x.exact_num, realised_exact_den = x.exact_den,
          shortfall = t.shortfall + x.shortfall,
          status = case when t.open_lots = x.lots_closed then 'closed'::ledger.trade_status else 'active' end,
          exit_price = x.exit_price, exit_quote_id = x.exit_quote_id, closed_at = x.at, closed_by = x.closed_by
        from x join ledger.quote q on q.id = x.exit_quote_id
        where t.id = x.id and t.status = 'active' and t.client_id = x.client_id and x.side = case when t.side = 'buy' then 'sell'::ledger.side else 'buy' end
          -- L8, as above.
          and q.symbol = t.symbol and x.exit_price = case when x.side = 'buy' then q.ask else q.bid end and q.received_time <= x.at
          and (x.conversion_quote_id is null or exists (select 1 from ledger.quote c where c.id = x.conversion_quote_id))
          -- L7: what leaves the trade is what its entry moved; the house's side is exactly the result of the quotes.
          and (x.e is null and x.realised = 0 and x.collateral_out = 0
            or p_entry_event[x.e] = 4 and p_entry_subject[x.e] = t.id and p_entry_client[x.e] = t.client_id
              and v_margin[x.e] = x.collateral_out and v_trading[x.e] = x.realised and v_shortfall[x.e] = x.shortfall)
        returning t.id, x.e
      )
      select count(*), count(*) filter (where e is not null) into v_count, v_expected from written;
      if v_count <> json_array_length(p_trades_closed) then
        raise exception 'ledger: a trade is not open or differs from its entry' using errcode = 'CB008';
      end if;
      v_moved := v_moved + v_expected;
    end if;

  if p_rows is not null then
    if p_rows -> 'deposits_created' is not null then
      insert into ledger.deposit (id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, created_at)
      select id, client_id, amount, method, 'awaiting_payment', address, pay_units, rate, rate_source, expires_at, created_at
      from jsonb_to_recordset(p_rows -> 'deposits_created') as x(id uuid, client_id uuid, amount bigint, method ledger.deposit_method, address text, pay_units bigint,
        rate bigint, rate_source text, expires_at timestamptz, created_at timestamptz);
    end if;

    if p_rows -> 'deposits_moved' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'deposits_moved') as x(e int, id uuid, from_status ledger.deposit_status, to_status ledger.deposit_status, proof_file uuid,
          proof_at timestamptz, received_units bigint, receipt_rate bigint, credited bigint, txid text, output_index int,
          decided_at timestamptz, decided_by uuid)
      ), written as (
        update ledger.deposit d set status = x.to_status,
          proof_file = coalesce(x.proof_file, d.proof_file), proof_at = coalesce(x.proof_at, d.proof_at),
          received_units = x.received_units, receipt_rate = x.receipt_rate, credited = x.credited, txid = x.txid, output_index = x.output_index,
          decided_at = x.decided_at, decided_by = x.decided_by
        from x
        -- L9: a deposit is decided once, and what is credited is what the entry put into cash.
        where d.id = x.id and d.status = x.from_status
          and (x.from_status, x.to_status) in (('awaiting_payment', 'pending'), ('pending', 'approved'), ('pending', 'rejected'))
          and ((x.to_status = 'approved') = (x.e is not null))
          and (x.e is null or p_entry_event[x.e] = 1 and p_entry_subject[x.e] = d.id and p_entry_client[x.e] = d.client_id and v_cash[x.e] = -x.credited
            -- It arrived in the coin that it was asked for in.
            and x.credited = (select sum(m) from unnest(p_post_entry, p_post_account, p_post_amount) as u(i, a, m) where u.i = x.e and u.a = ledger.custody_of(d.method::text, null)))
        returning x.e
      )
      select count(*), count(e) into v_count, v_expected from written;
      if v_count <> jsonb_array_length(p_rows -> 'deposits_moved') then
        raise exception 'ledger: a deposit is not in the state that its decision needs' using errcode = 'CB010';
      end if;
      v_moved := v_moved + v_expected;
    end if;

    if p_rows -> 'withdrawals_created' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'withdrawals_created') as x(e int, id uuid, client_id uuid, amount bigint, fee_bps int, fee bigint,
          method ledger.withdrawal_method, coin ledger.coin, status ledger.withdrawal_status, code_hash text, code_expires_at timestamptz, code_sends smallint, created_at timestamptz, requested_at timestamptz)
      ), written as (
        insert into ledger.withdrawal (id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_sends, created_at, requested_at)
        select id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_sends, created_at, requested_at from x
      )
      -- L10: the whole amount is held at once.
      select count(*), count(*) filter (where p_entry_event[e] = 5 and p_entry_subject[e] = id and p_entry_client[e] = client_id
        and v_withdrawing[e] = -amount and v_cash[e] = amount and status in ('awaiting_code', 'pending')) into v_expected, v_count from x;
      if v_count <> v_expected then
        raise exception 'ledger: a withdrawal and its hold differ' using errcode = 'CB011';
      end if;
      v_moved := v_moved + v_count;
    end if;

    if p_rows -> 'withdrawals_moved' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'withdrawals_moved') as x(e int, id uuid, from_status ledger.withdrawal_status, to_status ledger.withdrawal_status, code_hash text,
          code_expires_at timestamptz, code_tries smallint, code_sends smallint, payout_reference text, not_received boolean,
          requested_at timestamptz, decided_at timestamptz, decided_by uuid, returned_at timestamptz)
      ), written as (
        update ledger.withdrawal w set status = x.to_status, code_hash = x.code_hash, code_expires_at = x.code_expires_at,
          code_tries = x.code_tries, code_sends = x.code_sends, payout_reference = x.payout_reference, not_received = x.not_received,
          requested_at = coalesce(x.requested_at, w.requested_at), decided_at = coalesce(x.decided_at, w.decided_at),
          decided_by = coalesce(x.decided_by, w.decided_by), returned_at = coalesce(x.returned_at, w.returned_at)
        from x
        where w.id = x.id and w.status = x.from_status and x.code_tries >= w.code_tries
          -- L11: a hold ends exactly once: paid out less the fee, or released whole.
          and case x.to_status
            when 'awaiting_code' then x.from_status = 'awaiting_code' and x.e is null
            when 'pending' then x.from_status in ('awaiting_code') and x.e is null
            when 'approved' then x.from_status = 'pending' and p_entry_event[x.e] = 7 and v_withdrawing[x.e] = w.amount
              or x.from_status = 'approved' and x.e is null
            when 'returned' then x.from_status = 'approved' and p_entry_event[x.e] = 8 and v_cash[x.e] = -w.amount
            when 'rejected' then x.from_status = 'pending' and p_entry_event[x.e] = 6 and v_cash[x.e] = -w.amount
            when 'cancelled' then x.from_status in ('awaiting_code', 'pending') and p_entry_event[x.e] = 6 and v_cash[x.e] = -w.amount
            when 'lapsed' then x.from_status = 'awaiting_code' and p_entry_event[x.e] = 6 and v_cash[x.e] = -w.amount
            else false
          end
          and (x.e is null or p_entry_subject[x.e] = w.id and p_entry_client[x.e] = w.client_id)
          -- What goes out or comes back is the amount less the fee that was agreed, in the account of its method.
          and (x.e is null or x.to_status not in ('approved', 'returned') or w.amount - w.fee =
            (select abs(sum(m)) from unnest(p_post_entry, p_post_account, p_post_amount) as u(i, a, m) where u.i = x.e and u.a = ledger.custody_of(w.method::text, w.coin::text)))
        returning x.e
      )
      select count(*), count(e) into v_count, v_expected from written;
      if v_count <> jsonb_array_length(p_rows -> 'withdrawals_moved') then
        raise exception 'ledger: a withdrawal is not in the state that its decision needs' using errcode = 'CB012';
      end if;
      v_moved := v_moved + v_expected;
    end if;

    if p_rows -> 'parties' is not null then
      update ledger.party p set status = x.status, billing = x.billing, code = x.code
      from jsonb_to_recordset(p_rows -> 'parties') as x(id uuid, status ledger.party_status, billing boolean, code boolean)
      where p.id = x.id;
    end if;

    if p_rows -> 'notes' is not null then
      insert into app.note (subject_id, kind, client_id, body, at)
      select x.* from jsonb_to_recordset(p_rows -> 'notes') as x(subject_id uuid, kind text, client_id uuid, body jsonb, at timestamptz)
      on conflict (subject_id, kind) do update set body = excluded.body, at = excluded.at;
    end if;

    if p_rows -> 'audits' is not null then
      insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
      select at, actor_id, action, subject_type, subject_id, client_id, facts
      from jsonb_to_recordset(p_rows -> 'audits') as x(at timestamptz, actor_id uuid, action text, subject_type text, subject_id text, client_id uuid, facts jsonb);
    end if;

    if p_rows -> 'mails' is not null then
      insert into app.mail_outbox (id, user_id, template, values, next_at, created_at)
      select id, user_id, template, values, at, at
      from jsonb_to_recordset(p_rows -> 'mails') as x(id uuid, user_id uuid, template text, values jsonb, at timestamptz);
    end if;
  end if;

  -- Every event that is about a row moved exactly one row, and no row moved with an entry that is not about it.
  if v_moved <> coalesce(v_subjects, 0) then
    raise exception 'ledger: an event without its row' using errcode = 'CB013';
  end if;

  insert into ledger.command (party_id, key, request_hash, outcome, at)
  select p, k, decode(h, 'hex'), o::json, p_now
  from unnest(p_command_party, p_command_key, p_command_hash, p_command_outcome) as u(p, k, h, o);

  -- From here on this transaction holds the head: numbers are handed out in commit order.
  with head as materialized (
    update ledger.head set number = number + n, at = greatest(at, p_now) returning number - n as first, at
  ), entries as (
    insert into ledger.entry (number, event, client_id, subject_id, actor_id, corrects, at, schema_version, canonical)
    select h.first + i, event, client, subject, actor, corrects, h.at, 1,
      int2send(1::smallint) || int8send((extract(epoch from h.at) * 1000)::bigint) || int8send(h.first + i) || int2send(event)
        || uuid_send(client) || uuid_send(subject) || uuid_send(actor) || int8send(coalesce(corrects, 0)) || body
    from head h, unnest(p_entry_event, p_entry_client, p_entry_subject, p_entry_actor, p_entry_corrects, v_body) with ordinality
      as u(event, client, subject, actor, corrects, body, i)
  ), postings as (
    insert into ledger.posting (entry_number, line, account, party_id, amount)
    select h.first + i, o, a, case when a < 10 then p_entry_client[i] end, m
    from head h, unnest(p_post_entry, p_post_account, p_post_amount) with ordinality as u(i, a, m, o)
  ), deltas as (
    insert into ledger.house_delta (account, upto, amount)
    select a, h.first + n, sum(m) from head h, unnest(p_post_account, p_post_amount) as u(a, m) where a >= 10 group by a, h.first
  )
  select first, at into v_first, v_at from head;

  perform pg_notify('clearbook', payload) from unnest(p_notify) as u(payload);

  return json_build_object('first', v_first::text, 'at', v_at);
end
$$;

-- What an entry's canonical bytes are, version 1, all integers big-endian: version (2 bytes), time in milliseconds since 1970 (8), number (8),
-- event (2), client, subject, actor (16 each), corrected entry or 0 (8), then for each posting in order its account (2) and amount, debits
-- positive (8). Recomputed from the rows here, to be compared with what was stored.
create function ledger.canonical_entry(p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(e.schema_version) || int8send((extract(epoch from e.at) * 1000)::bigint) || int8send(e.number) || int2send(e.event)
    || uuid_send(e.client_id) || uuid_send(e.subject_id) || uuid_send(e.actor_id) || int8send(coalesce(e.corrects, 0))
    || (select string_agg(int2send(p.account) || int8send(p.amount), ''::bytea order by p.line) from ledger.posting p where p.entry_number = e.number)
  from ledger.entry e where e.number = p_number
$$;

-- Folds what batches appended for house accounts into their balances. Safe to run at any time, by any process.
create function ledger.fold_house() returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  with gone as (delete from ledger.house_delta returning account, upto, amount),
       sums as (select account, max(upto) as upto, sum(amount) as amount from gone group by account)
  update ledger.house_balance b set amount = b.amount + s.amount, upto = greatest(b.upto, s.upto) from sums s where b.account = s.account
$$;

-- House accounts as they stand, folded or not.
create view ledger.house_account as
select k.code, k.name, k.normal_side, b.amount + coalesce((select sum(d.amount) from ledger.house_delta d where d.account = k.code), 0) as debit_balance
from ledger.account_kind k join ledger.house_balance b on b.account = k.code;

-- The trial balance: for every account, what the postings say and what the running totals say. All columns are debits minus credits.
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

grant select on ledger.house_account, ledger.trial_balance to clearbook_app;
grant execute on function ledger.open_party(uuid, text) to clearbook_app;
grant execute on function ledger.record_audit(uuid, text, text, text, uuid, jsonb, timestamptz) to clearbook_app;
grant execute on function ledger.open_batch(uuid[], uuid[], uuid[], uuid[], bigint[], uuid[], text[], boolean) to clearbook_app;
grant execute on function ledger.commit_batch(timestamptz, smallint[], uuid[], uuid[], uuid[], bigint[], int[], smallint[], bigint[], uuid[], text[], text[], text[], json, json, json, jsonb, text[]) to clearbook_app;
grant execute on function ledger.canonical_entry(bigint) to clearbook_app;
grant execute on function ledger.fold_house() to clearbook_app;
