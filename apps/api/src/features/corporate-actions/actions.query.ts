import type { CorporateActionRow } from '@clearbook/contracts/admin-export';
import type { AdminCorporateAction, CorporateAction, DividendList } from '@clearbook/contracts/market';
import { dividendAmount } from '@clearbook/domain/corporate-actions';
import { isSymbol } from '@clearbook/domain/market';
import { exactPrice } from '@clearbook/domain/price';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { lotsText } from '../trades/index.ts';

type ActionRow = {
  id: string;
  symbol: string;
  rate: string | null;
  new_rate: number | null;
  old_rate: number | null;
  ex_date: string;
  effective_at: Date;
  source: string;
  source_time: Date;
  recorded_at: Date;
};
const ANNOUNCED_SHOWN = 500;
const ACTION = `c.id, c.symbol, c.rate, c.new_rate, c.old_rate, c.ex_date::text, c.effective_at, c.source, c.source_time, c.recorded_at`;

function wireAction(row: ActionRow): Omit<CorporateAction, 'expected' | 'lots_before' | 'lots'> {
  return {
    id: row.id,
    type: row.rate === null ? 'split' : 'cash_dividend',
    symbol: row.symbol,
    rate: row.rate === null ? null : exactPrice(BigInt(row.rate), 2),
    new_rate: row.new_rate,
    old_rate: row.old_rate,
    ex_date: row.ex_date,
    effective_at: row.effective_at.toISOString(),
    source: row.source,
    source_time: row.source_time.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
  };
}

type HeldRow = { side: 'buy' | 'sell'; open_lots: string };
type Held = { readonly side: 'buy' | 'sell'; readonly lots: bigint };

/** What is ahead, soonest first, and what it would bring or cost a client with what is open now. */
export async function readUpcoming(pool: Pool, clientId: string, now: Date): Promise<CorporateAction[]> {
  const { rows } = await pool.query<ActionRow & { held: HeldRow[] | null }>({
    name: 'corporate-actions-upcoming',
    text: `select ${ACTION}, (select json_agg(json_build_object('side', t.side, 'open_lots', t.open_lots::text)) from ledger.trade t
        where t.client_id = $1 and t.status = 'active' and t.symbol = c.symbol) as held
      from ledger.corporate_action c where c.effective_at > $2 order by c.effective_at, c.symbol limit 500`,
    values: [clientId, now],
  });
  // What is ahead of a share is of the shares that the splits before it make of what is held.
  const heldThen = new Map<string, readonly Held[]>();
  return rows.map(({ held: now, ...row }) => {
    const open =
      heldThen.get(row.symbol) ?? (now ?? []).map(({ side, open_lots }) => ({ side, lots: BigInt(open_lots) }));
    const after = open.map(({ side, lots }) => ({ side, lots: afterSplit(lots, row) }));
    heldThen.set(row.symbol, after);
    return { ...wireAction(row), expected: expectedOf(row, open), ...lotsOf(row, open, after) };
  });
}

/** Each position by itself, since what the ratio leaves over of one is closed with it (Q11). */
function afterSplit(lots: bigint, { new_rate, old_rate }: ActionRow): bigint {
  return new_rate === null || old_rate === null ? lots : (lots / BigInt(old_rate)) * BigInt(new_rate);
}

function lotsOf(
  { new_rate }: ActionRow,
  open: readonly Held[],
  after: readonly Held[],
): { lots_before: string | null; lots: string | null } {
  if (new_rate === null || open.length === 0) return { lots_before: null, lots: null };
  const all = (held: readonly Held[]): string => lotsText(sum(held.map(({ lots }) => lots)));
  return { lots_before: all(open), lots: all(after) };
}

function expectedOf({ symbol, rate }: ActionRow, open: readonly Held[]): CorporateAction['expected'] {
  if (open.length === 0 || rate === null || !isSymbol(symbol)) return null;
  return usd(sum(open.map(({ side, lots }) => dividendAmount({ symbol, side, openLots: lots }, BigInt(rate)))));
}

function sum(of: readonly bigint[]): bigint {
  return of.reduce((total, each) => total + each, 0n);
}

type PaidRow = {
  action_id: string;
  trade_id: string;
  symbol: string;
  side: 'buy' | 'sell';
  lots: string;
  rate: string;
  ex_date: string;
  moved: string;
  at: Date;
};

/** What dividends brought and cost a client in a calendar year (UTC), newest first, with its sums. */
export async function readDividends(
  pool: Pool,
  clientId: string,
  year: number,
): Promise<Omit<DividendList, 'next_cursor'>> {
  const { rows } = await pool.query<PaidRow>({
    name: 'dividends-of-year',
    text: `select d.action_id, d.trade_id, c.symbol, t.side, d.lots, c.rate, c.ex_date::text, d.moved, d.at
      from ledger.dividend d join ledger.corporate_action c on c.id = d.action_id join ledger.trade t on t.book = d.book and t.id = d.trade_id
      where d.client_id = $1 and d.at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'UTC') and d.at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'UTC')
      order by d.at desc, d.trade_id desc`,
    values: [clientId, year],
  });
  const moved = rows.map((row) => BigInt(row.moved));
  return {
    year,
    received: usd(sum(moved.filter((each) => each > 0n))),
    paid: usd(-sum(moved.filter((each) => each < 0n))),
    data: rows.map((row) => ({
      corporate_action_id: row.action_id,
      trade_id: row.trade_id,
      symbol: row.symbol,
      side: row.side,
      lots: lotsText(BigInt(row.lots)),
      rate: exactPrice(BigInt(row.rate), 2),
      ex_date: row.ex_date,
      amount: usd(BigInt(row.moved)),
      at: row.at.toISOString(),
    })),
  };
}

type BookedRow = ActionRow & { positions: number; received: string; paid: string };

/** Everything that was announced, the latest ex-date first, and what has been booked of it. */
export async function readAnnounced(
  pool: Pool,
  limit: number | null = ANNOUNCED_SHOWN,
): Promise<AdminCorporateAction[]> {
  const { rows } = await pool.query<BookedRow>({
    name: 'corporate-actions-announced',
    text: `select ${ACTION}, b.positions, b.received, b.paid from ledger.corporate_action c
      cross join lateral (select count(*)::int + (select count(*)::int from ledger.trade_split s where s.book = any(ledger.books()) and s.action_id = c.id) as positions,
        coalesce(sum(d.moved) filter (where d.moved > 0), 0) as received, coalesce(-sum(d.moved) filter (where d.moved < 0), 0) as paid
        from ledger.dividend d where d.book = any(ledger.books()) and d.action_id = c.id) b
      order by c.effective_at desc, c.symbol limit $1`,
    values: [limit],
  });
  return rows.map((row) => ({
    ...wireAction(row),
    positions: row.positions,
    received: usd(BigInt(row.received)),
    paid: usd(BigInt(row.paid)),
  }));
}

export function announcedFileRow(action: AdminCorporateAction): CorporateActionRow {
  return {
    id: action.id,
    type: action.type,
    symbol: action.symbol,
    rate: action.rate ?? '',
    new_rate: action.new_rate === null ? '' : String(action.new_rate),
    old_rate: action.old_rate === null ? '' : String(action.old_rate),
    ex_date: action.ex_date,
    positions: String(action.positions),
    received: action.received.amount,
    paid: action.paid.amount,
    source: action.source,
    effective_utc: action.effective_at,
    source_utc: action.source_time,
    recorded_utc: action.recorded_at,
  };
}
