import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import type { Symbol } from '@clearbook/domain/market';
import type { Moved, Movement } from '@clearbook/domain/performance';
import type { ClientBase } from 'pg';
import { splitsOfFill } from './splits.ts';

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

/** What opened and closed of what was held at an instant or later, by step, instrument, side and splits. */
const MOVEMENTS = `with held as (
    select book, id, symbol, side, lots, entry_price, opened_at, splits_num as parts, splits_num * splits_den > 1 as split from ledger.trade where client_id = $1 and status = 'active'
    union all
    select book, id, symbol, side, lots, entry_price, opened_at, splits_num as parts, splits_num * splits_den > 1 as split from ledger.trade where client_id = $1 and status = 'closed' and closed_at >= $2
  ), moves as (
    select h.*, h.opened_at as at, h.lots::numeric * h.parts as moved from held h
    union all
    select h.*, f.at, -div(f.lots::numeric * h.parts * coalesce(s.den, 1), coalesce(s.num, 1))
    from held h join ledger.closing_fill f on (f.book, f.trade_id) = (h.book, h.id) ${splitsOfFill('h.split')}
  )
  select width_bucket(m.at, $3::timestamptz[]) as step, m.symbol, m.side, m.parts::text, coalesce(s.splits, '[]') as splits, sum(m.moved)::text as lots,
    sum(m.moved * m.entry_price)::text as cost
  from moves m left join lateral (
    select jsonb_agg(jsonb_build_array((extract(epoch from a.effective_at) * 1000)::bigint, x.splits_num::text, x.splits_den::text) order by a.effective_at) as splits
    from ledger.trade_split x join ledger.corporate_action a on a.id = x.action_id where m.split and (x.book, x.trade_id) = (m.book, m.id)) as s on true
  group by 1, 2, 3, 4, 5 order by 1`;

type MovedRow = Record<'change' | 'paid_in' | 'paid_out' | 'adjusted' | 'last', string> & {
  step: number;
  first_at: Date;
};
type MovementRow = Record<'parts' | 'lots' | 'cost', string> & {
  step: number;
  splits: [at: number, num: string, den: string][];
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
    movements: movements.map(({ step, symbol, side, splits, parts, lots, cost }) => ({
      ...{ step, symbol, side, splits: splits.map(([at, num, den]) => ({ at, num: BigInt(num), den: BigInt(den) })) },
      ...{ lots: BigInt(lots), parts: BigInt(parts), cost: BigInt(cost) },
    })),
    firstAt: moved[0]?.first_at,
  };
}
