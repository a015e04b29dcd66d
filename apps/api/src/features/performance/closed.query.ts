import type { PerformanceFilters } from '@clearbook/contracts/performance';
import type { ClosedTrade } from '@clearbook/domain/performance';
import type { ClientBase } from 'pg';
import { conditions, RESULT } from './filters.ts';

/** Trades that are read at a time, so that a hundred thousand hold nobody else up. */
const AT_ONCE = 5_000;

export type ClosedRow = {
  id: string;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  opened_at: Date;
  closed_at: Date;
  result: string;
  financed: string;
  dividends: string;
  entry_price: string;
  exit_value: string;
  exit_lots: string;
  first_stop: string | null;
  split: boolean;
  note: string | null;
  tags: string[] | null;
};

/** The stop loss of the opening is what the first change took the place of. */
const FIRST_STOP = 'case when a.number is null then t.stop_loss else a.stop_loss_before end';
const COLUMNS = `t.id, t.symbol, t.side, t.lots, t.opened_at, t.closed_at, ${RESULT} as result, t.financed, t.dividends, t.entry_price, coalesce(x.value, '0') as exit_value,
  coalesce(x.lots, '0') as exit_lots, ${FIRST_STOP} as first_stop, t.splits_num <> t.splits_den as split`;
/** The average exit is needed for R alone, so only trades with a stop look for their fills. */
const TABLES = `ledger.trade t
  left join lateral (select m.number, m.stop_loss_before from ledger.trade_amendment m where m.trade_id = t.id order by m.number limit 1) as a on true
  left join lateral (select sum(f.price::numeric * f.lots)::text as value, sum(f.lots)::text as lots from ledger.closing_fill f
    where ${FIRST_STOP} is not null and (f.book, f.trade_id) = (t.book, t.id)) as x on true`;

export function closedTrade(row: ClosedRow): ClosedTrade {
  return {
    ...{ symbol: row.symbol, side: row.side, split: row.split },
    openedAt: row.opened_at.getTime(),
    closedAt: row.closed_at.getTime(),
    result: BigInt(row.result),
    entryPrice: BigInt(row.entry_price),
    exit: { num: BigInt(row.exit_value), den: BigInt(row.exit_lots) },
    firstStop: row.first_stop === null ? null : BigInt(row.first_stop),
  };
}

type Place = { readonly at: Date; readonly id: string };
type Wanted = { readonly limit: number; readonly before: Place | null; readonly journal?: boolean };

/** Closed trades, last closed first, behind a place. */
export async function closedTrades(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  filters: PerformanceFilters,
  { limit, before, journal = false }: Wanted,
): Promise<ClosedRow[]> {
  const values: unknown[] = [];
  let where = conditions(clientId, filters, values);
  if (before !== null)
    where += ` and (t.closed_at, t.id) < ($${values.push(before.at)}, $${values.push(before.id)}::uuid)`;
  const { rows } = await client.query<ClosedRow>(
    `select ${COLUMNS}${journal ? ', n.note, n.tags' : ''} from ${TABLES}
     ${journal ? 'left join app.trade_note n on (n.client_id, n.trade_id) = (t.client_id, t.id)' : ''}
     where ${where} order by t.closed_at desc, t.id desc limit $${values.push(limit)}`,
    values,
  );
  return rows;
}

export async function* allClosed(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  filters: PerformanceFilters,
): AsyncGenerator<readonly ClosedRow[]> {
  let before: Place | null = null;
  for (;;) {
    const rows: ClosedRow[] = await closedTrades(client, clientId, filters, { limit: AT_ONCE, before });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    before = { at: last.closed_at, id: last.id };
  }
}
