import type { InstrumentExposure, Overview } from '@clearbook/contracts/overview';
import { isSymbol, type Symbol } from '@clearbook/domain/market';
import { type Fraction, roundHalfEven } from '@clearbook/domain/money';
import { heldOf, houseResult, type Marks, MOVES, type Side } from '@clearbook/domain/positions';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { marginAtRisk } from './margin-at-risk.query.ts';

/** Clients named with an instrument. */
const LARGEST = 3;

/** One statement, so that all of it is of one moment. */
const MONEY = `select coalesce(sum(p.cash), 0)::text as cash, coalesce(sum(p.margin), 0)::text as margin,
    coalesce(sum(p.withdrawing), 0)::text as withdrawing, coalesce(sum(p.loan), 0)::text as debt,
    (select h.debit_balance::text from ledger.house_account h where h.name = 'capital') as capital,
    (select json_agg(json_build_object('method', substring(h.name from 9), 'cents', h.debit_balance::text) order by h.code)
     from ledger.house_account h where h.name like 'custody:%' and h.debit_balance <> 0) as custody
  from ledger.party p`;

const OPEN = `with held as materialized (
    select e.symbol, e.client_id, coalesce(sum(e.lots) filter (where e.side = 'buy'), 0) as bought, coalesce(sum(e.lots) filter (where e.side = 'sell'), 0) as sold,
      sum(e.trades) as trades
    from ledger.exposure e where e.trades > 0 group by 1, 2
  ), largest as (
    select r.symbol, json_agg(json_build_object('user_id', r.client_id, 'email', u.email, 'net', r.net::text) order by r.place) as clients
    from (
      select h.symbol, h.client_id, h.bought - h.sold as net, row_number() over (partition by h.symbol order by abs(h.bought - h.sold) desc, h.client_id) as place from held h
    ) r join app.user u on u.id = r.client_id where r.place <= ${LARGEST} group by r.symbol
  )
  select h.symbol, count(*)::int as clients, sum(h.trades)::int as trades, sum(h.bought)::text as bought, sum(h.sold)::text as sold,
    (select l.clients from largest l where l.symbol = h.symbol) as largest
  from held h group by h.symbol order by h.symbol`;

type MoneyRow = {
  readonly cash: string;
  readonly margin: string;
  readonly withdrawing: string;
  readonly debt: string;
  readonly capital: string;
  readonly custody: readonly { readonly method: string; readonly cents: string }[] | null;
};
type OpenRow = {
  readonly symbol: string;
  readonly clients: number;
  readonly trades: number;
  readonly bought: string;
  readonly sold: string;
  readonly largest: readonly { readonly user_id: string; readonly email: string; readonly net: string }[] | null;
};

export async function readOverview(pool: Pick<Pool, 'query'>, marks: Marks, now: Date): Promise<Overview> {
  const [money, open] = await Promise.all([pool.query<MoneyRow>(MONEY), pool.query<OpenRow>(OPEN)]);
  const [row] = money.rows;
  if (row === undefined) throw new Error('the books gave no sums');
  const [cash, margin, withdrawing] = [BigInt(row.cash), BigInt(row.margin), BigInt(row.withdrawing)];
  const owed = cash + margin + withdrawing;
  const [debt, capital] = [BigInt(row.debt), BigInt(row.capital)];
  const custody = (row.custody ?? []).map(({ method, cents }) => ({ method, cents: BigInt(cents) }));
  const held = custody.reduce((sum, { cents }) => sum + cents, 0n);
  return {
    as_of: now.toISOString(),
    owed: { cash: usd(cash), margin: usd(margin), withdrawing: usd(withdrawing), total: usd(owed) },
    debt: usd(debt),
    capital: usd(capital),
    custody: custody.map(({ method, cents }) => ({ method, amount: usd(cents) })),
    custody_total: usd(held),
    surplus: usd(held + debt + capital - owed),
    exposures: open.rows.map((one) => exposureOf(one, marks)),
    margin_at_risk: await marginAtRisk(
      pool,
      open.rows.flatMap(({ symbol, trades }) => (isSymbol(symbol) ? [{ symbol, trades }] : [])),
      marks,
    ),
  };
}

function exposureOf({ symbol, clients, trades, bought, sold, largest }: OpenRow, marks: Marks): InstrumentExposure {
  if (!isSymbol(symbol)) throw new Error(`a position in ${symbol}, which is no instrument`);
  const held = heldOf(symbol, [sideOf(symbol, 'buy', BigInt(bought)), sideOf(symbol, 'sell', BigInt(sold))], marks);
  return {
    symbol,
    clients,
    trades,
    held:
      held === undefined
        ? null
        : {
            bought: rounded(held.long),
            sold: rounded(held.short),
            net: rounded(held.net),
            gross: rounded({ num: held.long.num + held.short.num, den: held.long.den }),
            moves: MOVES.map((percent) => ({
              percent,
              rises: usd(houseResult(held, percent)),
              falls: usd(houseResult(held, -percent)),
            })),
          },
    largest: (largest ?? []).map(({ user_id, email, net }) => {
      const lots = BigInt(net);
      const own = heldOf(symbol, [sideOf(symbol, lots < 0n ? 'sell' : 'buy', lots < 0n ? -lots : lots)], marks);
      return { user_id, email, net: own === undefined ? null : rounded(own.net) };
    }),
  };
}

const sideOf = (symbol: Symbol, side: Side, lots: bigint) => ({ symbol, side, lots });
const rounded = ({ num, den }: Fraction) => usd(roundHalfEven(num, den));
