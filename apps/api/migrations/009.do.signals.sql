-- Mids, in units of 1e-10. Written once, when the hour is over.
create table ledger.signal_bar (
  symbol text not null,
  time timestamptz(3) not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  primary key (symbol, "time"),
  constraint signal_bar_sound check (low > 0 and low <= open and low <= close and high >= open and high >= close and extract(epoch from time)::bigint % 3600 = 0)
);

create table ledger.signal (
  id uuid primary key,
  rule text not null,
  symbol text not null,
  side ledger.side not null,
  -- Beginning of the bar that it was computed from: the last one that it looked at.
  bar_time timestamptz(3) not null,
  entry bigint not null,
  stop bigint not null,
  target bigint not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- 'live': published within minutes of its bar's close, before anybody could know how it would end. Everything else is 'backtest'.
  origin text not null check (origin in ('live', 'backtest')),
  unique (rule, symbol, bar_time),
  foreign key (symbol, bar_time) references ledger.signal_bar(symbol, "time"),
  constraint signal_sound check (
    least(entry, stop, target) > 0 and expires_at > bar_time + interval '1 hour'
    and case side when 'buy' then stop < entry and entry < target else target < entry and entry < stop end)
);
-- Open ones are among those that have not expired.
create index signal_expires on ledger.signal (expires_at);

create table ledger.signal_score (
  signal_id uuid primary key references ledger.signal,
  -- Copied from the signal, for lists.
  rule text not null,
  symbol text not null,
  origin text not null,
  outcome text not null check (outcome in ('target', 'stop', 'expired', 'not_entered')),
  fill bigint,
  exit bigint,
  -- The result in hundredths of the published risk, after costs.
  r_hundredths integer not null,
  ended_at timestamptz(3) not null,
  scored_at timestamptz(3) not null,
  constraint signal_score_sound check ((outcome = 'not_entered') = (fill is null) and (fill is null) = (exit is null) and (fill is not null or r_hundredths = 0))
);
create index signal_score_ended on ledger.signal_score (origin, ended_at desc, signal_id desc);

-- Running totals of the record, kept by the commit function: at most one row a rule, instrument and origin.
create table ledger.signal_total (
  rule text not null,
  symbol text not null,
  origin text not null,
  issued integer not null default 0,
  target integer not null default 0,
  stop integer not null default 0,
  expired integer not null default 0,
  not_entered integer not null default 0,
  won integer not null default 0,
  lost integer not null default 0,
  -- Sums of the gains and of the losses, both positive, in hundredths of the risk.
  gained bigint not null default 0,
  given_up bigint not null default 0,
  primary key (origin, rule, symbol)
);

-- Signals: the hourly bars they are computed from, each signal as it was published, and what became of it. Append-only, through ledger.publish_signals alone.
-- What any of them was computed from is here too, so that the whole record can be counted again from this database, whatever the feed says later.
-- Every closed bar up to `until` is recorded and every signal and score that follows from them is published. Null before the first time.
create table ledger.signal_head (
  only_row boolean primary key default true check (only_row),
  until timestamptz(3) check (extract(epoch from until)::bigint % 3600 = 0)
);
insert into ledger.signal_head (until) values (null);

-- Which instruments a client sees signals for, in the order in which they were chosen: where the strength falls, the first ones stay.
create table app.signal_coverage (
  client_id uuid primary key references app."user",
  symbols text[] not null check (cardinality(symbols) between 1 and 200),
  -- UTC day on which an instrument was last given up for another.
  changed_on date
);
