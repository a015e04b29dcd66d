import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { Symbol } from '@clearbook/domain/market';
import type { Moved, Movement } from '@clearbook/domain/performance';
import type { ClientBase } from 'pg';

/** What staff write down by hand and what they write off is neither paid in nor earned. */
const BY_STAFF = [ACCOUNTS.adjustments, ACCOUNTS.credit_loss].join();
/** Where money comes in and goes out: the custody accounts, and the capital of demo accounts. */
export const OUTSIDE = Object.entries(ACCOUNTS)
  .filter(([name]) => name.startsWith('custody:') || name === 'capital')
  .map(([, code]) => code);
const OWN = [ACCOUNTS.cash, ACCOUNTS.margin, ACCOUNTS.withdrawing, ACCOUNTS.loan].join();

/**
 * A client's entries behind a number, by the step of a curve in which they fall: step n is what came before instant n and not before the one before it. No event
 * brings money in and takes some out, so each posting is one of the two.
 */
const MOVED = `select step, coalesce(-sum(amount) filter (where account in (${OWN})), 0) as change,
    coalesce(sum(amount) filter (where account in (${OUTSIDE.join()}) and amount > 0), 0) as paid_in, coalesce(-sum(amount) filter (where account in (${OUTSIDE.join()}) and amount < 0), 0) as paid_out,
    coalesce(sum(amount) filter (where account in (${BY_STAFF})), 0) as adjusted, max(number) as last, min(at) as first_at
  from (select width_bucket(at, $3::timestamptz[]) as step, number, at, unnest(accounts) as account, unnest(amounts) as amount
    from ledger.entry where client_id = $1 and number > $2 and event <> ${EVENTS.trade_opened}) as e
  group by 1 order by 1`;

/** What opened, closed and split what was held at an instant or later, by step, instrument, side and splits. */
const MOVEMENTS = `with held as (
    select book, id, symbol, side, lots, entry_price, opened_at, splits_num * splits_den > 1 as split from ledger.trade where client_id = $1 and status = 'active'
    union all
    select book, id, symbol, side, lots, entry_price, opened_at, splits_num * splits_den > 1 as split from ledger.trade where client_id = $1 and status = 'closed' and closed_at >= $2
  ), moves as (
    select opened_at as at, symbol, side, 1::bigint as num, 1::bigint as den, lots, lots::numeric * entry_price as cost from held
    union all
    select f.at, h.symbol, h.side, coalesce(s.num, 1), coalesce(s.den, 1), -f.lots, -f.lots::numeric * h.entry_price
    from held h join ledger.closing_fill f on (f.book, f.trade_id) = (h.book, h.id)
    left join lateral (select x.splits_num as num, x.splits_den as den from ledger.trade_split x
      where h.split and (x.book, x.trade_id) = (h.book, h.id) and x.at <= f.at order by x.at desc, x.splits_num * x.splits_den desc limit 1) as s on true
    union all
    select x.at, h.symbol, h.side, v.num, v.den, v.lots, v.lots::numeric * h.entry_price
    from held h join ledger.trade_split x on h.split and (x.book, x.trade_id) = (h.book, h.id)
    cross join lateral (values (x.splits_before_num, x.splits_before_den, -x.lots_before), (x.splits_num, x.splits_den, x.lots)) as v(num, den, lots)
  )
  select width_bucket(at, $3::timestamptz[]) as step, symbol, side, num::text, den::text, sum(lots)::text as lots, sum(cost)::text as cost from moves
  group by 1, 2, 3, 4, 5 order by 1`;

type MovedRow = Record<'change' | 'paid_in' | 'paid_out' | 'adjusted' | 'last', string> & {
  step: number;
  first_at: Date;
};
type MovementRow = Record<'num' | 'den' | 'lots' | 'cost', string> & {
  step: number;
  symbol: Symbol;
  side: 'buy' | 'sell';
};

export type CourseRows = {
  readonly moved: readonly (Moved & { readonly last: bigint })[];
  readonly movements: readonly Movement[];
  /** When the first of these entries was written. */
  readonly firstAt: Date | undefined;
};

/** Everything from which a curve through these instants follows, behind an entry that is before the first of them. Read from one snapshot. */
export async function readCourse(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  after: bigint,
  instants: readonly Date[],
): Promise<CourseRows> {
  const [first] = instants;
  if (first === undefined) throw new RangeError('a curve through no instants');
  const { rows: moved } = await client.query<MovedRow>({
    name: 'course-moved',
    text: MOVED,
    values: [clientId, after.toString(), instants],
  });
  const { rows: movements } = await client.query<MovementRow>({
    name: 'course-movements',
    text: MOVEMENTS,
    values: [clientId, first, instants],
  });
  return {
    moved: moved.map((row) => ({
      step: row.step,
      change: BigInt(row.change),
      paidIn: BigInt(row.paid_in),
      paidOut: BigInt(row.paid_out),
      adjusted: BigInt(row.adjusted),
      last: BigInt(row.last),
    })),
    movements: movements.map(({ step, symbol, side, num, den, lots, cost }) => ({
      ...{ step, symbol, side, splits: { num: BigInt(num), den: BigInt(den) } },
      ...{ lots: BigInt(lots), cost: BigInt(cost) },
    })),
    firstAt: moved[0]?.first_at,
  };
}
