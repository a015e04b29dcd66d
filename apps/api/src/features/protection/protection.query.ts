import type { OwnLimit, Protection } from '@clearbook/contracts/protection';
import { type Deposit, fundingUse } from '@clearbook/domain/funding';
import type { Symbol } from '@clearbook/domain/market';
import {
  LIMIT_KINDS,
  type LimitKind,
  limitNow,
  lossToday,
  nextPeriod,
  resultToday,
  standsUntil,
  type Tally,
  type TimeOut,
  waiting,
} from '@clearbook/domain/protection';
import { openResult } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';

type Row = {
  markup: number;
  leverage_ceiling: number;
  result_day: string | null;
  day_result: string;
  funded_day: string | null;
  day_funded: string;
  week_funded: string;
  month_funded: string;
  limits: { kind: LimitKind; amount: string | null; next_amount: string | null; next_at: string | null }[] | null;
  time_out: { kind: TimeOut['kind']; started_at: string; until: string; return_at: string | null } | null;
  open:
    | {
        symbol: Symbol;
        side: 'buy' | 'sell';
        num: string;
        den: string;
        lots: string;
        value: string;
        required: string;
      }[]
    | null;
  coming: { amount: string; status: Deposit['status']; expires_at: string }[] | null;
};

const PERIOD = { daily_loss: 'day', deposit_day: 'day', deposit_week: 'week', deposit_month: 'month' } as const;

/** A client's own limits with what is used of them at `now`, from one snapshot and by the rules that decide. Undefined for nobody and for staff. */
export async function readProtection(
  pool: Pool,
  market: Market,
  clientId: string,
  now: Date,
): Promise<Protection | undefined> {
  const { rows } = await pool.query<Row>(
    `select p.markup, p.leverage_ceiling, p.result_day::text, p.day_result, p.funded_day::text, p.day_funded, p.week_funded, p.month_funded,
       (select json_agg(json_build_object('kind', l.kind, 'amount', l.amount::text, 'next_amount', l.next_amount::text, 'next_at', l.next_at))
        from ledger.client_limit l where l.client_id = p.id) as limits,
       (select json_build_object('kind', o.kind, 'started_at', o.started_at, 'until', o.until, 'return_at', o.return_at)
        from ledger.time_out o where o.client_id = p.id) as time_out,
       (select json_agg(json_build_object('symbol', symbol, 'side', side, 'num', splits_num::text, 'den', splits_den::text, 'lots', lots::text, 'value', value::text, 'required', required::text))
        from ledger.exposure o where o.client_id = p.id and o.trades > 0) as open,
       (select json_agg(json_build_object('amount', d.amount::text, 'status', d.status, 'expires_at', d.expires_at))
        from ledger.deposit d where d.client_id = p.id and d.method <> 'loan'
          and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > $2)) as coming
     from ledger.party p where p.id = $1 and p.kind = 'client'`,
    [clientId, now],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const tally: Tally = {
    resultDay: row.result_day,
    dayResult: BigInt(row.day_result),
    fundedDay: row.funded_day,
    dayFunded: BigInt(row.day_funded),
    weekFunded: BigInt(row.week_funded),
    monthFunded: BigInt(row.month_funded),
  };
  const marks = market.marks(now);
  const sums = (row.open ?? []).map((sum) => ({
    ...sum,
    splits: { num: BigInt(sum.num), den: BigInt(sum.den) },
    lots: BigInt(sum.lots),
    value: BigInt(sum.value),
    required: BigInt(sum.required),
  }));
  const open = openResult(sums, marks, { markup: row.markup, leverageCeiling: row.leverage_ceiling });
  const coming = (row.coming ?? []).map(({ amount, status, expires_at: expiresAt }) => ({
    clientId,
    amount: BigInt(amount),
    status,
    expiresAt: new Date(expiresAt),
  }));
  const funded = fundingUse(tally, coming, clientId, now);
  const used = {
    daily_loss: lossToday(resultToday(tally, now), open),
    deposit_day: funded.day,
    deposit_week: funded.week,
    deposit_month: funded.month,
  };
  const limits = new Map((row.limits ?? []).map((limit) => [limit.kind, toLimit(limit)]));
  return {
    limits: LIMIT_KINDS.map((kind): OwnLimit => {
      const amount = limitNow(limits.get(kind), now);
      const next = waiting(limits.get(kind), now);
      return {
        kind,
        amount: amount === null ? null : usd(amount),
        used: usd(used[kind]),
        resets_at: nextPeriod(PERIOD[kind], now).toISOString(),
        next: next && { amount: next.amount === null ? null : usd(next.amount), at: next.at.toISOString() },
      };
    }),
    time_out: standing(row.time_out, now),
    as_of: now.toISOString(),
  };
}

function toLimit({ amount, next_amount: next, next_at: at }: NonNullable<Row['limits']>[number]) {
  return {
    amount: amount === null ? null : BigInt(amount),
    nextAmount: next === null ? null : BigInt(next),
    nextAt: at === null ? null : new Date(at),
  };
}

function standing(row: Row['time_out'], now: Date): Protection['time_out'] {
  if (row === null) return null;
  const timeOut: Omit<TimeOut, 'clientId'> = {
    kind: row.kind,
    startedAt: new Date(row.started_at),
    until: new Date(row.until),
    returnAt: row.return_at === null ? null : new Date(row.return_at),
  };
  const until = standsUntil(timeOut, now);
  return until === undefined
    ? null
    : {
        kind: timeOut.kind,
        started_at: timeOut.startedAt.toISOString(),
        until: timeOut.until.toISOString(),
        may_return: until === null,
        return_at: timeOut.returnAt?.toISOString() ?? null,
      };
}
