import { EVENTS } from '@clearbook/domain/ledger';
import { type Held, isSymbol } from '@clearbook/domain/market';
import type { Trade } from '@clearbook/domain/positions';
import { nextTarget, openSince, protectedSince, trailingSince } from '@clearbook/domain/trading';
import type { WatchedOrder, WatchedPosition } from '@clearbook/domain/watch';
import type { Pool } from 'pg';

/** A position as it was read: what its client wants to be told of its margin is put to it from what is known of the client. */
export type WatchedTrade = {
  readonly kind: 'position';
  readonly calledLevel: number | null;
  readonly calledSince: Date | null;
} & Omit<WatchedPosition, 'calls'>;
/** A row of the book. */
export type Watched = WatchedTrade | ({ readonly kind: 'order' } & WatchedOrder);

/** A row's place in the index of what is open: by client, then by id. */
export type After = { readonly clientId: string; readonly id: string };
const NIL = '00000000-0000-0000-0000-000000000000';
export const BEGINNING: After = { clientId: NIL, id: NIL };

/** Where a pass over everything stands: trades first, then orders. */
export type Page = { readonly of: 'trades' | 'orders'; readonly after: After };
export const FIRST_PAGE: Page = { of: 'trades', after: BEGINNING };

type TradeRow = {
  id: string;
  client_id: string;
  symbol: string;
  side: 'buy' | 'sell';
  markup: number;
  open_lots: string;
  entry_price: string;
  splits_num: string;
  splits_den: string;
  collateral_left: string;
  required_margin_left: string;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  trailing_peak: string | null;
  loss_step: number;
  called_level: number | null;
  called_since: Date | null;
  held_since: Date | null;
  opened_at: Date;
  protected_at: Date | null;
  trailing_since: Date | null;
  closing_since: Date | null;
};
type OrderRow = {
  id: string;
  client_id: string;
  symbol: string;
  side: 'buy' | 'sell';
  markup: number;
  type: 'limit' | 'stop';
  price: string;
  set_at: Date;
};

const TRADE = `select t.id, t.client_id, t.symbol, t.side, p.markup, t.open_lots, t.entry_price, t.splits_num, t.splits_den, t.collateral_left, t.required_margin_left, t.stop_loss,
    coalesce((t.targets -> 0 ->> 'price')::bigint, t.take_profit) as take_profit, t.trailing_distance, t.trailing_peak, t.loss_step, t.called_level, t.called_since,
    t.opened_at, t.held_since, t.protected_at, t.trailing_since, t.closing_since
  from ledger.trade t join ledger.party p on p.id = t.client_id where t.status = 'active'`;
/** A stop-limit order is a stop order until its stop is reached, and from that quote on a limit order. */
const ORDER = `select o.id, o.client_id, o.symbol, o.side, p.markup, w.type, case w.type when 'stop' then o.stop_price else o.limit_price end as price,
    greatest(o.set_at, o.triggered_at) as set_at
  from ledger.working_order o join ledger.party p on p.id = o.client_id
    cross join lateral (select case when o.stop_price is not null and o.triggered_at is null then 'stop' else 'limit' end as type) w where o.ended_at is null`;

/** Everything open of these clients. */
export function readClients(pool: Pool, clientIds: readonly string[]): Promise<Watched[]> {
  return readWhere(pool, 'client_id', clientIds);
}

/** Those of these trades and orders that are open. */
export function readRows(pool: Pool, ids: readonly string[]): Promise<Watched[]> {
  return readWhere(pool, 'id', ids);
}

async function readWhere(pool: Pool, column: 'client_id' | 'id', values: readonly string[]): Promise<Watched[]> {
  const [trades, orders] = await Promise.all([
    pool.query<TradeRow>({
      name: `watch-trades-${column}`,
      text: `${TRADE} and t.${column} = any($1)`,
      values: [values],
    }),
    pool.query<OrderRow>({
      name: `watch-orders-${column}`,
      text: `${ORDER} and o.${column} = any($1)`,
      values: [values],
    }),
  ]);
  return [...trades.rows.flatMap(position), ...orders.rows.flatMap(order)];
}

