-- Version 2, text 8813e194f7ae.
-- What an entry's canonical bytes are, version 1, all integers big-endian: version (2 bytes), book (2), time in milliseconds since 1970 (8), number (8),
-- event (2), client, subject, actor (16 each), corrected entry or 0 (8), then for each posting in order its account (2) and amount, debits
-- positive (8). Recomputed from the rows here, to be compared with what was stored.
create or replace function ledger.canonical_entry(p_book smallint, p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(e.schema_version) || int2send(e.book) || int8send((extract(epoch from e.at) * 1000)::bigint) || int8send(e.number) || int2send(e.event)
    || uuid_send(e.client_id) || uuid_send(e.subject_id) || uuid_send(e.actor_id) || int8send(coalesce(e.corrects, 0))
    || (select string_agg(int2send(p.account) || int8send(p.amount), ''::bytea order by p.line) from ledger.posting p where (p.book, p.entry_number) = (e.book, e.number))
  from ledger.entry e where e.book = p_book and e.number = p_number
$$;

grant execute on function ledger.canonical_entry(smallint, bigint) to clearbook_app;
