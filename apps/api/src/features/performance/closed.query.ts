import type { PerformanceFilters } from '@clearbook/contracts/performance';
import { type NearSum, nearSum } from '@clearbook/domain/money';
import { type Group, HOLDING, HOLDING_MS, rHundredths, type Tally } from '@clearbook/domain/performance';
import type { ClientBase, Pool } from 'pg';
import { spreadParts } from './costs.query.ts';
import { conditions } from './filters.ts';
import { reading } from './reading.ts';

type Client = Pick<ClientBase, 'query'>;
type Place = { readonly at: Date; readonly id: string };

type NewRow = {
  id: string;
  side: 'buy' | 'sell';
  entry_price: string;
  exit_value: string;
  exit_lots: string;
  parts: number;
  first_stop: string | null;
  split: boolean;
};

/** Trades that are worked out at a time, so that a hundred thousand hold nobody else up. */
const AT_ONCE = 5_000;

/**
 * Closed trades that are not kept yet, in the order of their closing. Of two that close at nearly the same time the earlier one may be committed later, so
 * the hour before the newest kept one is looked at again. The stop loss of the opening is what its first change took the place of.
 */
const NEW = `with since as (select coalesce(max(closed_at), '-infinity') - interval '1 hour' as at from app.closed_trade where client_id = $1)
  select t.id, t.side, t.entry_price, s.first_stop, x.value as exit_value, x.lots as exit_lots, x.parts, t.splits_num <> t.splits_den as split
  from (select * from ledger.trade n where n.client_id = $1 and n.status = 'closed' and n.closed_at >= (select at from since)
      and not exists (select from app.closed_trade k where (k.client_id, k.closed_at, k.trade_id) = ($1, n.closed_at, n.id) and k.closed_at >= (select at from since))
    order by n.closed_at, n.id limit ${AT_ONCE}) as t
  left join lateral (select m.number, m.stop_loss_before from ledger.trade_amendment m where m.trade_id = t.id order by m.number limit 1) as a on true
  cross join lateral (select case when a.number is null then t.stop_loss else a.stop_loss_before end as first_stop) as s
  cross join lateral (select sum(f.price::numeric * f.lots)::text as value, sum(f.lots)::text as lots, count(*)::int as parts from ledger.closing_fill f
    where (f.book, f.trade_id) = (t.book, t.id)) as x`;

const KEEP = `insert into app.closed_trade (client_id, closed_at, trade_id, opened_at, symbol, side, parts, result, financed, dividends, covered, r, spread, spread_off)
  select t.client_id, t.closed_at, t.id, t.opened_at, t.symbol, t.side, x.parts, t.realised + t.shortfall - t.financed + t.dividends, t.financed, t.dividends, t.shortfall, x.r, x.spread, x.spread_off
  from unnest($2::uuid[], $3::int[], $4::bigint[], $5::numeric[], $6::int[]) as x(id, parts, r, spread, spread_off) join ledger.trade t on (t.client_id, t.id) = ($1, x.id)
  on conflict do nothing`;

/** Keeps what the figures need of a client's closed trades. Two processes that do it at the same time find the same. */
export async function keepClosed(pool: Pool, clientId: string): Promise<void> {
  for (;;) {
    const { rows, parts } = await reading(pool, async (client) => {
      const found = await client.query<NewRow>(NEW, [clientId]);
      const ids = found.rows.map(({ id }) => id);
      return { rows: found.rows, parts: ids.length === 0 ? [] : await spreadParts(client, clientId, ids) };
    });
    if (rows.length === 0) return;
    const ofTrade = Map.groupBy(parts, ({ id }) => id);
    const spreads = rows.map(({ id }) => nearSum(ofTrade.get(id) ?? []));
    await pool.query(KEEP, [
      clientId,
      rows.map(({ id }) => id),
      rows.map((row) => row.parts),
      rows.map(multipleOf),
      spreads.map(({ low }) => low),
      spreads.map(({ off }) => off),
    ]);
    if (rows.length < AT_ONCE) return;
  }
}

function multipleOf(row: NewRow): bigint | null {
  const multiple = rHundredths({
    ...{ side: row.side, split: row.split, entryPrice: BigInt(row.entry_price) },
    exit: { num: BigInt(row.exit_value), den: BigInt(row.exit_lots) },
    firstStop: row.first_stop === null ? null : BigInt(row.first_stop),
  });
  return multiple ?? null;
}

export type ClosedRow = {
  id: string;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  opened_at: Date;
  closed_at: Date;
  result: string;
  r: string | null;
  note: string | null;
  tags: string[] | null;
};