/** Up to `limit` rows of everything that is open, and where the next page begins: undefined after the last. */
export async function readPage(
  pool: Pool,
  { of, after }: Page,
  limit: number,
): Promise<{ found: Watched[]; next: Page | undefined }> {
  const values = [after.clientId, after.id, limit];
  if (of === 'trades') {
    const { rows } = await pool.query<TradeRow>({
      name: 'watch-trades-page',
      text: `${TRADE} and (t.client_id, t.id) > ($1, $2) order by t.client_id, t.id limit $3`,
      values,
    });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      found: rows.flatMap(position),
      next: last ? { of, after: { clientId: last.client_id, id: last.id } } : { of: 'orders', after: BEGINNING },
    };
  }
  const { rows } = await pool.query<OrderRow>({
    name: 'watch-orders-page',
    text: `${ORDER} and (o.client_id, o.id) > ($1, $2) order by o.client_id, o.id limit $3`,
    values,
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { found: rows.flatMap(order), next: last && { of, after: { clientId: last.client_id, id: last.id } } };
}

/** Up to which entry each book has been read. */
export type UpTo = Map<number, bigint>;

/** What entries opened since then, what the others were about, and the newest number of each book that has new ones. At most so many entries of a book at a time. */
export async function readMoved(
  pool: Pool,
  since: UpTo,
  limit: number,
): Promise<{ opened: readonly string[]; moved: readonly string[]; upTo: UpTo }> {
  const { rows } = await pool.query<{ book: number; opened: string | null; moved: string | null; up_to: string }>({
    name: 'watch-moved',
    text: `select h.book, string_agg(e.subject_id::text, ' ') filter (where e.event = ${EVENTS.trade_opened}) as opened,
        string_agg(e.subject_id::text, ' ') filter (where e.event <> ${EVENTS.trade_opened}) as moved, max(e.number) as up_to
      from ledger.head h left join unnest($1::smallint[], $2::bigint[]) as s(book, number) on s.book = h.book
      cross join lateral (
        select e.number, e.event, e.subject_id from ledger.entry e where e.book = h.book and e.number > coalesce(s.number, 0) order by e.number limit $3
      ) e group by h.book`,
    values: [[...since.keys()], [...since.values()], limit],
  });
  return {
    opened: rows.flatMap(({ opened }) => opened?.split(' ') ?? []),
    moved: rows.flatMap(({ moved }) => moved?.split(' ') ?? []),
    upTo: new Map(rows.map(({ book, up_to }) => [book, BigInt(up_to)])),
  };
}

export async function readHeads(pool: Pool): Promise<UpTo> {
  const { rows } = await pool.query<{ book: number; number: string }>('select book, number from ledger.head');
  return new Map(rows.map(({ book, number }) => [book, BigInt(number)]));
}

/** Margin levels that clients chose, since when. */
export type Calls = { readonly levels: readonly number[]; readonly since: Date };

/** The levels of clients who set them since then; of all without a time. */
export async function readCalls(pool: Pool, since: Date | null): Promise<Map<string, Calls>> {
  const { rows } = await pool.query<{ client_id: string; levels: number[]; set_at: Date }>({
    name: 'watch-calls',
    text: 'select client_id, levels, set_at from ledger.margin_call where set_at >= coalesce($1, set_at)',
    values: [since],
  });
  return new Map(rows.map(({ client_id: id, levels, set_at: at }) => [id, { levels, since: at }]));
}

/** Until when every quote was looked at, by whoever watched last. */
export async function readWatched(pool: Pool): Promise<Date | undefined> {
  const { rows } = await pool.query<{ until: Date | null }>('select until from ledger.watch');
  return rows[0]?.until ?? undefined;
}

export async function advanceWatched(pool: Pool, until: Date): Promise<void> {
  await pool.query({ name: 'watch-advance', text: 'select ledger.advance_watch($1)', values: [until] });
}

/** Orders whose day or date is over. */
export async function readEnded(
  pool: Pool,
  now: Date,
  limit: number,
): Promise<{ id: string; clientId: string; expiresAt: Date }[]> {
  const { rows } = await pool.query<{ id: string; clientId: string; expiresAt: Date }>({
    name: 'watch-expiring-orders',
    text: `select id, client_id as "clientId", expires_at as "expiresAt" from ledger.working_order where ended_at is null and expires_at <= $1 order by expires_at, id limit $2`,
    values: [now, limit],
  });
  return rows;
}

export type Overnight = Held & {
  readonly id: string;
  readonly clientId: string;
  /** YYYY-MM-DD in New York, the last night that was charged. */
  readonly through: string | null;
};

/** Trades that were open at the end of a day and have not been charged for it, a page at a time. */
export async function readOvernight(
  pool: Pool,
  day: string,
  endedAt: Date,
  after: After,
  limit: number,
): Promise<Overnight[]> {
  const { rows } = await pool.query<{
    id: string;
    clientId: string;
    symbol: string;
    since: Date;
    num: string;
    den: string;
    through: string | null;
  }>({
    name: 'watch-overnight',
    text: `select id, client_id as "clientId", symbol, coalesce(held_since, opened_at) as since, splits_num as num, splits_den as den, financed_through::text as through
      from ledger.trade
      where status = 'active' and coalesce(held_since, opened_at) < $1 and (financed_through is null or financed_through < $2::date) and (client_id, id) > ($3, $4)
      order by client_id, id limit $5`,
    values: [endedAt, day, after.clientId, after.id, limit],
  });
  return rows.flatMap(({ num, den, ...row }) =>
    isSymbol(row.symbol) ? [{ ...row, symbol: row.symbol, splits: { num: BigInt(num), den: BigInt(den) } }] : [],
  );
}

/** An open trade as its decision left it. */
export function watchedOf(trade: Trade, markup: number): Watched {
  return {
    kind: 'position',
    id: trade.id,
    clientId: trade.clientId,
    symbol: trade.symbol,
    side: trade.side,
    markup,
    openLots: trade.openLots,
    entryPrice: trade.entryPrice,
    splits: trade.splits,
    collateralLeft: trade.collateralLeft,
    requiredMarginLeft: trade.requiredMarginLeft,
    stopLoss: trade.stopLoss,
    takeProfit: nextTarget(trade),
    trailingDistance: trade.trailingDistance,
    trailingPeak: trade.trailingPeak,
    lossStep: trade.lossStep,
    calledLevel: trade.calledLevel,
    calledSince: trade.calledSince,
    openSince: openSince(trade),
    setSince: protectedSince(trade),
    trailingSince: trailingSince(trade),
    askedSince: trade.closingSince,
  };
}

function position(row: TradeRow): Watched[] {
  if (!isSymbol(row.symbol)) return [];
  const price = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  const since = {
    openedAt: row.opened_at,
    heldSince: row.held_since,
    protectedAt: row.protected_at,
    trailingSince: row.trailing_since,
  };
  return [
    {
      kind: 'position',
      id: row.id,
      clientId: row.client_id,
      symbol: row.symbol,
      side: row.side,
      markup: row.markup,
      openLots: BigInt(row.open_lots),
      entryPrice: BigInt(row.entry_price),
      splits: { num: BigInt(row.splits_num), den: BigInt(row.splits_den) },
      collateralLeft: BigInt(row.collateral_left),
      requiredMarginLeft: BigInt(row.required_margin_left),
      stopLoss: price(row.stop_loss),
      takeProfit: price(row.take_profit),
      trailingDistance: price(row.trailing_distance),
      trailingPeak: price(row.trailing_peak),
      lossStep: row.loss_step,
      calledLevel: row.called_level,
      calledSince: row.called_since,
      openSince: openSince(since),
      setSince: protectedSince(since),
      trailingSince: trailingSince(since),
      askedSince: row.closing_since,
    },
  ];
}

function order(row: OrderRow): Watched[] {
  if (!isSymbol(row.symbol)) return [];
  return [
    {
      kind: 'order',
      id: row.id,
      clientId: row.client_id,
      symbol: row.symbol,
      side: row.side,
      markup: row.markup,
      type: row.type,
      price: BigInt(row.price),
      setSince: row.set_at,
    },
  ];
}
