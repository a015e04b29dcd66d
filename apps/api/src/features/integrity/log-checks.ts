import { EVENTS } from '@clearbook/domain/ledger';
import type { Check } from './checks.ts';

/** A row of a source that is neither in the log nor waits for it. */
const unlogged = (type: number, row: string): string =>
  `not exists (select from ledger.log_leaf l where l.type = ${type} and l.source_row = ${row})
   and not exists (select from ledger.log_queue q where q.type = ${type} and q.source_row = ${row})`;

/** Trades that have an entry which is not in the log yet: their fills come with it. */
const WAITING = `waiting as materialized (
  select e.book, e.subject_id as trade_id from ledger.head h left join ledger.log_position p on p.book = h.book
  join ledger.entry e on e.book = h.book and e.number > coalesce(p.number, 0) and e.event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}))`;

/** A time is written in the zone of the session that wrote it: compared are moments. */
const moment = (values: string): string =>
  `case when ${values} ? 'fee_from' then ${values} || jsonb_build_object('fee_from', extract(epoch from (${values} ->> 'fee_from')::timestamptz))
     when ${values} ? 'effective_at' then ${values} || jsonb_build_object('effective_at', extract(epoch from (${values} ->> 'effective_at')::timestamptz)) else ${values} end`;

const LOGGED = 'U131 every row is in the log or waits for it';

/**
 * What has to hold between the log and the rows that it is of. $1 is the moment from which rows are looked at. Rows that came before the log did have
 * waited for it and are in it, but for recorded minutes: those are from the first one on that is.
 */
