-- Version 8, text 0ab1206f7204.
-- Which table a leaf's row is in, and its key there.
create or replace function ledger.leaf_table(p_type smallint, p_row text) returns text
language sql immutable as
$$
  select case p_type when 1 then 'ledger.entry' when 2 then 'ledger.audit' when 3 then 'ledger.signal' when 4 then 'ledger.terms_change' when 5 then 'ledger.bar_hour'
    when 6 then 'ledger.liability_root'
    when 7 then case when split_part(p_row, '/', 2) = split_part(p_row, '/', 3) then 'ledger.trade' else 'ledger.closing_fill' end else 'ledger.log_leaf' end
$$;

-- U130: leaves of the log, from one place to another, that are not what their rows and nonces make, and tiles over them that are not of these leaves. An entry's
-- bytes are taken as they are stored: broken_links compares these with the row. Recorded minutes are unpacked by the hour. A tile belongs to the walk that begins
-- with it, so `p_from` is a multiple of 256.
create or replace function ledger.broken_leaves(p_from bigint, p_upto bigint) returns table (relation text, key text, fault text)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  with leaves as materialized (
    select g.place, l.type, l.source_row, l.entry, n.nonce
    from generate_series(p_from, p_upto - 1) as g(place)
    left join (select * from ledger.log_leaf where leaf_index >= p_from and leaf_index < p_upto) l on l.leaf_index = g.place
    left join (select * from ledger.log_nonce where leaf_index >= p_from and leaf_index < p_upto) n on n.leaf_index = g.place
  ), minutes as materialized (
    select h.symbol, extract(epoch from h.hour)::bigint / 60 + b.minute as minute, b.open, b.high, b.low, b.close, b.ticks
    from (select distinct split_part(source_row, '/', 1) as symbol, split_part(source_row, '/', 2)::bigint / 60 as hour from leaves where type = 5) x
    join ledger.bar_hour h on h.symbol = x.symbol and h.hour = to_timestamp(x.hour * 3600) cross join lateral ledger.unpacked_hour(h.bars) b
  ), rows as materialized (
    select l.*, case l.type
      when 1 then (select e.canonical from ledger.entry e where e.book = split_part(l.source_row, '/', 1)::smallint and e.number = split_part(l.source_row, '/', 2)::bigint)
      when 7 then (select ledger.fill_bytes(t, c, q, v) from ledger.trade t
        left join ledger.closing_fill c on f.fill <> f.trade and c.book = f.book and c.trade_id = f.trade and c.id = f.fill
        left join ledger.quote q on q.book = t.book and q.id = case when c.id is null then t.entry_quote_id else c.quote_id end
        left join ledger.quote v on v.book = t.book and v.id = case when c.id is null then t.entry_conversion_quote_id else c.conversion_quote_id end
        where t.book = f.book and t.id = f.trade and (f.fill = f.trade or c.id is not null))
      when 5 then ledger.canonical_minute(m.symbol, m.minute, m.open, m.high, m.low, m.close, m.ticks) else ledger.canonical_leaf(l.type, l.source_row) end as canonical
    from leaves l
    cross join lateral (select split_part(n.name, '/', 1)::smallint as book, split_part(n.name, '/', 2)::uuid as trade, split_part(n.name, '/', 3)::uuid as fill
      from (values (case l.type when 7 then l.source_row end)) n(name)) f
    left join minutes m on l.type = 5 and l.source_row = m.symbol || '/' || m.minute
  ), broken as (
    select r.*, sha256(set_byte('\x00', 0, r.type) || r.nonce || r.canonical) as made, (select substring(t.hashes from (r.place % 256)::int * 32 + 1 for 32)
      from ledger.log_tile t where t.level = 0 and t.tile_index = r.place / 256) as hash
    from rows r where r.entry is null or r.nonce is null or r.entry is distinct from sha256(set_byte('\x00', 0, r.type) || r.nonce || r.canonical)
  ), tiles as (
    select place / 256 as tile_index, string_agg(sha256('\x00' || coalesce(entry, '')), ''::bytea order by place) as hashes from leaves group by 1
  )
  select case when b.entry is null then 'ledger.log_leaf' when b.nonce is null then 'ledger.log_nonce' when b.canonical is null then ledger.leaf_table(b.type, b.source_row)
      when sha256('\x00' || b.made) = b.hash then 'ledger.log_leaf' else ledger.leaf_table(b.type, b.source_row) end,
    case when b.entry is null or b.nonce is null or sha256('\x00' || b.made) = b.hash then b.place::text else b.source_row end,
    case when b.entry is null or b.nonce is null or b.canonical is null then 'missing' when sha256('\x00' || b.made) = b.hash then 'changed'
      else 'not what leaf ' || b.place || ' says: this, ledger.log_nonce ' || b.place || case when b.type = 7 then ledger.behind_fill(b.source_row) else '' end || ' was changed' end
  from broken b
  union all
  select 'ledger.log_tile', '0/' || t.tile_index, 'not of its leaves'
  from tiles t left join ledger.log_tile k on k.level = 0 and k.tile_index = t.tile_index where substring(k.hashes for octet_length(t.hashes)) is distinct from t.hashes
$$;

-- The other rows that a fill's leaf is made of, for whoever has to look at them.
create or replace function ledger.behind_fill(p_row text) returns text
language sql stable set search_path = ledger, pg_temp as
$$
  select coalesce(string_agg(', ledger.' || x.name, '' order by x.name), '') from ledger.fill f cross join lateral (
    values ('trade ' || f.book || '/' || f.trade_id), ('quote ' || f.book || '/' || f.quote_id), ('quote ' || f.book || '/' || f.conversion_quote_id)) x(name)
  where f.book = split_part(p_row, '/', 1)::smallint and f.trade_id = split_part(p_row, '/', 2)::uuid and f.id = split_part(p_row, '/', 3)::uuid and x.name is not null
$$;

-- U135: nights that cost something else than their quotes say.
create or replace function ledger.wrong_nights() returns table (key text)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  select n.book || '/' || n.trade_id || '/' || n.day from ledger.financing n join ledger.trade t on t.book = n.book and t.id = n.trade_id
  left join ledger.quote q on q.book = n.book and q.id = n.quote_id left join ledger.quote c on c.book = n.book and c.id = n.conversion_quote_id
  cross join ledger.financing_terms(t.symbol) f
  where n.cost is not null and n.nights is not null and n.cost is distinct from ledger.night_cost(t.symbol, n.lots, n.nights * n.rate_bps,
    case f.converter when q.symbol then q.feed_bid + q.feed_ask when c.symbol then c.feed_bid + c.feed_ask end)
$$;

-- U133: trades of which something was closed since a moment, and whose closings together brought something else than their quotes say.
create or replace function ledger.wrong_results(p_since timestamptz) returns table (key text)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  with closed as (select distinct c.book, c.trade_id as id from ledger.closing_fill c where c.at >= p_since)
  select t.book || '/' || t.id from closed join ledger.trade t using (book, id) 
    where (abs(t.realised - ledger.result_by_quotes(t.book, t.id, t.symbol, t.side, t.entry_price, (t.splits_num, t.splits_den) <> (1, 1))) <= 0.5) is not true
$$;

grant execute on function ledger.broken_leaves(bigint, bigint), ledger.wrong_nights(), ledger.wrong_results(timestamptz) to clearbook_app;
