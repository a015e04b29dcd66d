import type { Trade } from '@clearbook/contracts/trading';
import type { AdminTrade } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { type PageOf, readPage, TRADES } from '../tables/index.ts';
import { TRADE_COLUMNS, type TradeRow, wireTrade } from './wire.ts';

export const DEFAULT_TRADES = 50;
const CURSOR = /^(\d{1,15})\.([0-9a-f-]{36})$/;

type Page = { limit?: number | undefined; cursor?: string | undefined };

/** A client's trades: open ones newest first, closed ones last closed first. */
export async function listTrades(
  pool: Pool,
  clientId: string,
  state: 'active' | 'closed' | undefined,
  page: Page,
): Promise<{ data: Trade[]; next_cursor: string | null }> {
  const limit = page.limit ?? DEFAULT_TRADES;
  const after = CURSOR.exec(page.cursor ?? '');
  const by = state === 'closed' ? 't.closed_at' : 't.opened_at';
  const { rows } = await pool.query<TradeRow>({
    name: `list-trades-${state ?? 'all'}`,
    text: `select ${TRADE_COLUMNS} from ledger.trade t
      where t.client_id = $1 ${state === undefined ? '' : `and t.status = '${state}'`}
        and ($2::timestamptz is null or (${by}, t.id) < ($2, $3::uuid))
      order by ${by} desc, t.id desc limit $4`,
    values: [clientId, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1],
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const lastAt = state === 'closed' ? last?.closed_at : last?.opened_at;
  return {
    data: shown.map(wireTrade),
    next_cursor: rows.length > limit && last && lastAt ? `${lastAt.getTime()}.${last.id}` : null,
  };
}

/** Undefined where there is no such trade of this client. */
export async function findTrade(pool: Pool, clientId: string, id: string): Promise<Trade | undefined> {
  const { rows } = await pool.query<TradeRow>(
    `select ${TRADE_COLUMNS} from ledger.trade t where t.id = $1 and t.client_id = $2`,
    [id, clientId],
  );
  return rows[0] && wireTrade(rows[0]);
}

/** Everybody's trades, newest first, for staff; searched by a part of the e-mail. */
export function pageTrades(pool: Pool, page: PageRequest): Promise<PageOf<AdminTrade>> {
  return readPage(pool, TRADES, page, tradesByIds);
}

async function tradesByIds(client: ClientBase, ids: readonly string[]): Promise<Map<string, AdminTrade>> {
  const { rows } = await client.query<TradeRow & { email: string }>(
    `select ${TRADE_COLUMNS}, u.email from ledger.trade t join app.user u on u.id = t.client_id where t.id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { ...wireTrade(row), user_id: row.client_id, user_email: row.email }]));
}
