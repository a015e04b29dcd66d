-- Recorded prices: one-minute bars of live feeds, an hour of one instrument a row. A minute is packed (packages/domain/src/market/tape.ts) and appended by
-- ledger.record_bars alone; nothing that was recorded is ever changed. Simulated and replayed prices are not recorded: their feeds are pure functions of time.
create table ledger.bar_hour (
  symbol text not null,
  hour timestamptz(3) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  -- The hour so far, mids in units of 1e-10.
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  -- Minute of the last bar in it.
  last_minute smallint not null check (last_minute between 0 and 59),
  bars bytea not null,
  primary key (symbol, hour),
  constraint bar_hour_sound check (low > 0 and low <= open and low <= close and high >= open and high >= close)
) with (fillfactor = 95);

-- What a second source said when a quote was made on which something was dealt.
create table ledger.quote_second (
  quote_id text primary key references ledger.quote (id),
  source text not null,
  bid bigint not null,
  ask bigint not null,
  source_time timestamptz(3) not null,
  -- How far the quote's mid, before any mark-up, lay from this one's, in hundredths of a basis point.
  deviation bigint not null,
  constraint quote_second_sound check (bid > 0 and ask >= bid)
);
