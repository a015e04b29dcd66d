import type { Copy, CopySkip } from '@clearbook/contracts/copying';
import type { Trade } from '@clearbook/contracts/trading';
import { centsToDecimal } from '@clearbook/domain/money';
import type { Marks } from '@clearbook/domain/trading';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { TRADE_COLUMNS, type TradeRow, wireTrade } from '../trades/index.ts';
import { pictureAddress } from './traders.query.ts';
import { OPEN_ROW, type OpenRow, unrealised } from './value.ts';

type Parts = { readonly pool: Pick<ClientBase, 'query'>; readonly market: Pick<Market, 'marks'> };
type Page = { limit?: number | undefined; cursor?: string | undefined };

export const DEFAULT_COPIES = 50;

type Row = {
  id: string;
  status: Copy['status'];
  cause: Copy['cause'];
  allotment: string;
  held: string;
  result: string;
  stop_loss: string | null;
  copy_open: boolean;
  profit_share_bps: number;
  shared: string;
  started_at: Date;
  stopped_at: Date | null;
  trader_id: string;
  name: string;
  picture_file: string | null;
  markup: number;
  leverage_ceiling: number;
  skipped: number;
  open: OpenRow[] | null;
};

const SELECT = `select c.id, c.status, c.cause, c.allotment, c.held, c.result, c.stop_loss, c.copy_open, c.profit_share_bps, c.shared, c.started_at, c.stopped_at,
    c.trader_id, k.name, k.picture_file, p.markup, p.leverage_ceiling,
    (select count(*)::int from ledger.copy_skip s where s.copy_id = c.id) as skipped,
    case when c.status <> 'stopped' then (select json_agg(${OPEN_ROW('t')}) from ledger.trade t where t.copy_id = c.id and t.status = 'active') end as open
  from ledger.copy c join app.trader_card k on k.trader_id = c.trader_id join ledger.party p on p.id = c.client_id`;

/** A client's copies, newest first, ended ones too. */
export async function listCopies(
  { pool, market }: Parts,
  clientId: string,
  { limit = DEFAULT_COPIES, cursor }: Page,
  now: Date,
): Promise<{ data: Copy[]; next_cursor: string | null }> {
  const { rows } = await pool.query<Row>(
    `${SELECT} where c.client_id = $1 and ($2::uuid is null or c.id < $2) order by c.id desc limit $3`,
    [clientId, cursor ?? null, limit + 1],
  );
  const marks = market.marks(now);
  const shown = rows.slice(0, limit);
  return {
    data: shown.map((row) => wire(row, marks)),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function findCopy(
  { pool, market }: Parts,
  clientId: string,
  id: string,
  now: Date,
): Promise<Copy | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where c.client_id = $1 and c.id = $2`, [clientId, id]);
  return rows[0] && wire(rows[0], market.marks(now));
}

/** The copy of this trader that runs, or else the last one, so that a repeated request still finds what it was about. */
export async function findRunning(pool: Pool, clientId: string, traderId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from ledger.copy where client_id = $1 and trader_id = $2 order by status = 'stopped', id desc limit 1`,
    [clientId, traderId],
  );
  return rows[0]?.id;
}

/** The trades that a copy made, newest first. */
export async function listCopyTrades(
  pool: Pool,
  copyId: string,
  { limit = DEFAULT_COPIES, cursor }: Page,
  marks: Marks,
): Promise<{ data: Trade[]; next_cursor: string | null }> {
  const { rows } = await pool.query<TradeRow>(
    `select ${TRADE_COLUMNS} from ledger.trade t where t.copy_id = $1 and ($2::uuid is null or t.id < $2) order by t.id desc limit $3`,
    [copyId, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return {
    data: shown.map((row) => wireTrade(row, marks)),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

type SkipRow = { lead_trade_id: string; symbol: string; side: 'buy' | 'sell'; at: Date; reason: CopySkip['reason'] };
const CURSOR = /^(\d{1,13})\.([0-9a-f-]{36})$/;

/** What a copy did not mirror and why, newest first. */
export async function listSkips(
  pool: Pool,
  copyId: string,
  { limit = DEFAULT_COPIES, cursor }: Page,
): Promise<{ data: CopySkip[]; next_cursor: string | null }> {
  const after = CURSOR.exec(cursor ?? '');
  const { rows } = await pool.query<SkipRow>(
    `select s.lead_trade_id, t.symbol, t.side, s.at, s.reason from ledger.copy_skip s join ledger.trade t on t.id = s.lead_trade_id
     where s.copy_id = $1 and ($2::timestamptz is null or (s.at, s.lead_trade_id) < ($2, $3::uuid))
     order by s.at desc, s.lead_trade_id desc limit $4`,
    [copyId, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(({ lead_trade_id, at, ...row }) => ({ trade_id: lead_trade_id, at: at.toISOString(), ...row })),
    next_cursor: rows.length > limit && last ? `${last.at.getTime()}.${last.lead_trade_id}` : null,
  };
}

function wire(row: Row, marks: ReturnType<Market['marks']>): Copy {
  const open = row.open ?? [];
  const terms = { markup: row.markup, leverageCeiling: row.leverage_ceiling };
  return {
    id: row.id,
    trader: { id: row.trader_id, name: row.name, picture: pictureAddress(row.picture_file) },
    status: row.status,
    cause: row.cause,
    allotment: usd(BigInt(row.allotment)),
    used: usd(BigInt(row.held)),
    realized_pl: usd(BigInt(row.result)),
    unrealized_pl: usd(unrealised(open, terms, marks)),
    stop_loss: row.stop_loss === null ? null : usd(BigInt(row.stop_loss)),
    copy_open: row.copy_open,
    profit_share: centsToDecimal(BigInt(row.profit_share_bps)),
    shared: usd(BigInt(row.shared)),
    open_trades: open.length,
    skipped: row.skipped,
    started_at: row.started_at.toISOString(),
    stopped_at: row.stopped_at?.toISOString() ?? null,
  };
}
