create type ledger.plan_kind as enum ('package', 'signal_plan');
create type ledger.loan_status as enum ('pending', 'approved', 'rejected', 'repaid', 'written_off');

-- What clients buy from their balance: packages (tiers of the account) and signal plans, and a receipt for each purchase.
-- Never changed and never taken away, so that what somebody bought stays what they saw. Mark-up in tenths of a pip for forex and in basis
-- points otherwise; the ceiling is N of N:1, and the regulatory cap always wins over it.
create table ledger.package (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  -- The order in which they stand on the page.
  place integer generated always as identity,
  name text not null check (length(name) between 1 and 60),
  price bigint not null check (price >= 1 and (price <= '99999999999'::bigint)),
  markup smallint not null check (markup between 0 and 100),
  leverage_ceiling smallint not null check (leverage_ceiling between 1 and 500),
  features jsonb not null check (jsonb_typeof(features) = 'array' and jsonb_array_length(features) between 1 and 20),
  added_by uuid,
  at timestamptz(3) not null default now()
);
insert into ledger.package (id, name, price, markup, leverage_ceiling, features)
select id, name, price, markup, 500,
  '["Leverage up to the regulatory cap, instead of half of it", "Holds for every instrument from the next trade on", "Bought once, yours for good"]'::jsonb
from (values ('raw', 'Raw', 250000, 8), ('zero', 'Zero', 400000, 12), ('gold', 'Gold', 500000, 3), ('gold-2', 'Gold', 1000000, 2))
  as four(id, name, price, markup);

-- A boost in percent points that stays, or days of everything.
create table ledger.signal_plan (
  id text primary key,
  name text not null,
  price bigint not null check (price > 0),
  boost smallint check (boost between 1 and 99),
  days smallint check (days > 0),
  check ((boost is null) <> (days is null))
);
insert into ledger.signal_plan (id, name, price, boost, days) values
  ('unlimited', 'Signal unlimited', 50000, null, 30),
  ('basic', 'Basic', 100000, 5, null),
  ('silver', 'Silver', 200000, 12, null),
  ('gold', 'Gold', 300000, 25, null),
  ('diamond', 'Diamond', 400000, 35, null);

-- One row an entry of the event plan_bought: what was bought, at what price, from what balance, and what it changed.
create table ledger.purchase (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  kind ledger.plan_kind not null,
  plan_id text not null,
  name text not null,
  price bigint not null check (price > 0),
  cash_before bigint not null,
  markup_before smallint,
  markup_after smallint,
  ceiling_before smallint,
  ceiling_after smallint,
  percent_before smallint,
  percent_after smallint,
  unlimited_before timestamptz(3),
  unlimited_after timestamptz(3),
  at timestamptz(3) not null,
  primary key (book, id),
  constraint purchase_sound check (cash_before >= price
    and (kind = 'package') = (markup_before is not null and markup_after is not null and ceiling_before is not null and ceiling_after is not null)
    and (kind = 'signal_plan') = (percent_before is not null and percent_after is not null))
);
create index purchase_client on ledger.purchase (client_id, id);
create index purchase_plan on ledger.purchase (plan_id) where kind = 'package';

create table ledger.loan (
  book smallint not null,
  id uuid not null,
  client_id uuid not null,
  level smallint not null,
  amount bigint not null,
  term_days smallint not null,
  status ledger.loan_status not null default 'pending',
  -- Still owed, and what was charged, repaid and written off so far: sums of the loan's entries, kept by the commit function.
  principal bigint not null default 0 check (principal >= 0),
  interest bigint not null default 0 check (interest >= 0),
  charged bigint not null default 0 check (charged >= 0),
  repaid bigint not null default 0 check (repaid >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  -- UTC days: lent on, due on, and the last one whose interest was charged or passed over.
  approved_on date,
  due_on date,
  interest_through date,
  -- While set, the positions that were open at that moment are being closed.
  called_at timestamptz(3),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  closed_at timestamptz(3),
  primary key (book, id),
  foreign key (book, client_id) references ledger.party,
  foreign key (book, id) references ledger.deposit,
  -- The levels that exist.
  constraint loan_level check ((level, amount, term_days) in ((1, 200000000, 25), (2, 500000000, 90))),
  -- Nothing appears or vanishes: what was lent and charged is owed, repaid or written off.
  constraint loan_sound check (
    case when status in ('pending', 'rejected') then principal + interest + charged + repaid + written_off = 0 and approved_on is null
    else amount + charged = principal + interest + repaid + written_off and due_on = approved_on + term_days
      and interest_through between approved_on and due_on end
    and (status = 'approved') = (principal + interest > 0)
    and (status = 'written_off') = (written_off > 0)
    and (called_at is null or status = 'approved')
    and (status = 'pending') = (decided_at is null) and (status in ('repaid', 'written_off')) = (closed_at is not null)
  )
);
create index loan_client on ledger.loan (client_id, id);
create index loan_due on ledger.loan (interest_through, id) where status = 'approved';
-- One open loan a client, whatever the server says.
create unique index loan_open on ledger.loan (book, client_id) where status in ('pending', 'approved');
