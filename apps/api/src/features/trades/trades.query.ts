import { instantsOf } from '@clearbook/contracts/common';
import type { Trade } from '@clearbook/contracts/trading';
import type { AdminTrade } from '@clearbook/contracts/admin';
import type { Symbol } from '@clearbook/domain/market';
import type { Marks, OpenPosition } from '@clearbook/domain/trading';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { type PageOf, readPage, TRADES } from '../tables/index.ts';
import { MANUAL_COLUMNS, type ManualRow, paidOf, TRADE_COLUMNS, type TradeRow, wireManual, wireTrade } from './wire.ts';

export const DEFAULT_TRADES = 50;
/** Where a list goes on: milliseconds since 1970, and an id. */
export const TIME_AND_ID = /^(\d{1,15})\.([0-9a-f-]{36})$/;

type Filter = {
  state?: 'active' | 'closed' | undefined;
  symbol?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** A client's trades: open ones newest first, closed ones last closed first. */
export async function listTrades(
  pool: Pool,
  clientId: string,
  { state, symbol, limit = DEFAULT_TRADES, cursor, ...dates }: Filter,
  marks: Marks,
): Promise<{ data: Trade[]; next_cursor: string | null }> {
  const after = TIME_AND_ID.exec(cursor ?? '');
  const { from, before } = instantsOf(dates);
  const where = [symbol ?? null, from, before] as const;
  const by = state === 'closed' ? 't.closed_at' : 't.opened_at';
  const { rows } = await pool.query<TradeRow>({
    name: `list-trades-${state ?? 'all'}`,
    text: `select ${TRADE_COLUMNS} from ledger.trade t
      where t.client_id = $1 ${state === undefined ? '' : `and t.status = '${state}'`}
        and ($2::timestamptz is null or (${by}, t.id) < ($2, $3::uuid))
        and ($5::text is null or t.symbol = $5) and ($6::timestamptz is null or ${by} >= $6) and ($7::timestamptz is null or ${by} < $7)
      order by ${by} desc, t.id desc limit $4`,
    values: [clientId, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1, ...where],
  });
  const manual = state === 'active' ? [] : await listManual(pool, clientId, after, limit + 1, where);
  const all = [...rows.map((row) => wireTrade(row, marks)), ...manual.map(wireManual)].toSorted((a, b) =>
    newestFirst(a, b, state),
  );
  const shown = all.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown,
    next_cursor: all.length > limit && last ? `${Date.parse(timeOf(last, state))}.${last.id}` : null,
  };
}

/** What staff wrote down by hand stands among the closed trades, at the time that they did. */
async function listManual(
  pool: Pool,
  clientId: string,
  after: RegExpExecArray | null,
  limit: number,
  where: readonly [symbol: string | null, from: Date | null, before: Date | null],
): Promise<ManualRow[]> {
  const { rows } = await pool.query<ManualRow>({
    name: 'list-manual-trades',
    text: `select ${MANUAL_COLUMNS} from ledger.manual_trade m where m.client_id = $1 and m.trade_id is null
        and ($2::timestamptz is null or (m.at, m.id) < ($2, $3::uuid))
        and ($5::text is null or m.symbol = $5) and ($6::timestamptz is null or m.at >= $6) and ($7::timestamptz is null or m.at < $7)
      order by m.at desc, m.id desc limit $4`,
    values: [clientId, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit, ...where],
  });
  return rows;
}

function timeOf(trade: Trade, state: 'active' | 'closed' | undefined): string {
  return state === 'closed' ? (trade.closed_at ?? trade.opened_at) : trade.opened_at;
}

function newestFirst(a: Trade, b: Trade, state: 'active' | 'closed' | undefined): number {
  const [first, second] = [timeOf(a, state), timeOf(b, state)];
  if (first !== second) return first < second ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Undefined where there is no such trade of this client. */
export async function findTrade(pool: Pool, clientId: string, id: string, marks: Marks): Promise<Trade | undefined> {
  const { rows } = await pool.query<TradeRow>(
    `select ${TRADE_COLUMNS} from ledger.trade t where t.id = $1 and t.client_id = $2`,
    [id, clientId],
  );
  if (rows[0]) return wireTrade(rows[0], marks);
  const { rows: manual } = await pool.query<ManualRow>(
    `select ${MANUAL_COLUMNS} from ledger.manual_trade m where m.id = $1 and m.client_id = $2 and m.trade_id is null`,
    [id, clientId],
  );
  return manual[0] && wireManual(manual[0]);
}

/** What an open trade is worth depends on. */
export type OpenTradeRow = OpenPosition & { readonly id: string; readonly markup: number };

/** A client's open trades, oldest first: of one instrument, or all. */
export async function openTradesOf(pool: Pool, clientId: string, symbol?: string): Promise<OpenTradeRow[]> {
  const { rows } = await pool.query<{
    id: string;
    symbol: string;
    side: 'buy' | 'sell';
    open_lots: string;
    entry_price: string;
    splits_num: string;
    splits_den: string;
    markup: number;
  }>(
    `select t.id, t.symbol, t.side, t.open_lots, t.entry_price, t.splits_num, t.splits_den, p.markup from ledger.trade t join ledger.party p on p.id = t.client_id
     where t.client_id = $1 and t.status = 'active' and t.symbol = coalesce($2, t.symbol) order by t.id`,
    [clientId, symbol ?? null],
  );
  return rows.map((row) => ({
    ...{ id: row.id, symbol: row.symbol as Symbol, side: row.side, markup: row.markup },
    ...{ openLots: BigInt(row.open_lots), ...paidOf(row) },
  }));
}

/** Whose trade it is; undefined where there is none. */
export async function findTradeForStaff(
  pool: Pool,
  id: string,
): Promise<{ clientId: string; symbol: string } | undefined> {
  const { rows } = await pool.query<{ client_id: string; symbol: string }>(
    'select client_id, symbol from ledger.trade where id = $1',
    [id],
  );
  return rows[0] && { clientId: rows[0].client_id, symbol: rows[0].symbol };
}

/** Everybody's trades, newest first, for staff; searched by a part of the email. */
export function pageTrades(pool: Pool, page: PageRequest): Promise<PageOf<AdminTrade>> {
  return readPage(pool, TRADES, page, tradesByIds);
}

const NO_MARKS: Marks = { mark: () => undefined, markRate: () => undefined };

/** For staff, who see no close-out price, and no worth: a client's trade is theirs to watch. */
export async function tradesByIds(client: ClientBase, ids: readonly string[]): Promise<Map<string, AdminTrade>> {
  const { rows } = await client.query<TradeRow & { email: string }>(
    `select ${TRADE_COLUMNS}, u.email from ledger.trade t join app.user u on u.id = t.client_id where t.id = any($1)`,
    [ids],
  );
  return new Map(
    rows.map((row) => [row.id, { ...wireTrade(row, NO_MARKS), user_id: row.client_id, user_email: row.email }]),
  );
}
