import type {
  Performance,
  PerformanceFilters,
  PerformanceGroup,
  PerformanceTrade,
} from '@clearbook/contracts/performance';
import { centsToDecimal, roundNear, roundSum } from '@clearbook/domain/money';
import { average, type Figures, figuresOf, type Group, growthOf, HOLDING } from '@clearbook/domain/performance';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText } from '../trades/index.ts';
import { closedIds, closedTrades, keepClosed, sums, tallies, type Tallied } from './closed.query.ts';
import { accountCosts, spreadParts } from './costs.query.ts';
import { type Deps, readSpans } from './equity.ts';
import { boundsOf } from './filters.ts';
import { reading } from './reading.ts';

/** How the trades went that the filters match, and what the account made of its money meanwhile. From one snapshot. */
export async function readPerformance(
  deps: Deps,
  clientId: string,
  filters: PerformanceFilters,
  now: Date,
): Promise<Performance> {
  await keepClosed(deps.pool, clientId);
  const { start, spans } = await readSpans(deps, clientId, boundsOf(filters), now);
  const growth = growthOf(start, spans);
  const returned = growth.spans > 0;
  return reading(deps.pool, async (client) => {
    const tallied = await tallies(client, clientId, filters);
    const [all] = tallied('all');
    if (all === undefined) throw new Error('no tally of all');
    const { rTrades, rSum, financed, dividends, spread: near } = await sums(client, clientId, filters);
    const spread =
      roundNear(near) ?? roundSum(await spreadParts(client, clientId, await closedIds(client, clientId, filters)));
    const costs = await accountCosts(client, clientId, boundsOf(filters));
    const rows = (group: Group, order: (a: Tallied, b: Tallied) => number) =>
      tallied(group).toSorted(order).map(wireGroup);
    const { rows: tags } = await client.query<{ tag: string }>(
      'select distinct unnest(tags) as tag from app.trade_note where client_id = $1 order by 1',
      [clientId],
    );
    return {
      as_of: now.toISOString(),
      ...wireFigures(figuresOf(all)),
      average_r: decimalOrNull(average(rSum, rTrades)),
      r_trades: rTrades,
      account: {
        days: spans.length,
        time_weighted: returned ? centsToDecimal(growth.returnBps) : null,
        max_drawdown: returned ? centsToDecimal(growth.drawdownBps) : null,
        peak_at: timeOrNull(growth.peakAt, now),
        trough_at: timeOrNull(growth.troughAt, now),
      },
      costs: {
        spread: usd(spread),
        financing: usd(financed),
        dividends: usd(dividends),
        withdrawal_fees: usd(costs.fees),
        plans: usd(costs.plans),
        loan_interest: usd(costs.interest),
        profit_shares: usd(costs.shares),
      },
      by_symbol: rows('symbol', byTrades),
      by_side: rows('side', byTrades),
      by_hour: rows('hour', (a, b) => Number(a.key) - Number(b.key)),
      by_holding: rows('holding', (a, b) => placeOf(a) - placeOf(b)),
      by_day: rows('day', (a, b) => (a.key < b.key ? -1 : 1)),
      tags: tags.map(({ tag }) => tag),
    };
  });
}

const byTrades = (a: Tallied, b: Tallied): number => b.trades - a.trades || (a.key < b.key ? -1 : 1);
const placeOf = ({ key }: Tallied): number => (HOLDING as readonly string[]).indexOf(key);
const decimalOrNull = (hundredths: bigint | null): string | null =>
  hundredths === null ? null : centsToDecimal(hundredths);
const usdOrNull = (cents: bigint | null) => (cents === null ? null : usd(cents));
const timeOrNull = (at: number | null, now: Date): string | null =>
  at === null ? null : new Date(Math.min(at, now.getTime())).toISOString();

function wireFigures(of: Figures): Omit<PerformanceGroup, 'key'> {
  return {
    ...{ trades: of.trades, wins: of.wins, losses: of.losses },
    net: usd(of.net),
    gross_profit: usd(of.gains),
    gross_loss: usd(of.losts),
    win_rate: decimalOrNull(of.winRateBps),
    profit_factor: decimalOrNull(of.profitFactorHundredths),
    expectancy: usdOrNull(of.expectancy),
    average_win: usdOrNull(of.averageWin),
    average_loss: usdOrNull(of.averageLoss),
  };
}

function wireGroup({ key, ...tally }: Tallied): PerformanceGroup {
  return { key, ...wireFigures(figuresOf(tally)) };
}

const DEFAULT_TRADES = 50;
const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;
type Page = { limit?: number | undefined; cursor?: string | undefined };

/** The trades behind the figures, last closed first. */
export async function listPerformanceTrades(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_TRADES, cursor, ...filters }: PerformanceFilters & Page,
): Promise<{ data: PerformanceTrade[]; next_cursor: string | null }> {
  const after = CURSOR.exec(cursor ?? '');
  const before = after === null ? null : { at: new Date(Number(after[1])), id: after[2] ?? '' };
  await keepClosed(pool, clientId);
  const rows = await closedTrades(pool, clientId, filters, { limit: limit + 1, before });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => ({
      ...{ id: row.id, symbol: row.symbol, side: row.side, lots: lotsText(BigInt(row.lots)) },
      opened_at: row.opened_at.toISOString(),
      closed_at: row.closed_at.toISOString(),
      result: usd(BigInt(row.result)),
      r: decimalOrNull(row.r === null ? null : BigInt(row.r)),
      ...{ note: row.note, tags: row.tags ?? [] },
    })),
    next_cursor: rows.length > limit && last ? `${last.closed_at.getTime()}.${last.id}` : null,
  };
}
