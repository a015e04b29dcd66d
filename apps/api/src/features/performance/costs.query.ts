import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { conversionRate, instrument, PRICE_SCALE, type Symbol } from '@clearbook/domain/market';
import type { Cents, Fraction } from '@clearbook/domain/money';
import type { ClientBase } from 'pg';
import type { boundsOf } from './filters.ts';
import { splitsOfFill } from './splits.ts';

type SpreadRow = {
  id: string;
  symbol: Symbol;
  num: string;
  den: string;
  bid: string | null;
  ask: string | null;
  opening: string;
  closing: string;
};

/**
 * Half of the spread that a fill's own quote had, for what each part opened and closed, in dollars at the rate by which the part was converted. Parts of a trade
 * with the same rate and splits are summed before anything is divided.
 */
export async function spreadParts(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  tradeIds: readonly string[],
): Promise<(Fraction & { readonly id: string })[]> {
  const { rows } = await client.query<SpreadRow>(
    `select t.id, t.symbol, coalesce(s.num, 1)::text as num, coalesce(s.den, 1)::text as den, c.bid, c.ask,
       sum(f.lots::numeric * (o.ask - o.bid))::text as opening, sum(f.lots::numeric * (q.ask - q.bid))::text as closing
     from ledger.trade t join ledger.closing_fill f on (f.book, f.trade_id) = (t.book, t.id)
     join ledger.quote o on (o.book, o.id) = (t.book, t.entry_quote_id) join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
     left join lateral (
       select q.bid, q.ask where f.conversion_quote_id is null union all
       select x.bid, x.ask from ledger.quote x where (x.book, x.id) = (f.book, f.conversion_quote_id)) as c on t.symbol ~ '^[A-Z]{6}$' and t.symbol !~ 'USD$'
     ${splitsOfFill('t.splits_num * t.splits_den > 1')}
     where t.client_id = $1 and t.id = any($2::uuid[]) group by 1, 2, 3, 4, 5, 6`,
    [clientId, tradeIds],
  );
  return rows.map((row) => {
    const of = instrument(row.symbol);
    const rate = conversionRate(of.quote, (id) =>
      row.bid === null || row.ask === null ? undefined : { id, bid: BigInt(row.bid), ask: BigInt(row.ask) },
    );
    if (rate === undefined) throw new Error(`a fill of ${row.symbol} without what converted it`);
    const [num, den] = [BigInt(row.num), BigInt(row.den)];
    const spread = BigInt(row.closing) * num + BigInt(row.opening) * den;
    return { id: row.id, num: spread * of.lotSize * rate.num, den: 2n * num * PRICE_SCALE * rate.den };
  });
}

export type AccountCosts = {
  readonly fees: Cents;
  readonly plans: Cents;
  readonly interest: Cents;
  readonly shares: Cents;
};

const { fees, plans, interest, cash } = ACCOUNTS;
/** By what an account pays beside its trades: the index entry_paid has these alone. */
export const PAID = [
  EVENTS.withdrawal_approved,
  EVENTS.withdrawal_returned,
  EVENTS.plan_bought,
  EVENTS.loan_interest,
  EVENTS.profit_share,
];

/** What the account paid beside its trades: the dates alone say of when. */
export async function accountCosts(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  { after, before }: ReturnType<typeof boundsOf>,
): Promise<AccountCosts> {
  const { rows } = await client.query<Record<'fees' | 'plans' | 'interest' | 'shares', string>>(
    `select coalesce(-sum(p.amount) filter (where p.account = ${fees} and e.event <> ${EVENTS.profit_share}), 0)::text as fees,
       coalesce(-sum(p.amount) filter (where p.account = ${plans}), 0)::text as plans,
       coalesce(-sum(p.amount) filter (where p.account = ${interest}), 0)::text as interest,
       coalesce(sum(p.amount) filter (where p.account = ${cash} and e.event = ${EVENTS.profit_share} and p.amount > 0), 0)::text as shares
     from ledger.entry e cross join lateral unnest(e.accounts, e.amounts) as p(account, amount)
     where e.client_id = $1 and e.event in (${PAID.join()})
       and ($2::timestamptz is null or e.at >= $2) and ($3::timestamptz is null or e.at < $3)`,
    [clientId, after, before],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no costs');
  return {
    fees: BigInt(row.fees),
    plans: BigInt(row.plans),
    interest: BigInt(row.interest),
    shares: BigInt(row.shares),
  };
}
