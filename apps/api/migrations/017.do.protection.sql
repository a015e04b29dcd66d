-- What clients set on themselves: limits on a day's loss and on deposits, and breaks from trading (docs/spec/self-protection.md).

create type ledger.limit_kind as enum ('daily_loss', 'deposit_day', 'deposit_week', 'deposit_month');
create type ledger.time_out_kind as enum ('time_out', 'self_exclusion');

-- One row a limit that a client ever set, as it is now; how it came about is in the audit log. Null amounts are no limit.
create table ledger.client_limit (
  client_id uuid not null references ledger.party,
  kind ledger.limit_kind not null,
  amount bigint,
  -- A looser limit, or none, and when it takes the place of the present one.
  next_amount bigint,
  next_at timestamptz(3),
  set_at timestamptz(3) not null,
  primary key (client_id, kind),
  constraint client_limit_sound check ((amount is null or amount between 100 and 1000000000) and (next_amount is null or next_amount between 100 and 1000000000)
    and (next_at is not null or next_amount is null)
    -- Only a looser one waits.
    and (next_at is null or amount is not null and (next_amount is null or next_amount > amount)))
);

create table ledger.time_out (
  client_id uuid primary key references ledger.party,
  kind ledger.time_out_kind not null,
  started_at timestamptz(3) not null,
  until timestamptz(3) not null,
  -- A self-exclusion whose time is over goes on until the client has asked to come back and a day has passed.
  return_at timestamptz(3),
  constraint time_out_sound check (until > started_at and (return_at is null or kind = 'self_exclusion' and return_at > until))
);

-- Whether a client has rows above, so that a batch about others reads nothing more; and what limits are measured by, kept by the ledger itself
-- for everybody: what the latest UTC day with closings or financing brought, and what was credited from outside on the latest day with a
-- deposit or top-up, in its week (from Monday) and in its month.
alter table ledger.party
  add column guarded boolean not null default false,
  add column result_day date,
  add column day_result bigint not null default 0,
  add column funded_day date,
  add column day_funded bigint not null default 0,
  add column week_funded bigint not null default 0,
  add column month_funded bigint not null default 0;

-- The figures of the day, week and month in which this runs.
update ledger.party p set funded_day = d.day, day_funded = d.of_day, week_funded = d.of_week, month_funded = d.of_month
from (
  select e.client_id, max(e.day) as day,
    coalesce(sum(e.amount) filter (where e.day = e.last), 0) as of_day,
    coalesce(sum(e.amount) filter (where date_trunc('week', e.day::timestamp) = date_trunc('week', e.last::timestamp)), 0) as of_week,
    coalesce(sum(e.amount) filter (where date_trunc('month', e.day::timestamp) = date_trunc('month', e.last::timestamp)), 0) as of_month
  from (
    select n.client_id, (n.at at time zone 'UTC')::date as day, max((n.at at time zone 'UTC')::date) over (partition by n.client_id) as last,
      (select -coalesce(sum(o.amount), 0) from ledger.posting o where o.entry_number = n.number and o.account = 1) as amount
    from ledger.entry n where n.event in (1, 2)
  ) as e group by e.client_id
) as d where p.id = d.client_id;

update ledger.party p set result_day = d.last, day_result = d.result
from (
  select e.client_id, e.last, -coalesce(sum(o.amount), 0) as result
  from (select n.client_id, n.number, (n.at at time zone 'UTC')::date as day, max((n.at at time zone 'UTC')::date) over (partition by n.client_id) as last
        from ledger.entry n where n.event = 4) as e
  join ledger.posting o on o.entry_number = e.number and o.account in (1, 2)
  where e.day = e.last group by e.client_id, e.last
) as d where p.id = d.client_id;
