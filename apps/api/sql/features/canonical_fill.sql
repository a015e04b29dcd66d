-- Version 3, text 13832280674a.
-- A quote that a fill used, for its canonical bytes: its id as its length in bytes (4) and UTF-8, then bid, ask, the feed's bid and ask, mark-up in units of 1e-10 (8 each),
-- the time that its source gave it and the time that it arrived (8 each), and its source as a text. An empty id, and nothing behind it, for none.
create or replace function ledger.quote_bytes(p_id text, q ledger.quote) returns bytea
language sql immutable as
$$
  select int4send(coalesce(octet_length(p_id), 0)) || convert_to(coalesce(p_id, ''), 'UTF8')
    || coalesce(int8send(q.bid) || int8send(q.ask) || int8send(q.feed_bid) || int8send(q.feed_ask) || int8send(q.markup)
      || int8send((extract(epoch from q.source_time) * 1000)::bigint) || int8send((extract(epoch from q.received_time) * 1000)::bigint)
      || int4send(octet_length(q.source)) || convert_to(q.source, 'UTF8'), ''::bytea)
$$;

-- What a fill's canonical bytes are, version 1, all integers big-endian: version (2 bytes), book (2), fill, trade (the subject of its entry) and client (16 each), kind
-- (1: 1 opens, 2 closes), side (1: 1 buy, 2 sell), lots in hundredths (8), price in units of 1e-10 (8), its trade's collateral, required margin and leverage in
-- hundredths as it was opened (8 each), profit or loss in cents (8, 0 for one that opens), commission in cents (8), time in milliseconds since 1970 (8), symbol as
-- its length in bytes (4) and UTF-8, then the quote that filled it and the one that converted it (quote_bytes). Made of rows, so that many are made at a time: its
-- trade, its closing or null for the fill that opened, and its quotes.
create or replace function ledger.fill_bytes(t ledger.trade, c ledger.closing_fill, q ledger.quote, v ledger.quote) returns bytea
language sql immutable as
$$
  select int2send(1::smallint) || int2send(t.book) || uuid_send(coalesce(c.id, t.id)) || uuid_send(t.id) || uuid_send(t.client_id)
    || case when c.id is null then '\x01'::bytea else '\x02' end || case coalesce(c.side, t.side) when 'buy' then '\x01'::bytea else '\x02' end
    || int8send(coalesce(c.lots, t.lots)) || int8send(coalesce(c.price, t.entry_price))
    || int8send(t.collateral) || int8send(t.required_margin) || int8send(t.leverage_hundredths) || int8send(coalesce(c.realised, 0)) || int8send(0)
    || int8send((extract(epoch from coalesce(c.at, t.opened_at)) * 1000)::bigint) || int4send(octet_length(t.symbol)) || convert_to(t.symbol, 'UTF8')
    || ledger.quote_bytes(case when c.id is null then t.entry_quote_id else c.quote_id end, q)
    || ledger.quote_bytes(case when c.id is null then t.entry_conversion_quote_id else c.conversion_quote_id end, v)
$$;

create or replace function ledger.canonical_fill(p_book smallint, p_trade uuid, p_fill uuid) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select ledger.fill_bytes(t, c, q, v)
  from ledger.trade t left join ledger.closing_fill c on p_fill <> p_trade and c.book = p_book and c.trade_id = p_trade and c.id = p_fill
  left join ledger.quote q on q.book = p_book and q.id = case when c.id is null then t.entry_quote_id else c.quote_id end
  left join ledger.quote v on v.book = p_book and v.id = case when c.id is null then t.entry_conversion_quote_id else c.conversion_quote_id end
  where t.book = p_book and t.id = p_trade and (p_fill = p_trade or c.id is not null)
$$;

drop function if exists ledger.canonical_quote(smallint, text);

-- U10: the fills of a book's entries from one number to another, each as it is called in the log. An entry that opens a trade has the trade's id for its fill's; one that
-- closes brings the first fill of its trade that is neither in the log nor waiting for it.
create or replace function ledger.fills_to_log(p_books smallint[], p_before bigint[], p_upto bigint[]) returns table (source_row text, canonical bytea)
language sql stable set search_path = ledger, pg_temp as
$$
  with e as materialized (
    select e.book, e.number, e.event, e.subject_id as trade_id, row_number() over (partition by e.book, e.event, e.subject_id order by e.number) as nth
    from unnest(p_books, p_before, p_upto) as x(book, before, upto)
    cross join lateral (select * from ledger.entry e where e.book = x.book and e.number > x.before and e.number <= x.upto and e.event in (@event.trade_opened, @event.trade_closed)) e
  )
  select f.name, ledger.canonical_fill(e.book, e.trade_id, f.id)
  from e cross join lateral (
    select e.trade_id as id, e.book || '/' || e.trade_id || '/' || e.trade_id as name where e.event = @event.trade_opened
    union all (
      select c.id, c.name
      from (select c.at, c.id, e.book || '/' || e.trade_id || '/' || c.id as name from ledger.closing_fill c
        where e.event = @event.trade_closed and c.book = e.book and c.trade_id = e.trade_id) c
      where not exists (select from ledger.log_leaf l where l.type = 7 and l.source_row = c.name) and not exists (select from ledger.log_queue q where q.type = 7 and q.source_row = c.name)
      order by c.at, c.id offset e.nth - 1 limit 1)
  ) f
  order by e.book, e.number
$$;

grant execute on function ledger.canonical_fill(smallint, uuid, uuid), ledger.quote_bytes, ledger.fill_bytes, ledger.fills_to_log(smallint[], bigint[], bigint[]) to clearbook_app;
