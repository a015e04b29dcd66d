import type { Overview } from '@clearbook/contracts/overview';
import { instrument, PRICE_SCALE, type Symbol } from '@clearbook/domain/market';
import { type Marks, MOVES } from '@clearbook/domain/positions';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

type Row = { percent: number; collateral: string; trades: number; clients: number; at_risk: string };

/** What a trade brings now, and what a percent of its worth is, in cents, as numerics: every figure before it is rounded. */
const AT_RISK = `with marks as (
    select * from unnest($1::text[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[]) as m(symbol, bid, ask, num, den)
  ), open as materialized (
    select t.client_id, t.collateral_left, m.num * t.open_lots / m.den * case t.side when 'buy' then m.bid else m.ask end as worth,
      (case t.side when 'buy' then m.bid * t.splits_num - t.entry_price::numeric * t.splits_den else t.entry_price::numeric * t.splits_den - m.ask * t.splits_num end)
        * t.open_lots * m.num / (m.den * t.splits_num) as result
    from ledger.trade t join marks m on m.symbol = t.symbol where t.book = any(ledger.books()) and t.status = 'active'
  )
  select p.percent, (select coalesce(sum(o.collateral_left), 0) from open o)::text as collateral, coalesce(sum(l.trades), 0)::int as trades,
    count(l.client_id)::int as clients, coalesce(sum(l.collateral), 0)::text as at_risk
  from unnest($6::int[]) as p(percent) left join lateral (
    select o.client_id, count(*) as trades, sum(o.collateral_left) as collateral from open o
    where o.collateral_left + o.result <= o.worth * p.percent / 100 group by o.client_id
  ) l on true group by p.percent order by p.percent`;

/** OV4: the collateral of trades that a move of every price against them would use up, at the last known prices, before mark-ups. */
export async function marginAtRisk(
  pool: Pick<Pool, 'query'>,
  open: readonly { readonly symbol: Symbol; readonly trades: number }[],
  marks: Marks,
): Promise<Overview['margin_at_risk']> {
  const priced = open.flatMap(({ symbol }) => {
    const of = instrument(symbol);
    const [quote, rate] = [marks.mark(symbol, 0), marks.markRate(of.quote)];
    return quote === undefined || rate === undefined
      ? []
      : [{ symbol, quote, num: of.lotSize * rate.num, den: PRICE_SCALE * rate.den }];
  });
  const known = new Set(priced.map(({ symbol }) => symbol));
  const { rows } = await pool.query<Row>(AT_RISK, [
    priced.map(({ symbol }) => symbol),
    priced.map(({ quote }) => quote.bid),
    priced.map(({ quote }) => quote.ask),
    priced.map(({ num }) => num),
    priced.map(({ den }) => den),
    MOVES,
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('no move of prices was looked at');
  return {
    collateral: usd(BigInt(first.collateral)),
    unpriced: open.reduce((sum, { symbol, trades }) => sum + (known.has(symbol) ? 0 : trades), 0),
    moves: rows.map(({ percent, clients, trades, at_risk }) => ({
      percent,
      clients,
      trades,
      collateral: usd(BigInt(at_risk)),
    })),
  };
}
