-- Prices that a person wants to be told of (docs/spec/alerts.md). Nothing here holds money; erase_person clears it by `client_id`.
create table app.price_alert (
  id uuid primary key,
  client_id uuid not null references app."user",
  symbol text not null check (length(symbol) between 1 and 10),
  kind text not null check (kind in ('above', 'below', 'rises', 'falls')),
  -- What sets it off, in 1e-10 of the quote currency, compared with the mid.
  level bigint not null check (level > 0),
  -- Of a change: hundredths of a percent, and the price from which it is measured.
  percent integer check (percent > 0),
  base bigint check (base > 0),
  repeats boolean not null,
  expires_at timestamptz(3),
  state text not null default 'active' check (state in ('active', 'triggered', 'expired')),
  -- Counts every change of what it waits for: what was decided of an earlier one changes nothing.
  turn integer not null default 0,
  -- It was set off and repeats: it waits for the price to come back to the other side of its level first.
  comes_back boolean not null default false,
  set_at timestamptz(3) not null,
  -- No quote from before counts.
  counts_from timestamptz(3) not null,
  -- In whose shares the level is: every split up to here is in it.
  split_through timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  triggered_at timestamptz(3),
  triggered_price bigint,
  triggered_quote text,
  times integer not null default 0,
  -- Which request made it.
  request_key text not null check (length(request_key) <= 300),
  request_hash text not null,
  constraint price_alert_once unique (client_id, request_key),
  constraint price_alert_change check (case when kind in ('rises', 'falls') then num_nonnulls(percent, base) = 2 else num_nonnulls(percent, base) = 0 end),
  constraint price_alert_ends check (not repeats or expires_at is not null),
  constraint price_alert_fired check (num_nonnulls(triggered_at, triggered_price, triggered_quote) in (0, 3) and (times = 0) = (triggered_at is null)
    and (state <> 'triggered' or times > 0) and (not comes_back or (repeats and percent is null)))
);
comment on index app.price_alert_pkey is 'An alert that a quote reached, and those that changed.';
comment on index app.price_alert_once is 'A person''s alerts. And a rule: a request makes one.';
create index price_alert_changed on app.price_alert (changed_at) where state = 'active';
comment on index app.price_alert_changed is 'What was set of late, for the process that watches prices.';
create index price_alert_ends on app.price_alert (expires_at) where state = 'active' and expires_at is not null;
comment on index app.price_alert_ends is 'Whose time is over.';
create index price_alert_symbol on app.price_alert (symbol) where state = 'active';
comment on index app.price_alert_symbol is 'Those of a share that splits.';

alter table app.mail_preference add column price_alerts boolean not null default true;
