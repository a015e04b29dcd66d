import { conversionPair, instrument, type Symbol } from '@clearbook/domain/market';
import type pg from 'pg';
import type { Market } from '../src/features/market/index.ts';

/*
 * What an account was worth at an instant, and what came in and went out, counted again by code that shares nothing with the product's but the catalogue of
 * instruments and the bars: entry by entry from the list of postings, and trade by trade from the fills.
 */

type PostingRow = { at: Date; number: string; event: string; account: string; own: boolean; amount: string };
type FillRow = { at: Date; trade_id: string; kind: 'open' | 'close'; lots: string };
type TradeRow = { id: string; symbol: Symbol; side: 'buy' | 'sell'; entry_price: string };
type SplitRow = { at: Date; trade_id: string; lots: string; num: string; den: string };

export type Recount = {
  postings: PostingRow[];
  fills: FillRow[];
  trades: Map<string, TradeRow>;
  splits: SplitRow[];
};

export async function readForRecount(pool: pg.Pool, clientId: string): Promise<Recount> {
  const { rows: postings } = await pool.query<PostingRow>(
    `select e.at, e.number, r.name as event, k.name as account, p.party_id is not null as own, p.amount::text from ledger.entry e
     join ledger.event_rule r on r.code = e.event join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) join ledger.account_kind k on k.code = p.account
     where e.client_id = $1 order by e.number, p.line`,
    [clientId],
  );
  const { rows: fills } = await pool.query<FillRow>(
    'select at, trade_id, kind, lots::text from ledger.fill where client_id = $1 order by at, id',
    [clientId],
  );
  const { rows: trades } = await pool.query<TradeRow>(
    'select id, symbol, side, entry_price::text from ledger.trade where client_id = $1',
    [clientId],
  );
  const { rows: splits } = await pool.query<SplitRow>(
    'select at, trade_id, lots::text, splits_num::text as num, splits_den::text as den from ledger.trade_split where client_id = $1 order by at, splits_num * splits_den',
    [clientId],
  );
  return { postings, fills, trades: new Map(trades.map((trade) => [trade.id, trade])), splits };
}

/** The close of the last bar that began before an instant. */
async function midBefore(market: Market, symbol: Symbol, at: Date, interval: '15m' | '1h' | '4h' | '1d' | '1m') {
  const bars = await market.bars(symbol, interval, 1, new Date(at.getTime() - 1), undefined, 'raw');
  return bars.at(-1)?.close;
}

/** To the cent: half to even. */
function cents(num: bigint, den: bigint): bigint {
  const doubled = 2n * num + den;
  const floor = (value: bigint, by: bigint) => value / by - (value % by !== 0n && value < 0n ? 1n : 0n);
  const rounded = floor(doubled, 2n * den);
  return doubled % (2n * den) === 0n && rounded % 2n !== 0n ? rounded - 1n : rounded;
}

export async function valueBefore(
  { postings, fills, trades, splits }: Recount,
  market: Market,
  at: Date,
  interval: Parameters<typeof midBefore>[3],
): Promise<bigint | undefined> {
  let balance = 0n;
  for (const posting of postings) if (posting.own && posting.at < at) balance -= BigInt(posting.amount);
  const open = new Map<string, { lots: bigint; num: bigint; den: bigint }>();
  const happened = [
    ...fills.map((fill) => ({
      at: fill.at,
      id: fill.trade_id,
      what: fill.kind,
      lots: BigInt(fill.lots),
      num: 1n,
      den: 1n,
    })),
    ...splits.map((split) => ({
      at: split.at,
      id: split.trade_id,
      what: 'split' as const,
      lots: BigInt(split.lots),
      num: BigInt(split.num),
      den: BigInt(split.den),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at: then, id, what, lots, num, den } of happened) {
    if (then >= at) break;
    const held = open.get(id);
    if (what === 'open') open.set(id, { lots, num: 1n, den: 1n });
    else if (what === 'split') open.set(id, { lots, num, den });
    else if (held !== undefined) open.set(id, { ...held, lots: held.lots - lots });
  }
  let [num, den] = [0n, 1n];
  for (const [id, { lots, num: shares, den: bought }] of open) {
    const trade = trades.get(id);
    if (trade === undefined || lots === 0n) continue;
    const of = instrument(trade.symbol);
    const mid = await midBefore(market, trade.symbol, at, interval);
    const pair = conversionPair(of.quote);
    const rate = pair === undefined ? 10_000_000_000n : await midBefore(market, pair.symbol, at, interval);
    if (mid === undefined || rate === undefined) return undefined;
    const gain = (mid * shares - BigInt(trade.entry_price) * bought) * (trade.side === 'buy' ? 1n : -1n);
    const [a, b] = pair?.inverse === true ? [10_000_000_000n, rate] : [rate, 10_000_000_000n];
    const [top, bottom] = [gain * lots * of.lotSize * a, 10_000_000_000n * shares * b];
    [num, den] = [num * bottom + top * den, den * bottom];
  }
  return balance + cents(num, den);
}

/** What came in, went out, and was entered by staff, from an instant on and before another. */
export function flowsBetween({ postings }: Recount, from: Date, to: Date) {
  const flows = { deposited: 0n, withdrawn: 0n, adjusted: 0n };
  const entries = Map.groupBy(
    postings.filter(({ at }) => at >= from && at < to),
    ({ number }) => number,
  );
  for (const lines of entries.values()) {
    const own = lines.filter((line) => line.own).reduce((sum, { amount }) => sum - BigInt(amount), 0n);
    const fee = lines.find(({ account }) => account === 'fees');
    const event = lines[0]?.event;
    if (event === 'adjustment' || event === 'loan_written_off') flows.adjusted += own;
    else if (event === 'deposit_approved' || event === 'demo_top_up' || event === 'capital_granted')
      flows.deposited += own;
    // A fee is a cost, and no payout.
    else if (event === 'withdrawal_approved') flows.withdrawn += -own + BigInt(fee?.amount ?? 0);
    else if (event === 'withdrawal_returned') flows.deposited += own - BigInt(fee?.amount ?? 0);
  }
  return flows;
}
