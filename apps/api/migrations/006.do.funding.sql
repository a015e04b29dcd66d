create type ledger.deposit_method as enum ('bitcoin', 'ethereum', 'tether', 'loan');
create type ledger.deposit_status as enum ('awaiting_payment', 'pending', 'approved', 'rejected');
create type ledger.withdrawal_method as enum ('bank', 'crypto', 'paypal', 'cashapp', 'gcash');
create type ledger.withdrawal_status as enum ('awaiting_code', 'pending', 'approved', 'rejected', 'cancelled', 'lapsed', 'returned');
create type ledger.coin as enum ('bitcoin', 'ethereum', 'usdt');
create type ledger.hold_code as enum ('aml_review', 'court_order', 'security_cooling');

create table ledger.deposit (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  amount bigint not null check (amount > 0),
  method ledger.deposit_method not null,
  status ledger.deposit_status not null,
  address text,
  pay_units bigint check (pay_units > 0),
  rate bigint check (rate > 0),
  rate_source text,
  expires_at timestamptz(3),
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
  late_rate bigint check (late_rate > 0),
  late_rate_source text,
  -- When it arrived, as staff recorded it.
  received_at timestamptz(3),
  -- Of the coins beyond what the locked rate covers.
  rest_rate bigint check (rest_rate > 0),
  -- What was typed again where a credit is large or not what was asked for (docs/spec/funding.md, F50): kept with the deposit that it confirmed.
  confirmed bigint,
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  constraint deposit_credit_most check (method::text = 'loan' or credited <= 100000000),
  constraint deposit_late_rate check ((late_rate is null) = (late_rate_source is null) and (late_rate is null or proof_at > expires_at)),
  constraint deposit_loan_unpaid check (method::text <> 'loan' or num_nonnulls(received_at, rest_rate) = 0),
  constraint deposit_received check (received_at >= date_trunc('minute', created_at) and received_at <= decided_at),
  constraint deposit_sound check (
    case when method::text = 'loan' then
      num_nonnulls(address, pay_units, rate, rate_source, expires_at, proof_file, proof_at, received_units, receipt_rate, txid, output_index) = 0
      and status in ('pending', 'approved', 'rejected') and (status = 'approved') = (credited is not null)
    else
      num_nonnulls(address, pay_units, rate, rate_source, expires_at) = 5
      and (status in ('approved')) = (credited is not null and txid is not null and output_index is not null)
    end
  ),
  constraint deposit_txid check (txid ~ case when method::text = 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end)
);
create index deposit_client on ledger.deposit (client_id, id);
-- How many are open is asked before another one is made.
create index deposit_open on ledger.deposit (client_id) where status in ('awaiting_payment', 'pending');
create index deposit_status on ledger.deposit (status, id);

-- One payment is credited once, ever, whoever claims it: reserved here in the batch that credits it, so that no index of the clients' own rows has to
-- know about those of others.
create table ledger.credited_payment (
  method ledger.deposit_method not null,
  txid text not null check (txid = lower(txid)),
  output_index integer not null,
  deposit_id uuid not null,
  constraint payment_credited_once primary key (method, txid, output_index)
);

create table ledger.withdrawal (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  amount bigint not null check (amount > 0),
  fee_bps integer not null check (fee_bps between 0 and 500),
  fee bigint not null,
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
  -- When a client said that a payout never arrived, for its timeline.
  not_received_at timestamptz(3),
  -- "Not received" ends: when the money is given back, and when staff have traced the payment (docs/spec/funding.md).
  traced_at timestamptz(3),
  -- Where a withdrawal goes, as a digest that only the server can work out (docs/spec/funding.md, F54): a client's code is asked for where they
  -- were never paid before.
  payee text check (length(payee) between 1 and 100),
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  check (fee >= 0 and fee < amount),
  check ((method = 'crypto') = (coin is not null)),
  check (status not in ('approved', 'returned') or payout_reference is not null),
  constraint withdrawal_reopened check (not not_received or status = 'approved')
);
create index withdrawal_client on ledger.withdrawal (client_id, id);
-- What may be overdue: what waits for its decision, and what was paid out and reported as not received. Few rows of a long table.
create index withdrawal_overdue on ledger.withdrawal (id) where not_received or status = 'pending';
create index withdrawal_paid_to on ledger.withdrawal (client_id, payee) where status = 'approved' and payee is not null;
create index withdrawal_status on ledger.withdrawal (status, id);
create index withdrawal_waiting on ledger.withdrawal (status, created_at) where status in ('awaiting_code', 'pending');

-- The account that holds what came in or goes out by this method.
create function ledger.custody_of(p_method text, p_coin text) returns smallint
language sql immutable set search_path = ledger, pg_temp as
$$
  select (case coalesce(p_coin, p_method) when 'bitcoin' then 10 when 'ethereum' then 11 when 'tether' then 12 when 'usdt' then 12
    when 'bank' then 13 when 'paypal' then 14 when 'cashapp' then 15 when 'gcash' then 16 end)::smallint
$$;

-- What one member of staff lets go alone on a UTC day (docs/spec/manage.md): limits that two people set, each with its history, and the
-- entries that are summed.
create table ledger.release_limit (
  id bigint primary key generated always as identity,
  day_cents bigint not null check (day_cents between 0 and 100000000),
  client_cents bigint not null check (client_cents between 0 and 25000000),
  -- Who proposed and who approved it stands there.
  proposal_id uuid not null unique references ledger.proposal,
  at timestamptz(3) not null,
  constraint release_limit_sound check (client_cents <= day_cents)
);

create table ledger.hold (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  code ledger.hold_code not null,
  -- What the client reads and can name; never about the person.
  reference text not null,
  placed_by uuid references ledger.party_book,
  placed_at timestamptz(3) not null,
  -- Who set the end that holds now, by placing or by renewing, and when.
  set_by uuid references ledger.party_book,
  set_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  renewals smallint not null default 0,
  lifted_by uuid references ledger.party_book,
  lifted_at timestamptz(3),
  -- Under which the reason is kept.
  lift_note uuid,
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  -- Nobody of the staff can make one, and none can be made longer by them.
  constraint hold_automatic check (
    (placed_by is null) = (set_by is null) and (placed_by is not null or code = 'security_cooling' and ends_at = set_at + interval '24 hours')),
  constraint hold_by_others check (client_id is distinct from placed_by and client_id is distinct from set_by and lifted_by is distinct from client_id),
  constraint hold_end check (ends_at > set_at and ends_at <= set_at + interval '720 hours'),
  constraint hold_lifted check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_note is null) and (lifted_at is null or lifted_at between set_at and ends_at)),
  constraint hold_reference check (reference = btrim(reference) and length(reference) between 1 and 120),
  constraint hold_renewed check (set_at >= placed_at and (renewals > 0 or set_at = placed_at and set_by is not distinct from placed_by))
);
create index hold_client on ledger.hold (client_id, placed_at);
