import type { HouseDay } from '@clearbook/contracts/overview';
import { instrument, isSymbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

const DAY_MS = 86_400_000;
/** Days that are shown before today. */
const DAYS_BEFORE = 7;

type Part = Exclude<keyof HouseDay, 'day' | 'total'>;
type Row = { account: string; symbol: string | null; cents: string };

/** Where an account's sums belong that come from trades; those without one go by OF_ACCOUNT. */
const OF_TRADES = new Set(['trading', 'financing', 'shortfall', 'dividends']);
const OF_ACCOUNT: Readonly<Record<string, Part>> = {
  fees: 'fees',
  plans: 'plans',
  interest: 'interest',
  credit_loss: 'interest',
};
const OF_CLASS = { forex: 'forex', crypto: 'crypto', stock: 'stocks' } as const satisfies Record<string, Part>;

const SUMS = `select k.name as account, t.symbol, (-sum(p.amount))::text as cents
  from ledger.day_bounds($1) b join ledger.entry e on e.book = b.book and e.number > b.low and e.number <= b.high
  cross join lateral unnest(e.accounts, e.amounts) as p(account, amount) join ledger.account_kind k on k.code = p.account
  left join ledger.trade t on k.name in ('trading', 'financing', 'shortfall', 'dividends') and t.book = e.book and t.id = e.subject_id
  where e.book = any(ledger.books()) and k.owner = 'house' and k.name <> 'capital' and k.name not like 'custody:%' group by 1, 2`;

/**
 * OV5: what the house earned by UTC day, from the entries. A day that is over never changes, so each process sums it once; today is summed whenever somebody asks.
 */
export class HouseResults {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #over = new Map<string, HouseDay>();

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  async read(now: Date): Promise<{ as_of: string; days: HouseDay[] }> {
    const days: HouseDay[] = [];
    for (let back = 0; back <= DAYS_BEFORE; back += 1) {
      const day = new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10);
      const known = this.#over.get(day);
      const found = known ?? (await this.#sum(day));
      days.push(found);
      // A commit that was under way at midnight still carries the moment before it: a day is over for good a little later.
      if (back > 0 && now.getTime() - Date.parse(day) > DAY_MS + 60_000) this.#over.set(day, found);
    }
    for (const day of this.#over.keys()) if (!days.some((one) => one.day === day)) this.#over.delete(day);
    return { as_of: now.toISOString(), days };
  }

  async #sum(day: string): Promise<HouseDay> {
    const { rows } = await this.#pool.query<Row>(SUMS, [day]);
    const sums: Record<Part, bigint> = {
      forex: 0n,
      crypto: 0n,
      stocks: 0n,
      fees: 0n,
      plans: 0n,
      interest: 0n,
      other: 0n,
    };
    for (const row of rows) sums[partOf(row)] += BigInt(row.cents);
    const { forex, crypto, stocks, fees, plans, interest, other } = sums;
    return {
      day,
      forex: usd(forex),
      crypto: usd(crypto),
      stocks: usd(stocks),
      fees: usd(fees),
      plans: usd(plans),
      interest: usd(interest),
      other: usd(other),
      total: usd(Object.values(sums).reduce((total, one) => total + one, 0n)),
    };
  }
}

function partOf({ account, symbol }: Row): Part {
  if (!OF_TRADES.has(account)) return OF_ACCOUNT[account] ?? 'other';
  return symbol !== null && isSymbol(symbol) ? OF_CLASS[instrument(symbol).class] : 'other';
}
