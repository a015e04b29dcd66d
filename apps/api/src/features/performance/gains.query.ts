import type { GainRow, RealisedGain, RealisedGains } from '@clearbook/contracts/performance';
import { type Cents, centsToDecimal, roundHalfEven } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText, priceText } from '../trades/index.ts';
import { keepClosed } from './closed.query.ts';
import { reading } from './reading.ts';
import { splitsOfFill } from './splits.ts';

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

/** Trades that may have a part from $2 on and before $3. */
const HELD = (
  closed: string,
): string => `select t.*, t.splits_num * t.splits_den > 1 as split from ledger.trade t where t.client_id = $1 and t.status = 'active' and t.opened_at < $3
    union all select t.*, t.splits_num * t.splits_den > 1 as split from app.closed_trade k join ledger.trade t on (t.client_id, t.id) = (k.client_id, k.trade_id)
    where k.client_id = $1 and k.closed_at >= $2 and k.opened_at < $3 and ${closed}`;

/**
 * Parts that closed in a time, $6 of them behind a place. What nights and dividends moved since the part before it is the part's own; what a loss went beyond
 * the collateral is the last part's. So the parts of a closed trade sum to its result. Of so many trades that closed behind the place each has a part by the
 * time that the last of them had closed: no part after that needs to be looked for.
 */
const PARTS = `with edge as (
    select max(closed_at) as at from (
      select closed_at from app.closed_trade where client_id = $1 and closed_at >= $2 and ($4::timestamptz is null or closed_at > $4) order by closed_at limit $6) as c
    having count(*) = $6::bigint
  ), held as (${HELD("k.opened_at <= coalesce((select at from edge), 'infinity')")}), f as (
    select f.*, t.symbol, t.side as of_side, t.opened_at, t.entry_price, t.status, t.shortfall, t.split
    from held t join ledger.closing_fill f on (f.book, f.trade_id) = (t.book, t.id)
    where f.at >= $2 and f.at < $3 and ($4::timestamptz is null or (f.at, f.id) > ($4, $5::uuid))
    order by f.at, f.id limit $6
  )
  select f.id, f.trade_id, f.symbol, f.of_side as side, f.lots, f.opened_at, f.at, f.entry_price, coalesce(s.num, 1) as num, coalesce(s.den, 1) as den, f.price, f.realised as gross,
    coalesce((select sum(n.amount) from ledger.financing n where (n.book, n.trade_id) = (f.book, f.trade_id) and n.at <= f.at and n.at > p.at), 0) as financing,
    coalesce((select sum(d.moved) from ledger.dividend d where d.trade_id = f.trade_id and d.at <= f.at and d.at > p.at), 0) as dividends,
    case when f.status = 'closed' and not exists (select from ledger.closing_fill l where (l.book, l.trade_id) = (f.book, f.trade_id) and (l.at, l.id) > (f.at, f.id))
      then f.shortfall else 0 end as covered
  from f cross join lateral (select coalesce(max(b.at), '-infinity') as at from ledger.closing_fill b
    where (b.book, b.trade_id) = (f.book, f.trade_id) and (b.at, b.id) < (f.at, f.id)) as p
  ${splitsOfFill('f.split')}
  order by f.at, f.id`;

/** What moved while a trade was held belongs to the first part that closed after it. */
const IN_PARTS = (amount: string, table: string, had: string): string => `coalesce((
      select sum(m.${amount}) from held t join ledger.${table} m on (m.book, m.trade_id) = (t.book, t.id)
      cross join lateral (select min(f.at) as at from ledger.closing_fill f where (f.book, f.trade_id) = (t.book, t.id) and f.at >= m.at) as p
      where t.${had} <> 0 and p.at >= $2 and p.at < $3), 0)`;
/** What they all sum to: trades that were opened and closed in the time whole, and others by their parts. */
const TOTALS = `with held as (${HELD('(k.opened_at < $2 or k.closed_at >= $3)')}), parted as (
    select count(*) as lines, coalesce(sum(f.realised), 0) as gross, ${IN_PARTS('amount', 'financing', 'financed')} as financing,
      ${IN_PARTS('moved', 'dividend', 'dividends')} as dividends, coalesce((select sum(t.shortfall) from held t where t.closed_at < $3), 0) as covered
    from held t join ledger.closing_fill f on (f.book, f.trade_id) = (t.book, t.id) where f.at >= $2 and f.at < $3
  ), whole as (
    select coalesce(sum(parts), 0) as lines, coalesce(sum(result + financed - dividends - covered), 0) as gross, coalesce(sum(financed), 0) as financing,
      coalesce(sum(dividends), 0) as dividends, coalesce(sum(covered), 0) as covered
    from app.closed_trade where client_id = $1 and closed_at >= $2 and closed_at < $3 and opened_at >= $2
  )
  select (w.lines + p.lines)::int as lines, (w.gross + p.gross)::text as gross, (w.financing + p.financing)::text as financing, (w.dividends + p.dividends)::text as dividends,
    (w.covered + p.covered)::text as covered
  from whole w cross join parted p`;

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
  const behind = after && new Date(Number(after[1]));
  const begin = beginOf(year);
  const { rows } = await client.query<Row>(PARTS, [
    clientId,
    behind !== null && behind > begin ? behind : begin,
    endOf(year),
    behind,
    after?.[2] ?? null,
    limit ?? null,
  ]);
  return rows;
}

type Totals = { lines: number; gross: Cents; financing: Cents; dividends: Cents; covered: Cents };

async function totalsOf(client: Pick<ClientBase, 'query'>, clientId: string, year: string): Promise<Totals> {
  const { rows } = await client.query<
    Record<'gross' | 'financing' | 'dividends' | 'covered', string> & { lines: number }
  >(TOTALS, [clientId, beginOf(year), endOf(year)]);
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
  await keepClosed(pool, clientId);
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
const AT_ONCE = 10_000;

/** The same lines as rows of a file, and their totals. What has closed never changes, so the portions belong together without a long transaction. */
export async function* gainRows(pool: Pool, clientId: string, year: string): AsyncGenerator<GainRow> {
  await keepClosed(pool, clientId);
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
