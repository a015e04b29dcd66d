import type { PerformanceFilters } from '@clearbook/contracts/performance';
import { HOLDING, HOLDING_MS, type Holding } from '@clearbook/domain/performance';
import { DAY_MS } from './days.ts';

/** When the first of these days begins, and when the last one is over. */
export function boundsOf({ from, to }: Pick<PerformanceFilters, 'from' | 'to'>): {
  after: Date | null;
  before: Date | null;
} {
  return {
    after: from === undefined ? null : new Date(`${from}T00:00:00Z`),
    before: to === undefined ? null : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
  };
}

/** From how many milliseconds on a trade was held, and below how many. */
function heldMs(holding: Holding): readonly [number, number | null] {
  const before = HOLDING[HOLDING.indexOf(holding) - 1];
  return [
    before === undefined || before === 'longer' ? 0 : HOLDING_MS[before],
    holding === 'longer' ? null : HOLDING_MS[holding],
  ];
}

/** The conditions on a kept closed trade `t`, and their values. Only what is asked for stands in the text. */
export function conditions(clientId: string, filters: PerformanceFilters): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const where = [`t.client_id = ${given(clientId)}`];
  const { after, before } = boundsOf(filters);
  if (after !== null) where.push(`t.closed_at >= ${given(after)}`);
  if (before !== null) where.push(`t.closed_at < ${given(before)}`);
  if (filters.symbol !== undefined) where.push(`t.symbol = ${given(filters.symbol)}`);
  if (filters.side !== undefined) where.push(`t.side = ${given(filters.side)}`);
  if (filters.hour !== undefined)
    where.push(`extract(hour from t.opened_at at time zone 'UTC') = ${given(Number(filters.hour))}`);
  if (filters.holding !== undefined) {
    const [least, most] = heldMs(filters.holding);
    where.push(`t.closed_at - t.opened_at >= ${given(least)} * interval '1 ms'`);
    if (most !== null) where.push(`t.closed_at - t.opened_at < ${given(most)} * interval '1 ms'`);
  }
  if (filters.outcome !== undefined) where.push(`t.result ${filters.outcome === 'wins' ? '>' : '<'} 0`);
  if (filters.tag !== undefined)
    where.push(
      `exists (select from app.trade_note j where j.client_id = t.client_id and j.trade_id = t.trade_id and ${given(filters.tag)} = any(j.tags))`,
    );
  return { where: where.join(' and '), values };
}
