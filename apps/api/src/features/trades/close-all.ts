import type { ClosedAll } from '@clearbook/contracts/trading';
import { messages } from '@clearbook/contracts/messages';
import { isSymbol } from '@clearbook/domain/market';
import { type Marks, openValue, type Outcomes } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem } from '../../platform/http/index.ts';
import { execute, type Request } from '../books/index.ts';
import { type OpenTradeRow, openTradesOf } from './trades.query.ts';
import { priceText } from './wire.ts';

type Result = ClosedAll['results'][number];
type Asked = { readonly symbol?: string | undefined; readonly only?: Outcomes | undefined };
type Parts = { readonly ledger: Ledger; readonly pool: Pool; readonly marks: Marks };
type Sent = Request & { readonly now: Date };

/**
 * Closes each open trade that is asked for under a key of its own, at the quote of now or the next good one, so that one which cannot close keeps nobody else open, and
 * so that a repeat after a crash closes what is left. What was answered first under the request's key is answered again.
 */
export async function closeAll(parts: Parts, clientId: string, asked: Asked, request: Sent): Promise<ClosedAll> {
  const { pool } = parts;
  if (asked.symbol !== undefined && !isSymbol(asked.symbol)) throw unknownSymbol();
  const slot = `close-all:${request.key}`;
  const earlier = await keptReply(pool, clientId, slot, request.requestHash);
  if (earlier !== undefined) {
    request.reply.header('idempotency-replayed', 'true');
    return earlier;
  }
  const trades = (await openTradesOf(pool, clientId, asked.symbol)).filter((trade) => mayBe(trade, asked, parts.marks));
  const results = await Promise.all(trades.map((trade) => closeOne(parts.ledger, clientId, trade, asked, request)));
  const reply = replyOf(results);
  const { rowCount } = await pool.query(
    'insert into app.reply (actor_id, key, reply, at, client_id) values ($1, $2, $3, $4, $1) on conflict do nothing',
    [clientId, slot, JSON.stringify({ ...reply, of: request.requestHash }), request.now],
  );
  return rowCount === 0 ? ((await keptReply(pool, clientId, slot, request.requestHash)) ?? reply) : reply;
}

function unknownSymbol(): Problem {
  const message = messages.trade.assetRequired;
  return new Problem(422, 'order.unknown_symbol', message, [{ name: 'symbol', message }]);
}

async function keptReply(pool: Pool, clientId: string, slot: string, of: string): Promise<ClosedAll | undefined> {
  const { rows } = await pool.query<{
    reply: Partial<ClosedAll> & Pick<ClosedAll, 'closed' | 'left'> & { of?: string };
  }>('select reply from app.reply where actor_id = $1 and key = $2', [clientId, slot]);
  const [row] = rows;
  if (row === undefined) return undefined;
  // An answer from before closes could wait, or could be of some trades, has neither a count nor a list of them.
  const { of: asked, waiting = 0, results = [], ...reply } = row.reply;
  if (asked !== undefined && asked !== of) throw new Problem(409, 'key.reused', messages.common.keyReused);
  return { ...reply, waiting, results };
}

/** Whether it may be what is asked for, by the last known prices: the close decides, at its own quote. */
function mayBe(trade: OpenTradeRow, { only }: Asked, marks: Marks): boolean {
  const value = only && openValue(trade, marks, trade);
  if (value === undefined) return true;
  return only === 'winners' ? value.unrealised > 0n : value.unrealised < 0n;
}

async function closeOne(
  ledger: Ledger,
  clientId: string,
  { id: tradeId, symbol }: OpenTradeRow,
  { only }: Asked,
  request: Sent,
): Promise<Result> {
  const none = { realized_pl: null, exit_price: null, code: null, detail: null };
  try {
    const done = await execute(
      ledger,
      { kind: 'close_trade', clientId, tradeId, lots: null, only },
      { ...request, key: `${request.key}:${tradeId}`, reply: { header: () => undefined } },
    );
    if ('status' in done) return { trade_id: tradeId, symbol, status: 'waiting', ...none };
    return {
      ...{ trade_id: tradeId, symbol, status: 'closed', ...none },
      realized_pl: { amount: done.realized_pl, currency: 'USD' },
      exit_price: priceText(BigInt(done.exit_price), symbol),
    };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { trade_id: tradeId, symbol, status: 'open', ...none, code: error.code, detail: error.detail };
  }
}

function replyOf(unsorted: readonly Result[]): ClosedAll {
  const results = unsorted.toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1));
  return {
    closed: results.filter(({ status }) => status === 'closed').length,
    waiting: results.filter(({ status }) => status === 'waiting').length,
    left: results.flatMap(({ trade_id, code, detail }) =>
      code === null || detail === null ? [] : [{ trade_id, code, detail }],
    ),
    results,
  };
}
