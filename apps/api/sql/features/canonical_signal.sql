-- Version 1, text 1f7453ffb74e.
-- What a published signal's canonical bytes are, version 1, all integers big-endian: version (2 bytes), id (16), beginning of its bar in milliseconds since 1970 (8),
-- entry, stop and target in units of 1e-10 (8 each), when it was issued and when it ends in milliseconds since 1970 (8 each), then rule, symbol, side and origin,
-- each as its length in bytes (4) and UTF-8.
create or replace function ledger.canonical_signal(p_id uuid) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(1::smallint) || uuid_send(s.id) || int8send((extract(epoch from s.bar_time) * 1000)::bigint)
    || int8send(s.entry) || int8send(s.stop) || int8send(s.target)
    || int8send((extract(epoch from s.issued_at) * 1000)::bigint) || int8send((extract(epoch from s.expires_at) * 1000)::bigint)
    || (select string_agg(int4send(octet_length(t.bytes)) || t.bytes, ''::bytea order by t.place)
        from (select x.place, convert_to(x.text, 'UTF8') as bytes
              from unnest(array[s.rule, s.symbol, s.side::text, s.origin]) with ordinality as x(text, place)) as t)
  from ledger.signal s where s.id = p_id
$$;

grant execute on function ledger.canonical_signal(uuid) to clearbook_app;
