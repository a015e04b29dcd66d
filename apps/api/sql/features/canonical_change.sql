-- Version 1, text 5248bc818c8f.
-- What the canonical bytes of a change of terms are, version 1, all integers big-endian: version (2 bytes), number (8), time in milliseconds since 1970 (8), then what
-- was changed, which of it, the values before and the values from then on, each as its length in bytes (4) and UTF-8. Values are JSON as the database writes it;
-- empty where there were or are none.
create or replace function ledger.canonical_change(p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(1::smallint) || int8send(c.number) || int8send((extract(epoch from c.at) * 1000)::bigint)
    || (select string_agg(int4send(octet_length(t.bytes)) || t.bytes, ''::bytea order by t.place)
        from (select x.place, convert_to(x.text, 'UTF8') as bytes
              from unnest(array[c.source, c.row_key, coalesce(c.before::text, ''), coalesce(c.after::text, '')]) with ordinality as x(text, place)) as t)
  from ledger.terms_change c where c.number = p_number
$$;

grant execute on function ledger.canonical_change(bigint) to clearbook_app;