export const LOG_CHECKS: readonly Check[] = [
  {
    holds: LOGGED,
    relation: 'ledger.audit',
    sql: `select a.number::text as key from ledger.audit a where a.at >= $1 and ${unlogged(2, 'a.number::text')}`,
  },
  {
    holds: LOGGED,
    relation: 'ledger.signal',
    sql: `select s.id::text as key from ledger.signal s where s.issued_at >= $1 and ${unlogged(3, 's.id::text')}`,
  },
  {
    holds: LOGGED,
    relation: 'ledger.terms_change',
    sql: `select c.number::text as key from ledger.terms_change c where c.at >= $1 and ${unlogged(4, 'c.number::text')}`,
  },
  {
    holds: LOGGED,
    relation: 'ledger.bar_hour',
    sql: `select m.key from (select h.symbol || '/' || (extract(epoch from h.hour)::bigint / 60 + b.minute) as key, extract(epoch from h.hour)::bigint / 60 + b.minute as minute
        from ledger.bar_hour h cross join lateral ledger.unpacked_hour(h.bars) b where h.hour >= $1::timestamptz - interval '1 hour') m
      where m.minute > (select split_part(l.source_row, '/', 2)::bigint from ledger.log_leaf l where l.type = 5 order by l.leaf_index limit 1) and ${unlogged(5, 'm.key')}`,
  },
  {
    holds: LOGGED,
    relation: 'ledger.trade',
    sql: `with ${WAITING} select f.key from (select t.book, t.id, t.book || '/' || t.id || '/' || t.id as key from ledger.trade t where t.opened_at >= $1) f
      where not exists (select from waiting w where w.book = f.book and w.trade_id = f.id) and ${unlogged(7, 'f.key')}`,
  },
  {
    holds: LOGGED,
    relation: 'ledger.closing_fill',
    sql: `with ${WAITING} select f.key from (select c.book, c.trade_id, c.book || '/' || c.trade_id || '/' || c.id as key from ledger.closing_fill c where c.at >= $1) f
      where not exists (select from waiting w where w.book = f.book and w.trade_id = f.trade_id) and ${unlogged(7, 'f.key')}`,
  },
  {
    holds: 'U132 every quote is there for something that was dealt, charged or kept at it',
    relation: 'ledger.quote',
    sql: `select q.book || '/' || q.id as key from ledger.quote q where q.received_time >= $1 and not exists (select from (
        select book, entry_quote_id as id from ledger.trade where opened_at >= $1 union all select book, entry_conversion_quote_id from ledger.trade where opened_at >= $1
        union all select book, quote_id from ledger.closing_fill where at >= $1 union all select book, conversion_quote_id from ledger.closing_fill where at >= $1
        union all select book, quote_id from ledger.financing where at >= $1 union all select book, conversion_quote_id from ledger.financing where at >= $1
        union all select book, quote_id from ledger.kept_trade where at >= $1 union all select book, conversion_quote_id from ledger.kept_trade where at >= $1
        union all select book, trigger_quote_id from ledger.working_order where triggered_at >= $1) used where used.book = q.book and used.id = q.id)`,
  },
  {
    // What is opened is worth its base currency, what is closed brings its quote currency.
    holds: 'U132 every quote that something was dealt at is there, and is of its instrument',
    relation: 'ledger.quote',
    sql: `select distinct f.book || '/' || f.quote_id as key from (
        select book, symbol, entry_quote_id as quote_id, entry_conversion_quote_id as converting from ledger.trade where opened_at >= $1
        union all select c.book, t.symbol, c.quote_id, c.conversion_quote_id from ledger.closing_fill c join ledger.trade t on t.book = c.book and t.id = c.trade_id where c.at >= $1
      ) f left join ledger.quote q on q.book = f.book and q.id = f.quote_id where q.symbol is distinct from f.symbol
      union select distinct f.book || '/' || f.converting from (
        select book, left(symbol, 3) as currency, entry_conversion_quote_id as converting from ledger.trade where opened_at >= $1
        union all select c.book, right(t.symbol, 3), c.conversion_quote_id from ledger.closing_fill c join ledger.trade t on t.book = c.book and t.id = c.trade_id where c.at >= $1
      ) f left join ledger.quote q on q.book = f.book and q.id = f.converting
      where f.converting is not null and (q.symbol in (f.currency || 'USD', 'USD' || f.currency)) is not true`,
  },
  {
    holds: 'U133 a closing is of its trade’s client and other side',
    relation: 'ledger.closing_fill',
    sql: `select c.book || '/' || c.trade_id || '/' || c.id as key from ledger.closing_fill c left join ledger.trade t on t.book = c.book and t.id = c.trade_id
      where c.at >= $1 and (c.client_id = t.client_id and c.side <> t.side) is not true`,
  },
  {
    holds: 'U133 a trade is what its closings made of it',
    relation: 'ledger.trade',
    sql: `with touched as (select book, id from ledger.trade where opened_at >= $1 union select book, trade_id from ledger.closing_fill where at >= $1)
      select t.book || '/' || t.id as key from touched join ledger.trade t using (book, id) cross join lateral (
        select count(*) as many, coalesce(sum(c.lots), 0) as lots, coalesce(sum(c.realised), 0) as realised from ledger.closing_fill c where c.book = t.book and c.trade_id = t.id) s
      left join ledger.closing_fill c on c.book = t.book and c.trade_id = t.id and c.id = t.exit_fill_id
      where (t.exit_price, t.exit_quote_id, t.exit_conversion_quote_id, t.closed_at) is distinct from (c.price, c.quote_id, c.conversion_quote_id, c.at)
        or (t.exit_fill_id is null) <> (s.many = 0) or t.realised <> s.realised or (t.status = 'closed') <> (t.open_lots = 0)
        or t.status = 'closed' and (t.collateral_left, t.required_margin_left) <> (0, 0)
        or (t.splits_num, t.splits_den) = (1, 1) and t.open_lots <> t.lots - s.lots`,
  },
  {
    holds: 'U133 what a trade brought is what the quotes of its closings say',
    relation: 'ledger.trade',
    sql: 'select key from ledger.wrong_results($1)',
  },
  {
    holds: 'U133 the order that opened a trade says so',
    relation: 'ledger.trade',
    sql: `select t.book || '/' || t.id as key from ledger.trade t left join ledger.working_order o on o.book = t.book and o.id = t.order_id
      where t.opened_at >= $1 and t.order_id is not null and o.trade_id is distinct from t.id
      union select o.book || '/' || o.trade_id from ledger.working_order o left join ledger.trade t on t.book = o.book and t.id = o.trade_id
      where o.at >= $1 and o.trade_id is not null and t.order_id is distinct from o.id`,
  },
  {
    holds: 'U133 a recorded hour says what its minutes do',
    relation: 'ledger.bar_hour',
    sql: `select h.symbol || '/' || extract(epoch from h.hour)::bigint / 60 as key from ledger.bar_hour h cross join lateral (
        select (array_agg(b.open order by b.minute))[1] as open, max(b.high) as high, min(b.low) as low, (array_agg(b.close order by b.minute desc))[1] as close,
          max(b.minute) as last_minute, case when bool_and(b.ticks is not null) then sum(b.ticks) end as ticks from ledger.unpacked_hour(h.bars) b) m
      where h.hour >= $1::timestamptz - interval '1 hour'
        and (h.open, h.high, h.low, h.close, h.last_minute, h.ticks) is distinct from (m.open, m.high, m.low, m.close, m.last_minute, m.ticks)`,
  },
  {
    holds: 'U134 a staff action without a client has none',
    relation: 'ledger.audit',
    sql: `select a.number::text as key from ledger.audit a where a.at >= $1 and a.client_id = '00000000-0000-0000-0000-000000000000'`,
  },
];

