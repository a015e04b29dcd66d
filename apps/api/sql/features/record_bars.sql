-- Version 4, text 82ee872d3f38.
-- Appends one finished minute of live prices: at most one bar an instrument. A minute that is recorded already, or lies before the last one of its hour, is passed over:
-- whoever was first has written it. False where nothing was new.
-- p_ticks is how many quotes each bar was made of. A program that doesn't count them leaves it out, and its hours then have no number.
drop function if exists ledger.record_bars(timestamptz, text[], bigint[], bigint[], bigint[], bigint[], bytea[]);
create or replace function ledger.record_bars(
  p_minute timestamptz, p_symbols text[], p_open bigint[], p_high bigint[], p_low bigint[], p_close bigint[], p_packed bytea[],
  p_ticks bigint[] default null
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_hour timestamptz := date_trunc('hour', p_minute, 'UTC');
  v_minute smallint := extract(minute from p_minute at time zone 'UTC')::smallint;
  v_written int;
begin
  if extract(epoch from p_minute)::bigint % 60 <> 0 or p_minute <> date_trunc('minute', p_minute, 'UTC') then
    raise exception 'tape: a bar begins with its minute';
  end if;
  if exists (select 1 from unnest(p_packed) as x(packed)
    where octet_length(packed) not between 6 and 60 or get_byte(packed, 0) <> v_minute) then
    raise exception 'tape: not the bar of this minute';
  end if;
  with written as (
  insert into ledger.bar_hour as b (symbol, hour, open, high, low, close, last_minute, bars, ticks)
  select symbol, v_hour, open, high, low, close, v_minute, packed, ticks
  from unnest(p_symbols, p_open, p_high, p_low, p_close, p_packed, p_ticks) as x(symbol, open, high, low, close, packed, ticks)
  order by symbol
  on conflict (symbol, hour) do update
    set high = greatest(b.high, excluded.high), low = least(b.low, excluded.low), close = excluded.close,
        last_minute = excluded.last_minute, bars = b.bars || excluded.bars, ticks = b.ticks + excluded.ticks
    where b.last_minute < excluded.last_minute
  returning symbol
  )
  -- U10: a minute that is over has its leaf, and never changes.
  insert into ledger.log_queue (type, source_row) select 5, symbol || '/' || (extract(epoch from p_minute) / 60)::bigint from written;
  get diagnostics v_written = row_count;
  return v_written > 0;
end
$$;
grant execute on function ledger.record_bars(timestamptz, text[], bigint[], bigint[], bigint[], bigint[], bytea[], bigint[]) to clearbook_app;
