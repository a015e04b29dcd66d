-- Version 1, text 551dbc15a0ee.
-- What the canonical bytes of a day's liability root are, version 1, all integers big-endian: version (2 bytes), tree (2), day and moment in milliseconds since 1970 (8
-- each), depth (2), sum in cents (8), root (32), the root before it (32), how many books (2), then for each its number (2) and its last entry then (8).
create or replace function ledger.canonical_liability(p_day date, p_tree smallint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select int2send(1::smallint) || int2send(r.tree) || int8send(extract(epoch from r.day)::bigint * 1000) || int8send((extract(epoch from r.at) * 1000)::bigint)
    || int2send(r.depth) || int8send(r.total) || r.root || r.previous || int2send(cardinality(r.books)::smallint)
    || (select string_agg(int2send(b.book) || int8send(b.number), ''::bytea order by b.place)
        from unnest(r.books, r.numbers) with ordinality as b(book, number, place))
  from ledger.liability_root r where r.day = p_day and r.tree = p_tree
$$;

grant execute on function ledger.canonical_liability(date, smallint) to clearbook_app;
