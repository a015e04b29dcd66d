-- A payment is credited under the name that its network gives it, at the rates that count for when it arrived, and never beyond a limit
-- (docs/spec/funding.md).
alter table ledger.deposit
  -- When it arrived, as staff recorded it.
  add column received_at timestamptz(3),
  -- Of the coins beyond what the locked rate covers.
  add column rest_rate bigint check (rest_rate > 0);

-- Demo mode's ids take the form of the network; others take their own where no second payment has it.
update ledger.deposit d set txid = case when d.method::text = 'ethereum' then '0x' else '' end || lpad(replace(d.id::text, '-', ''), 64, '0')
where d.txid = 'demo-' || d.id;
with written as (
  select d.id, case when d.method::text = 'ethereum' then '0x' else '' end || regexp_replace(lower(d.txid), '^0x', '') as txid,
    count(*) over (partition by d.method, regexp_replace(lower(d.txid), '^0x', ''), d.output_index) as alike
  from ledger.deposit d where d.status = 'approved' and lower(d.txid) ~ '^(0x)?[0-9a-f]{64}$'
)
update ledger.deposit d set txid = w.txid from written w where w.id = d.id and w.alike = 1;

-- Not of payments that were credited before: they stay as they were written down.
alter table ledger.deposit
  add constraint deposit_txid check (txid ~ case when method::text = 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end) not valid,
  add constraint deposit_credit_most check (method::text = 'loan' or credited <= 100000000) not valid,
  add constraint deposit_received check (received_at >= date_trunc('minute', created_at) and received_at <= decided_at) not valid,
  add constraint deposit_loan_unpaid check (method::text <> 'loan' or num_nonnulls(received_at, rest_rate) = 0);

-- How many are open is asked before another one is made.
create index deposit_open on ledger.deposit (client_id) where status in ('awaiting_payment', 'pending');
