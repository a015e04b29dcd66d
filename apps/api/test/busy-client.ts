import type pg from 'pg';

export type Busy = {
  readonly clientId: string;
  /** Closed trades; a quarter of them closed in two parts. */
  readonly trades: number;
  /** The last of them closed before this instant. */
  readonly until: Date;
  /** Over how many days before that they were opened. */
  readonly days: number;
};

/**
 * Gives a client closed trades, straight into the tables, as the owner: of five instruments, one of them converted by another's quote, half with a stop loss
 * and a tenth with one that was changed, held from a minute to ten days, each part at a quote of its own. Money is invented: what reads it adds it up, and
 * proves nothing of it.
 */
export async function writeBusyClient(owner: pg.Pool, { clientId, trades, until, days }: Busy): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(TRADES);
    await client.query(MADE, [clientId, trades, until, days]);
    for (const statement of WRITTEN) await client.query(statement);
    await client.query(ENTRIES, [clientId, until, days]);
    await client.query(
      'update ledger.head set number = (select max(number) from ledger.entry where book = 1) where book = 1',
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
  for (const table of ['trade', 'closing_fill', 'quote', 'entry', 'trade_amendment', 'financing'])
    await owner.query(`vacuum (analyze) ledger.${table}`);
}

const TRADES = `create temp table made (i int, id uuid, client_id uuid, symbol text, side ledger.side, lots bigint, first bigint, opened_at timestamptz(3), halfway timestamptz(3), closed_at timestamptz(3),
  opening text, midway text, closing text, bid bigint, spread bigint, realised bigint, shortfall bigint, financed bigint, stop_loss bigint, amended boolean) on commit drop`;

/** An id of version 7, as every id here is: from its time. */
const ID = (at: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;

const MADE = `insert into made
  select i, ${ID('opened_at')}, $1::uuid, symbol, side, lots, case when i % 4 = 0 then lots / 2 else 0 end, opened_at, opened_at + held / 2, opened_at + held,
    symbol || '-b' || i || 'o' || right($1::text, 12), symbol || '-b' || i || 'm' || right($1::text, 12), symbol || '-b' || i || 'c' || right($1::text, 12),
    bid, bid / 10000 + i % 7, i::bigint * 7919 % 20001 - 10000, case when i % 50 = 0 then 3 else 0 end, case when held > interval '1 day' then i % 7 + 1 else 0 end,
    case when i % 2 = 0 then case side when 'buy' then bid - bid / (20 + i % 80) else bid + bid / (20 + i % 80) end end, i % 10 = 0
  from generate_series(1, $2::int) as i
  cross join lateral (select (array['BTC', 'AAPL', 'EURUSD', 'USDJPY', 'GBPJPY'])[1 + i % 5] as symbol,
    (array[600000000000000, 2000000000000, 11000000000, 1500000000000, 1900000000000])[1 + i % 5] as base,
    (case when i % 3 = 0 then 'sell' else 'buy' end)::ledger.side as side, 10 + i % 90 as lots,
    (array[interval '1 minute', interval '30 minutes', interval '5 hours', interval '3 days', interval '10 days'])[1 + i / 5 % 5] as held) as of_one
  cross join lateral (select base + base / 1000000 * (i::bigint * 7919 % 9973) as bid,
    $3::timestamptz - interval '10 days 1 hour' - ($2::int - i) * ($4::int * interval '1 day' / $2::int) as opened_at) as moment`;

const QUOTE = (id: string, at: string, symbol = 'symbol', bid = 'bid', spread = 'spread') =>
  `select 1::smallint, ${id}, ${symbol}, ${bid}, ${bid} + ${spread}, ${bid}, ${bid} + ${spread}, 0, 'simulated', ${at}, ${at} from made`;
const YEN = "when symbol = 'GBPJPY' then";
/** The yen in a dollar, as it was when a trade in yen was closed. */
const RATE_BID = '1500000000000::bigint + i::bigint % 9973 * 10000000';

const FILL = (id: string, lots: string, quote: string, realised: string, at: string) =>
  `select 1::smallint, ${id}, id, client_id, ledger.other_side(side), ${lots}, case side when 'buy' then bid else bid + spread end, ${quote},
     case ${YEN} 'USDJPY-b' || closing end, ${realised}, ${at} from made`;

const WRITTEN: readonly string[] = [
  `insert into ledger.quote (book, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
   ${QUOTE('opening', 'opened_at')} union all ${QUOTE('closing', 'closed_at', 'symbol', 'bid + i % 100', 'spread + 1')}
   union all ${QUOTE('midway', 'halfway')} where first > 0
   union all ${QUOTE("'USDJPY-b' || closing", 'closed_at', "'USDJPY'", RATE_BID, '10000000')} where symbol = 'GBPJPY'`,
  `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status, entry_price,
     entry_quote_id, opened_at, exit_price, exit_quote_id, exit_conversion_quote_id, exit_fill_id, closed_at, closed_by, realised, shortfall, financed, accrued, stop_loss)
   select 1, id, client_id, symbol, side, lots, 0, 100000, 0, 50000, 0, 1000, 'closed', case side when 'buy' then bid + spread else bid end,
     opening, opened_at, bid, closing, case ${YEN} 'USDJPY-b' || closing end, gen_random_uuid(), closed_at, 'client', realised, shortfall, financed, financed * 1000000, stop_loss from made`,
  `insert into ledger.closing_fill (book, id, trade_id, client_id, side, lots, price, quote_id, conversion_quote_id, realised, at)
   ${FILL(ID('halfway'), 'first', 'midway', 'realised / 2', 'halfway')} where first > 0
   union all ${FILL(ID('closed_at'), 'lots - first', 'closing', 'case when first > 0 then realised - realised / 2 else realised end', 'closed_at')}`,
  `insert into ledger.trade_amendment (book, trade_id, at, stop_loss_before, stop_loss)
   select 1, id, halfway, stop_loss, stop_loss + 1 from made where amended`,
  `insert into ledger.financing (book, trade_id, day, client_id, lots, amount, quote_id, at, nights, rate_bps)
   select 1, id, halfway::date, client_id, lots, financed, opening, halfway, 1, 500 from made where financed > 0`,
  `update ledger.trade t set stop_loss = m.stop_loss + 1 from made m where m.amended and t.id = m.id`,
];

/** What opened and closed each trade, its nights, and now and then money out with a fee, in their order. */
const ENTRIES = `insert into ledger.entry (book, number, event, client_id, subject_id, actor_id, at, schema_version, canonical, link, accounts, amounts)
  select 1, (select number from ledger.head where book = 1) + row_number() over (order by at, event, id), event, $1, id, $1, at, 1, decode(repeat('00', 140), 'hex'), sha256('none'), accounts::smallint[], amounts
  from (
    select 2 as event, gen_random_uuid() as id, $2::timestamptz - ($3::int + 11) * interval '1 day' as at, array[17, 1] as accounts, array[100000000000, -100000000000] as amounts
    union all select 3, id, opened_at, array[1, 2], array[100000, -100000]::bigint[] from made
    union all select 17, id, halfway, array[2, 22], array[financed, -financed] from made where financed > 0
    union all select 4, id, closed_at, array[2, 20, 1], array[100000 - financed, realised, financed - realised - 100000] from made
    union all select 7, gen_random_uuid(), closed_at, array[3, 13, 25], array[5000, -4900, -100]::bigint[] from made where i % 1000 = 0
  ) as e`;
