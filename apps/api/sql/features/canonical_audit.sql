-- Version 1, text 876f3634bf8f.
-- What an audit line's canonical bytes are, version 1, all integers big-endian: version (2 bytes), number (8), time in milliseconds since 1970 (8), actor and
-- client (16 each, zeros for none), then action, kind of subject, subject and facts, each as its length in bytes (4) and UTF-8. Facts are JSON as the database
-- writes it.
create or replace function ledger.canonical_audit(p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(1::smallint) || int8send(a.number) || int8send((extract(epoch from a.at) * 1000)::bigint) || uuid_send(a.actor_id)
    || coalesce(uuid_send(a.client_id), decode(repeat('00', 16), 'hex'))
    || (select string_agg(int4send(octet_length(t.bytes)) || t.bytes, ''::bytea order by t.place)
        from (select x.place, convert_to(x.text, 'UTF8') as bytes
              from unnest(array[a.action, a.subject_type, a.subject_id, a.facts::text]) with ordinality as x(text, place)) as t)
  from ledger.audit a where a.number = p_number
$$;

grant execute on function ledger.canonical_audit(bigint) to clearbook_app;
