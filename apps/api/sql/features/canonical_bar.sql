-- Version 1, text 3f23e5eed91b.
-- A recorded minute, unpacked as packages/domain/src/market/tape.ts packs it. Null where there is none.
create or replace function ledger.recorded_bar(p_symbol text, p_minute timestamptz, out open numeric, out high numeric, out low numeric, out close numeric, out ticks numeric)
language plpgsql stable set search_path = ledger, pg_temp as
$$
declare
  v_bars bytea := (select b.bars from ledger.bar_hour b where b.symbol = p_symbol and b.hour = date_trunc('hour', p_minute, 'UTC'));
  v_at int := 0;
  v_minute int;
  v_form int;
  v_byte int;
  v_values numeric[];
  v_value numeric;
  v_scale numeric;
  v_step numeric;
begin
  while v_at < octet_length(v_bars) loop
    v_minute := get_byte(v_bars, v_at);
    v_form := get_byte(v_bars, v_at + 1);
    v_at := v_at + 2;
    v_values := '{}';
    while cardinality(v_values) < case when v_form >= 128 then 5 else 4 end loop
      v_value := 0;
      v_scale := 1;
      loop
        v_byte := get_byte(v_bars, v_at);
        v_at := v_at + 1;
        v_value := v_value + v_scale * (v_byte & 127);
        v_scale := v_scale * 128;
        exit when v_byte < 128;
      end loop;
      v_values := v_values || v_value;
    end loop;
    if v_minute = extract(minute from p_minute)::int then
      v_step := 10 ^ (10 - (v_form & 127));
      open := v_values[1] * v_step;
      close := (v_values[1] + case when v_values[2] % 2 = 0 then div(v_values[2], 2) else -div(v_values[2] + 1, 2) end) * v_step;
      high := greatest(open, close) + v_values[3] * v_step;
      low := least(open, close) - v_values[4] * v_step;
      ticks := v_values[5];
      return;
    end if;
  end loop;
end
$$;

-- What a one-minute bar's canonical bytes are, version 1, all integers big-endian: version (2 bytes), its beginning in milliseconds since 1970 (8), open, high, low and
-- close of the mids in units of 1e-10 (8 each), how many quotes made it (8; -1 where they were not counted), then its symbol as its length in bytes (4) and UTF-8.
create or replace function ledger.canonical_bar(p_symbol text, p_minute bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(1::smallint) || int8send(p_minute * 60000) || int8send(b.open::bigint) || int8send(b.high::bigint) || int8send(b.low::bigint) || int8send(b.close::bigint)
    || int8send(coalesce(b.ticks, -1)::bigint) || int4send(octet_length(p_symbol)) || convert_to(p_symbol, 'UTF8')
  from ledger.recorded_bar(p_symbol, to_timestamp(p_minute * 60)) b where b.open is not null
$$;

grant execute on function ledger.recorded_bar(text, timestamptz), ledger.canonical_bar(text, bigint) to clearbook_app;