/** Closed trades, last closed first, behind a place. */
export async function closedTrades(
  client: Client,
  clientId: string,
  filters: PerformanceFilters,
  { limit, before }: { limit: number; before: Place | null },
): Promise<ClosedRow[]> {
  const { where, values } = conditions(clientId, filters);
  const behind =
    before === null
      ? ''
      : ` and (t.closed_at, t.trade_id) < ($${values.push(before.at)}, $${values.push(before.id)}::uuid)`;
  const { rows } = await client.query<ClosedRow>(
    `select t.trade_id as id, t.symbol, t.side, l.lots, t.opened_at, t.closed_at, t.result, t.r, n.note, n.tags
     from app.closed_trade t join ledger.trade l on (l.client_id, l.id) = (t.client_id, t.trade_id)
     left join app.trade_note n on (n.client_id, n.trade_id) = (t.client_id, t.trade_id)
     where ${where}${behind} order by t.closed_at desc, t.trade_id desc limit $${values.push(limit)}`,
    values,
  );
  return rows;
}

type TallyRow = Record<'gains' | 'losts', string> & Record<'trades' | 'wins' | 'losses', number> & { key: string };
export type Tallied = Tally & { readonly key: string };

const HELD = HOLDING.flatMap((name) =>
  name === 'longer' ? [] : [`when t.closed_at - t.opened_at < ${HOLDING_MS[name]} * interval '1 ms' then '${name}'`],
);
const GROUPED = (where: string): string => `with closed as (
    select t.symbol, t.side, extract(hour from t.opened_at at time zone 'UTC')::int as hour, case ${HELD.join(' ')} else 'longer' end as holding,
      (t.closed_at at time zone 'UTC')::date as day, t.result
    from app.closed_trade t where ${where})
  select case 0 when grouping(symbol) then 'symbol' when grouping(side) then 'side' when grouping(hour) then 'hour' when grouping(holding) then 'holding'
      when grouping(day) then 'day' else 'all' end as "group",
    coalesce(symbol, side::text, hour::text, holding, day::text, '') as key, count(*)::int as trades, (count(*) filter (where result > 0))::int as wins,
    (count(*) filter (where result < 0))::int as losses, coalesce(sum(result) filter (where result > 0), 0)::text as gains,
    coalesce(-sum(result) filter (where result < 0), 0)::text as losts
  from closed group by grouping sets ((), (symbol), (side), (hour), (holding), (day))`;

/** Tallies of the trades that the filters match, by each group's keys. */
export async function tallies(
  client: Client,
  clientId: string,
  filters: PerformanceFilters,
): Promise<(group: Group | 'all') => Tallied[]> {
  const { where, values } = conditions(clientId, filters);
  const { rows } = await client.query<TallyRow & { group: Group | 'all' }>(GROUPED(where), values);
  const groups = Map.groupBy(rows, ({ group }) => group);
  return (group) =>
    (groups.get(group) ?? []).map(({ key, trades, wins, losses, gains, losts }) => ({
      ...{ key, trades, wins, losses, gains: BigInt(gains), losts: BigInt(losts) },
    }));
}

export type Sums = {
  readonly rTrades: number;
  readonly rSum: bigint;
  readonly financed: bigint;
  readonly dividends: bigint;
  readonly spread: NearSum;
};

/** What else is added up of these trades. */
export async function sums(client: Client, clientId: string, filters: PerformanceFilters): Promise<Sums> {
  const { where, values } = conditions(clientId, filters);
  const { rows } = await client.query<
    Record<'r_sum' | 'financed' | 'dividends' | 'spread' | 'off', string> & { r_trades: number }
  >(
    `select count(t.r)::int as r_trades, coalesce(sum(t.r), 0)::text as r_sum, coalesce(sum(t.financed), 0)::text as financed, coalesce(sum(t.dividends), 0)::text as dividends,
       coalesce(sum(t.spread), 0)::text as spread, coalesce(sum(t.spread_off), 0)::text as off from app.closed_trade t where ${where}`,
    values,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no sums');
  return {
    ...{ rTrades: row.r_trades, rSum: BigInt(row.r_sum), financed: BigInt(row.financed) },
    dividends: BigInt(row.dividends),
    spread: { low: BigInt(row.spread), off: BigInt(row.off) },
  };
}

/** The trades that the filters match, where their near sum does not tell. */
export async function closedIds(client: Client, clientId: string, filters: PerformanceFilters): Promise<string[]> {
  const { where, values } = conditions(clientId, filters);
  const { rows } = await client.query<{ id: string }>(
    `select t.trade_id as id from app.closed_trade t where ${where}`,
    values,
  );
  return rows.map(({ id }) => id);
}
