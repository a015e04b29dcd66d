import type { Trader, TraderDetail, TraderRecord, TraderTrade } from '@clearbook/contracts/copying';
import { INDEX_UNIT } from '@clearbook/domain/copying';
import { isSymbol } from '@clearbook/domain/market';
import { centsToDecimal, roundHalfEven } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { usd } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { entryText, exitPriceOf, exitValue, heldLots, lotsText } from '../trades/index.ts';
import type { FoundRecord, Records } from './record.query.ts';
import { unrealised } from './value.ts';

export type Reader = { readonly userId: string; readonly role: 'client' | 'admin' };
type Parts = { readonly pool: Pool; readonly market: Pick<Market, 'marks'>; readonly records: Pick<Records, 'read'> };

type Row = {
  id: string;
  client_id: string | null;
  bot: Trader['strategy'];
  name: string;
  picture_file: string | null;
  minimum_balance: string;
  profit_share_bps: number;
  return_rate: string;
  followers: string;
  client_email: string | null;
  copiers: number;
  copiers_result: string;
  copy: Trader['copy'];
};

const COLUMNS = `t.id, t.client_id, t.bot, k.name, k.picture_file, t.minimum_balance, t.profit_share_bps, k.return_rate, k.followers,
  (select u.email from app.user u where u.id = t.client_id) as client_email,
  (select count(*)::int from ledger.copy c where c.trader_id = t.id and c.status <> 'stopped') as copiers,
  (select coalesce(sum(c.result), 0) from ledger.copy c where c.trader_id = t.id) as copiers_result,
  (select json_build_object('id', c.id, 'status', c.status) from ledger.copy c
     where c.trader_id = t.id and c.client_id = $1 and c.status <> 'stopped') as copy`;

/** An account that was closed leads nobody any more. */
const LISTED = `t.listed and not exists (select 1 from ledger.party p where p.id = t.client_id and p.status = 'closed')`;

/** True for those who closed no trade of their own yet: they have no record, and come last. */
const UNPROVEN = `not exists (select 1 from ledger.trade o where o.client_id = t.client_id and o.copy_id is null and o.status = 'closed')`;
export const DEFAULT_TRADERS = 50;