/** After an update there may be a million: the sequencer takes them in some minutes, and each is looked at with its leaf. */
const QUEUED_AT_MOST = 10_000;

/** What the log says of itself and of the terms that hold, wherever it began. */
export const WHOLE_LOG_CHECKS: readonly Check[] = [
  {
    holds: 'beyond the head',
    relation: 'ledger.entry',
    sql: `select e.book || '/' || e.number as key from ledger.head h join ledger.entry e on e.book = h.book and e.number > h.number`,
  },
  {
    holds: 'U130 the log ends where its tree does',
    relation: 'ledger.log_leaf',
    sql: `select leaf_index::text as key from ledger.log_leaf where leaf_index >= (select size from ledger.log_tree)`,
  },
  {
    holds: 'U130 the log ends where its tree does',
    relation: 'ledger.log_nonce',
    sql: `select leaf_index::text as key from ledger.log_nonce where leaf_index >= (select size from ledger.log_tree)`,
  },
  {
    holds: 'U130 a tile is one of the tree',
    relation: 'ledger.log_tile',
    sql: `select t.level || '/' || t.tile_index as key from ledger.log_tile t, ledger.log_tree where t.tile_index * 256 >= div(size, 256::numeric ^ t.level)`,
  },
  {
    holds: 'U130 the log goes on where it is',
    relation: 'ledger.log_position',
    sql: `select h.book::text as key from ledger.head h left join ledger.log_position p on p.book = h.book
      where coalesce(p.number, 0) > h.number
        or coalesce(p.number, 0) > 0 and not exists (select from ledger.log_leaf l where l.type = 1 and l.source_row = p.book || '/' || p.number)
        or exists (select from ledger.log_leaf l where l.type = 1 and l.source_row = h.book || '/' || coalesce(p.number, 0) + 1)
      union select p.book::text from ledger.log_position p where not exists (select from ledger.head h where h.book = p.book)`,
  },
  {
    holds: 'U131 what waits for the log is there',
    relation: 'ledger.log_queue',
    sql: `select q.type || ' ' || q.source_row as key from (select * from ledger.log_queue limit ${QUEUED_AT_MOST}) q where ledger.canonical_leaf(q.type, q.source_row) is null
      or exists (select from ledger.log_leaf l where l.type = q.type and l.source_row = q.source_row)`,
  },
  {
    holds: 'U134 what holds is what the last change made of it, and each change goes on from the one before',
    relation: 'ledger.terms_change',
    sql: `with now as (
        select 'fees' as source, '' as row_key, jsonb_build_object('miniwithdrawal_cents', miniwithdrawal_cents, 'withdrawal_fee_bps', withdrawal_fee_bps, 'fee_before_bps', fee_before_bps, 'fee_from', extract(epoch from fee_from)) as holds
          from app.settings
        union all select 'wallets', '', jsonb_build_object('bitcoin', bitcoin, 'ethereum', ethereum, 'usdt', usdt) from app.wallets
        union all select 'package', id, jsonb_build_object('name', name, 'price', price, 'markup', markup, 'leverage_ceiling', leverage_ceiling, 'features', features) from ledger.package
        union all select 'signal_plan', id, jsonb_build_object('name', name, 'price', price, 'boost', boost, 'days', days) from ledger.signal_plan
        union all select 'release_limit', id::text, jsonb_build_object('day_cents', day_cents, 'client_cents', client_cents, 'proposal_id', proposal_id) from ledger.release_limit
        union all select 'trader', id::text, jsonb_build_object('minimum_balance', minimum_balance, 'profit_share_bps', profit_share_bps, 'listed', listed) from ledger.trader
        union all (select distinct on (item, key) 'configuration', trim(item || ' ' || key), jsonb_build_object('value', value, 'effective_at', extract(epoch from effective_at), 'proposal_id', proposal_id)
          from ledger.config_version order by item, key, number desc)
      ), said as (
        select number, source, row_key, ${moment('before')} as before, ${moment('after')} as after from ledger.terms_change
      ), changes as (
        select s.*, lag(s.after) over w as goes_on_from, lead(s.number) over w is null as is_last from said s window w as (partition by s.source, s.row_key order by s.number)
      )
      select coalesce(c.source || case c.row_key when '' then '' else ' ' || c.row_key end || ' ' || c.number, n.source || ' ' || n.row_key) as key
      from (select * from changes where is_last) c full join now n using (source, row_key) where c.after is distinct from n.holds
      union select source || case row_key when '' then '' else ' ' || row_key end || ' ' || number from changes where before is distinct from goes_on_from`,
  },
];
