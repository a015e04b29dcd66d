-- Version 3, text 185cd0752e30.
-- The minutes of a recorded hour, unpacked as packages/domain/src/market/tape.ts packs them.
create or replace function ledger.unpacked_hour(p_bars bytea) returns table (minute int, open numeric, high numeric, low numeric, close numeric, ticks numeric)
language plpgsql immutable set search_path = ledger, pg_temp as
$$
declare
  v_at int := 0;
  v_form int;
  v_byte int;
  v_values numeric[];
  v_value numeric;
  v_scale numeric;
  v_step numeric;
begin
  while v_at < octet_length(p_bars) loop
    minute := get_byte(p_bars, v_at);
    v_form := get_byte(p_bars, v_at + 1);
    v_at := v_at + 2;
    v_values := '{}';
    while cardinality(v_values) < case when v_form >= 128 then 5 else 4 end loop
      v_value := 0;
      v_scale := 1;
      loop
        v_byte := get_byte(p_bars, v_at);
        v_at := v_at + 1;
        v_value := v_value + v_scale * (v_byte & 127);
        v_scale := v_scale * 128;
        exit when v_byte < 128;
      end loop;
      v_values := v_values || v_value;
    end loop;
    v_step := 10 ^ (10 - (v_form & 127));
    open := v_values[1] * v_step;
    close := (v_values[1] + case when v_values[2] % 2 = 0 then div(v_values[2], 2) else -div(v_values[2] + 1, 2) end) * v_step;
    high := greatest(open, close) + v_values[3] * v_step;
    low := least(open, close) - v_values[4] * v_step;
    ticks := v_values[5];
    return next;
  end loop;
end
$$;

-- A recorded minute. Nothing where there is none.
drop function if exists ledger.recorded_bar(text, timestamptz);
create or replace function ledger.recorded_bar(p_symbol text, p_minute timestamptz) returns table (open numeric, high numeric, low numeric, close numeric, ticks numeric)
language sql stable set search_path = ledger, pg_temp as
$$
  select b.open, b.high, b.low, b.close, b.ticks from ledger.bar_hour h cross join lateral ledger.unpacked_hour(h.bars) b
  where h.symbol = p_symbol and h.hour = date_trunc('hour', p_minute, 'UTC') and b.minute = extract(minute from p_minute at time zone 'UTC')::int
$$;

-- What a one-minute bar's canonical bytes are, version 1, all integers big-endian: version (2 bytes), its beginning in milliseconds since 1970 (8), open, high, low and
-- close of the mids in units of 1e-10 (8 each), how many quotes made it (8; -1 where they were not counted), then its symbol as its length in bytes (4) and UTF-8.
create or replace function ledger.canonical_minute(p_symbol text, p_minute bigint, p_open numeric, p_high numeric, p_low numeric, p_close numeric, p_ticks numeric) returns bytea
language sql immutable as
$$
  select int2send(1::smallint) || int8send(p_minute * 60000) || int8send(p_open::bigint) || int8send(p_high::bigint) || int8send(p_low::bigint) || int8send(p_close::bigint)
    || int8send(coalesce(p_ticks, -1)::bigint) || int4send(octet_length(p_symbol)) || convert_to(p_symbol, 'UTF8')
$$;

create or replace function ledger.canonical_bar(p_symbol text, p_minute bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select ledger.canonical_minute(p_symbol, p_minute, b.open, b.high, b.low, b.close, b.ticks) from ledger.recorded_bar(p_symbol, to_timestamp(p_minute * 60)) b
$$;

grant execute on function ledger.unpacked_hour(bytea), ledger.recorded_bar(text, timestamptz), ledger.canonical_bar(text, bigint),
  ledger.canonical_minute(text, bigint, numeric, numeric, numeric, numeric, numeric) to clearbook_app;
