import type { GainRow, RealisedGain, RealisedGains } from '@clearbook/contracts/performance';
import { type Cents, centsToDecimal, roundHalfEven } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText, priceText } from '../trades/index.ts';
import { reading } from './reading.ts';

type Row = {
  id: string;
  trade_id: string;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  opened_at: Date;
  at: Date;
  entry_price: string;
  num: string;
  den: string;
  price: string;
  gross: string;
  financing: string;
  dividends: string;
  covered: string;
};

/**
 * Every part that closed in a year. What nights and dividends moved since the part before it is the part's own; what a loss went beyond the collateral is the
 * last part's. So the parts of a closed trade sum to its result.
 */
const PARTS = `with held as (
    select * from ledger.trade where client_id = $1 and status = 'active'
    union all select * from ledger.trade where client_id = $1 and status = 'closed' and closed_at >= $2
  )
  select f.id, f.trade_id, t.symbol, t.side, f.lots, t.opened_at, f.at, t.entry_price, coalesce(s.num, 1) as num, coalesce(s.den, 1) as den, f.price, f.realised as gross,
    coalesce((select sum(n.amount) from ledger.financing n where (n.book, n.trade_id) = (f.book, f.trade_id) and n.at <= f.at and n.at > p.at), 0) as financing,
    coalesce((select sum(d.moved) from ledger.dividend d where d.trade_id = f.trade_id and d.at <= f.at and d.at > p.at), 0) as dividends,
    case when t.status = 'closed' and not exists (select from ledger.closing_fill l where (l.book, l.trade_id) = (f.book, f.trade_id) and (l.at, l.id) > (f.at, f.id))
      then t.shortfall else 0 end as covered
  from held t join ledger.closing_fill f on (f.book, f.trade_id) = (t.book, t.id)
  cross join lateral (select coalesce(max(b.at), '-infinity') as at from ledger.closing_fill b
    where (b.book, b.trade_id) = (f.book, f.trade_id) and (b.at, b.id) < (f.at, f.id)) as p
  left join lateral (select x.splits_num as num, x.splits_den as den from ledger.trade_split x
    where t.splits_num * t.splits_den > 1 and (x.book, x.trade_id) = (f.book, f.trade_id) and x.at <= f.at order by x.at desc, x.splits_num * x.splits_den desc limit 1) as s on true
  where f.at >= $2 and f.at < $3`;

const beginOf = (year: string): Date => new Date(`${year}-01-01T00:00:00Z`);
const endOf = (year: string): Date => beginOf(String(Number(year) + 1));

const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;
type Wanted = { year: string; limit?: number | undefined; cursor?: string | undefined };

async function parts(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  { year, limit, cursor }: Wanted,
): Promise<Row[]> {
  const after = CURSOR.exec(cursor ?? '');
  const { rows } = await client.query<Row>(
    `${PARTS} and ($4::timestamptz is null or (f.at, f.id) > ($4, $5::uuid)) order by f.at, f.id limit $6`,
    [
      clientId,
      beginOf(year),
      endOf(year),
      after ? new Date(Number(after[1])) : null,
      after?.[2] ?? null,
      limit ?? null,
    ],
  );
  return rows;
}

type Totals = { lines: number; gross: Cents; financing: Cents; dividends: Cents; covered: Cents };

