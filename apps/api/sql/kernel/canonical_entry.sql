-- Version 4, text 3ed4325cad25.
-- What an entry's canonical bytes are, version 1, all integers big-endian: version (2 bytes), book (2), time in milliseconds since 1970 (8), number (8),
-- event (2), client, subject, actor (16 each), corrected entry or 0 (8), then for each posting in order its account (2) and amount, debits
-- positive (8). Recomputed from the rows here, to be compared with what was stored.
create or replace function ledger.canonical_head(
  p_version smallint, p_book smallint, p_at timestamptz, p_number bigint, p_event smallint, p_client uuid, p_subject uuid, p_actor uuid, p_corrects bigint
) returns bytea
language sql stable as
$$
  select int2send(p_version) || int2send(p_book) || int8send((extract(epoch from p_at) * 1000)::bigint) || int8send(p_number) || int2send(p_event)
    || uuid_send(p_client) || uuid_send(p_subject) || uuid_send(p_actor) || int8send(coalesce(p_corrects, 0))
$$;

create or replace function ledger.canonical_of(e ledger.entry) returns bytea
language sql stable as
$$
  select ledger.canonical_head(e.schema_version, e.book, e.at, e.number, e.event, e.client_id, e.subject_id, e.actor_id, e.corrects)
    || (select string_agg(int2send(l.account) || int8send(l.amount), ''::bytea order by l.line) from unnest(e.accounts, e.amounts) with ordinality as l(account, amount, line))
$$;

create or replace function ledger.canonical_entry(p_book smallint, p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select ledger.canonical_of(e) from ledger.entry e where e.book = p_book and e.number = p_number
$$;

grant execute on function ledger.canonical_head(smallint, smallint, timestamptz, bigint, smallint, uuid, uuid, uuid, bigint), ledger.canonical_of(ledger.entry), ledger.canonical_entry(smallint, bigint) to clearbook_app;
