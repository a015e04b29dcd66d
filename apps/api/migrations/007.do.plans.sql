-- What clients buy from their balance: packages (tiers of the account) and signal plans, and a receipt for each purchase.

-- Never changed and never taken away, so that what somebody bought stays what they saw. Mark-up in tenths of a pip for forex and in basis
-- points otherwise; the ceiling is N of N:1, and the regulatory cap always wins over it.
create table ledger.package (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  -- The order in which they stand on the page.
  place int generated always as identity,
  name text not null check (length(name) between 1 and 60),
  price bigint not null check (price between 1 and 99999999999),
  markup smallint not null check (markup between 0 and 100),
  leverage_ceiling smallint not null check (leverage_ceiling between 1 and 500),
  features text[] not null check (cardinality(features) between 1 and 20),
  added_by uuid,
  at timestamptz(3) not null default now()
);
insert into ledger.package (id, name, price, markup, leverage_ceiling, features)
select id, name, price, markup, 500,
  array['Leverage up to the regulatory cap, instead of half of it', 'Holds for every instrument from the next trade on', 'Bought once, yours for good']
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

create type ledger.plan_kind as enum ('package', 'signal_plan');

-- One row an entry of the event plan_bought: what was bought, at what price, from what balance, and what it changed.
create table ledger.purchase (
  id uuid primary key,
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
  constraint purchase_sound check (cash_before >= price
    and (kind = 'package') = (markup_before is not null and markup_after is not null and ceiling_before is not null and ceiling_after is not null)
    and (kind = 'signal_plan') = (percent_before is not null and percent_after is not null))
);
create index purchase_client on ledger.purchase (client_id, id);
create index purchase_plan on ledger.purchase (plan_id) where kind = 'package';
-- From a receipt to its entry.
create index entry_plan_bought on ledger.entry (subject_id) where event = 10;

-- Since when an account is suspended: days that were paid for stand still from then on.
alter table ledger.party add column suspended_at timestamptz(3);
update ledger.party p set suspended_at = coalesce((select n.at from app.note n where n.subject_id = p.id and n.kind = 'reason'), now())
where p.status = 'suspended';