async function totalsOf(client: Pick<ClientBase, 'query'>, clientId: string, year: string): Promise<Totals> {
  const { rows } = await client.query<
    Record<'gross' | 'financing' | 'dividends' | 'covered', string> & { lines: number }
  >(
    `select count(*)::int as lines, coalesce(sum(gross), 0)::text as gross, coalesce(sum(financing), 0)::text as financing,
       coalesce(sum(dividends), 0)::text as dividends, coalesce(sum(covered), 0)::text as covered from (${PARTS}) as x`,
    [clientId, beginOf(year), endOf(year)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no totals');
  return {
    lines: row.lines,
    ...{ gross: BigInt(row.gross), financing: BigInt(row.financing) },
    ...{ dividends: BigInt(row.dividends), covered: BigInt(row.covered) },
  };
}

const netOf = ({ gross, financing, dividends, covered }: Omit<Totals, 'lines'>): Cents =>
  gross - financing + dividends + covered;
const sumsOf = (row: Row) => ({
  ...{ gross: BigInt(row.gross), financing: BigInt(row.financing) },
  ...{ dividends: BigInt(row.dividends), covered: BigInt(row.covered) },
});

/** What a share then held had cost at the opening. */
const entryOf = ({ entry_price, num, den, symbol }: Row): string =>
  priceText(roundHalfEven(BigInt(entry_price) * BigInt(den), BigInt(num)), symbol);

export async function readGains(pool: Pool, clientId: string, wanted: Wanted): Promise<RealisedGains> {
  return reading(pool, async (client) => {
    const { limit } = wanted;
    const rows = await parts(client, clientId, { ...wanted, limit: limit === undefined ? undefined : limit + 1 });
    const shown = limit === undefined ? rows : rows.slice(0, limit);
    const { lines, ...totals } = await totalsOf(client, clientId, wanted.year);
    const last = shown.at(-1);
    return {
      year: wanted.year,
      totals: { lines, ...wireSums(totals) },
      data: shown.map(toGain),
      next_cursor: rows.length > shown.length && last ? `${last.at.getTime()}.${last.id}` : null,
    };
  });
}

function wireSums(sums: Omit<Totals, 'lines'>) {
  return {
    gross: usd(sums.gross),
    financing: usd(sums.financing),
    dividends: usd(sums.dividends),
    loss_covered: usd(sums.covered),
    net: usd(netOf(sums)),
  };
}

function toGain(row: Row): RealisedGain {
  return {
    ...{ trade_id: row.trade_id, symbol: row.symbol, side: row.side, lots: lotsText(BigInt(row.lots)) },
    opened_at: row.opened_at.toISOString(),
    closed_at: row.at.toISOString(),
    entry_price: entryOf(row),
    exit_price: priceText(BigInt(row.price), row.symbol),
    ...wireSums(sumsOf(row)),
  };
}

/** Parts of a file that are read at a time. */
const AT_ONCE = 1_000;

/** The same lines as rows of a file, and their totals. What has closed never changes, so the portions belong together without a long transaction. */
export async function* gainRows(pool: Pool, clientId: string, year: string): AsyncGenerator<GainRow> {
  const totals = { gross: 0n, financing: 0n, dividends: 0n, covered: 0n };
  let cursor: string | undefined;
  do {
    const rows: Row[] = await parts(pool, clientId, { year, limit: AT_ONCE, cursor });
    for (const row of rows) {
      const sums = sumsOf(row);
      for (const key of ['gross', 'financing', 'dividends', 'covered'] as const) totals[key] += sums[key];
      yield {
        ...{ trade: row.trade_id, symbol: row.symbol, side: row.side, lots: lotsText(BigInt(row.lots)) },
        ...{ opened_utc: row.opened_at.toISOString(), closed_utc: row.at.toISOString() },
        ...{ entry_price: entryOf(row), exit_price: priceText(BigInt(row.price), row.symbol), ...fileSums(sums) },
      };
    }
    const last: Row | undefined = rows.at(-1);
    cursor = rows.length < AT_ONCE || last === undefined ? undefined : `${last.at.getTime()}.${last.id}`;
  } while (cursor !== undefined);
  const none = { symbol: '', side: '', lots: '', opened_utc: '', closed_utc: '', entry_price: '', exit_price: '' };
  yield { trade: 'Total', ...none, ...fileSums(totals) };
}

function fileSums(sums: Omit<Totals, 'lines'>) {
  return {
    currency: 'USD',
    gross: centsToDecimal(sums.gross),
    financing: centsToDecimal(sums.financing),
    dividends: centsToDecimal(sums.dividends),
    loss_covered: centsToDecimal(sums.covered),
    net: centsToDecimal(netOf(sums)),
  };
}