/** Who can be copied, those with a record first, the oldest of them first. */
export async function listTraders(
  parts: Parts,
  reader: Reader,
  { limit = DEFAULT_TRADERS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  now: Date,
): Promise<{ data: Trader[]; next_cursor: string | null }> {
  const [unproven = null, id = null] = cursor?.split('.') ?? [];
  const { rows } = await parts.pool.query<Row & { unproven: boolean }>(
    `select ${COLUMNS}, t.unproven from (select t.*, ${UNPROVEN} as unproven from ledger.trader t where ${LISTED}) t
     join app.trader_card k on k.trader_id = t.id
     where $2::uuid is null or (t.unproven, t.id) > ($3::boolean, $2) order by t.unproven, t.id limit $4`,
    [reader.userId, id, unproven, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: await Promise.all(
      shown.map(async (row) =>
        wire(row, row.client_id === null ? undefined : await parts.records.read(row.client_id, now), reader),
      ),
    ),
    next_cursor: rows.length > limit && last ? `${Number(last.unproven)}.${last.id}` : null,
  };
}

/** The same for staff: the newest first, a page at a time, searched by name and by the email of the linked account. */
export async function pageTraders(
  parts: Parts,
  reader: Reader,
  { pattern, pageSize, offset }: Pick<PageRequest, 'pattern' | 'pageSize' | 'offset'>,
  now: Date,
): Promise<{ data: Trader[]; total: number }> {
  const found = (own: string) => `from ledger.trader t join app.trader_card k on k.trader_id = t.id where ${LISTED}
     and (${own}::text is null or lower(k.name) like ${own} or exists (select from app.user u where u.id = t.client_id and u.email like ${own}))`;
  const [counted, { rows }] = await Promise.all([
    parts.pool.query<{ total: string }>(`select count(*) as total ${found('$1')}`, [pattern]),
    parts.pool.query<Row>(`select ${COLUMNS} ${found('$2')} order by t.id desc limit $3 offset $4`, [
      reader.userId,
      pattern,
      pageSize,
      offset,
    ]),
  ]);
  const data = await Promise.all(
    rows.map(async (row) =>
      wire(row, row.client_id === null ? undefined : await parts.records.read(row.client_id, now), reader),
    ),
  );
  return { data, total: Number(counted.rows[0]?.total ?? 0) };
}

/** Undefined where there is no such trader, or no longer: except for those who copied them. */
export async function findTrader(
  parts: Parts,
  reader: Reader,
  id: string,
  now: Date,
): Promise<TraderDetail | undefined> {
  const { rows } = await parts.pool.query<Row>(
    `select ${COLUMNS} from ledger.trader t join app.trader_card k on k.trader_id = t.id where t.id = $2 and ${LISTED}`,
    [reader.userId, id],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const record = row.client_id === null ? undefined : await parts.records.read(row.client_id, now);
  return {
    ...wire(row, record, reader),
    curve: (record?.curve ?? []).map(({ at, index }) => ({
      at: at.toISOString(),
      value: centsToDecimal(roundHalfEven((index - INDEX_UNIT) * 10_000n, INDEX_UNIT)),
    })),
  };
}

function wire(row: Row, record: FoundRecord | undefined, reader: Reader): Trader {
  return {
    id: row.id,
    name: row.name,
    kind: row.bot !== null ? 'bot' : row.client_id === null ? 'unlinked' : 'client',
    strategy: row.bot,
    picture: pictureAddress(row.picture_file),
    minibalance: usd(BigInt(row.minimum_balance)),
    profit_share: centsToDecimal(BigInt(row.profit_share_bps)),
    record: record === undefined ? null : wireRecord(record),
    copiers: row.copiers,
    copiers_result: usd(BigInt(row.copiers_result)),
    copy: row.copy,
    own: row.client_id === reader.userId,
    staff:
      reader.role === 'admin'
        ? { return_rate: row.return_rate, followers: row.followers, client_email: row.client_email }
        : null,
  };
}

function wireRecord(record: FoundRecord): TraderRecord {
  const factor = record.profitFactorHundredths;
  return {
    return: centsToDecimal(record.returnBps),
    drawdown: centsToDecimal(record.drawdownBps),
    win_rate: centsToDecimal(record.winRateBps),
    profit_factor: factor === null ? null : centsToDecimal(factor),
    trades: record.trades,
    wins: record.wins,
    losses: record.losses,
    open: record.open,
    gains: usd(record.gains),
    losts: usd(record.losts),
    months: record.months,
    since: record.since.toISOString(),
  };
}

export function pictureAddress(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v1/files/${fileId}`;
}

type TradeRow = {
  id: string;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  open_lots: string;
  entry_price: string;
  splits_num: string;
  splits_den: string;
  exit_value: string | null;
  realised: string;
  shortfall: string;
  financed: string;
  dividends: string;
  status: 'active' | 'closed';
  opened_at: Date;
  closed_at: Date | null;
  markup: number;
  leverage_ceiling: number;
};

export const DEFAULT_TRADES = 50;
const CURSOR = /^(\d{1,13})\.([0-9a-f-]{36})$/;

/** A trader's own trades, as everybody may see them: open ones newest first, closed ones last closed first. */
export async function listTraderTrades(
  { pool, market }: Parts,
  traderId: string,
  {
    state,
    limit = DEFAULT_TRADES,
    cursor,
  }: { state: 'active' | 'closed'; limit?: number | undefined; cursor?: string | undefined },
  now: Date,
): Promise<{ data: TraderTrade[]; next_cursor: string | null }> {
  const after = CURSOR.exec(cursor ?? '');
  const by = state === 'closed' ? 'o.closed_at' : 'o.opened_at';
  const { rows } = await pool.query<TradeRow>({
    name: `trader-trades-${state}`,
    text: `select o.id, o.symbol, o.side, o.lots, o.open_lots, o.entry_price, o.splits_num, o.splits_den, ${exitValue('o')}, o.realised, o.shortfall, o.financed, o.dividends, o.status, o.opened_at, o.closed_at,
        p.markup, p.leverage_ceiling
      from ledger.trader t join ledger.party p on p.id = t.client_id join ledger.trade o on o.client_id = t.client_id and o.copy_id is null
      where t.id = $1 and t.listed and o.status = '${state}' and ($2::timestamptz is null or (${by}, o.id) < ($2, $3::uuid))
      order by ${by} desc, o.id desc limit $4`,
    values: [traderId, after ? new Date(Number(after[1])) : null, after?.[2] ?? null, limit + 1],
  });
  const marks = market.marks(now);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const lastAt = state === 'closed' ? last?.closed_at : last?.opened_at;
  return {
    data: shown.map((row) => {
      const realised = BigInt(row.realised) + BigInt(row.shortfall) - BigInt(row.financed) + BigInt(row.dividends);
      const open =
        row.status === 'active' && isSymbol(row.symbol)
          ? unrealised(
              [
                {
                  symbol: row.symbol,
                  side: row.side,
                  lots: row.open_lots,
                  entry: row.entry_price,
                  num: row.splits_num,
                  den: row.splits_den,
                },
              ],
              { markup: row.markup, leverageCeiling: row.leverage_ceiling },
              marks,
            )
          : 0n;
      return {
        id: row.id,
        symbol: row.symbol,
        side: row.side,
        lots: lotsText(row.status === 'active' ? BigInt(row.open_lots) : heldLots(row)),
        entry_price: entryText(row),
        exit_price: row.status === 'active' ? null : exitPriceOf(row),
        result: usd(realised + open),
        opened_at: row.opened_at.toISOString(),
        closed_at: row.status === 'active' ? null : (row.closed_at?.toISOString() ?? null),
      };
    }),
    next_cursor: rows.length > limit && last && lastAt ? `${lastAt.getTime()}.${last.id}` : null,
  };
}

/** The picture of somebody on the list is for everybody who is signed in. */
export async function isTraderPicture(
  pool: Pool,
  file: { readonly id: string; readonly kind: string },
): Promise<boolean> {
  if (file.kind !== 'picture') return false;
  const { rowCount } = await pool.query('select 1 from app.trader_card where picture_file = $1 limit 1', [file.id]);
  return rowCount === 1;
}
