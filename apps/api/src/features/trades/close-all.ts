import { Problem } from '../../platform/http/index.ts';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { execute, type Request } from '../books/index.ts';
import { openTradeIds } from './trades.query.ts';

type ClosedAll = { closed: number; waiting: number; left: { trade_id: string; code: string; detail: string }[] };

/**
 * Closes each open trade under a key of its own, at the quote of now or the next good one, so that one which cannot close keeps nobody else open, and so that a repeat after a crash closes what is left.
 * What was answered first under the request's key is answered again.
 */
export async function closeAll(
  { ledger, pool }: { readonly ledger: Ledger; readonly pool: Pool },
  clientId: string,
  request: Request & { readonly now: Date },
): Promise<ClosedAll> {
  const slot = `close-all:${request.key}`;
  const kept = async (): Promise<ClosedAll | undefined> => {
    const { rows } = await pool.query<{ reply: Omit<ClosedAll, 'waiting'> & { waiting?: number } }>(
      'select reply from app.reply where actor_id = $1 and key = $2',
      [clientId, slot],
    );
    // An answer from before closes could wait has no count of them.
    return rows[0] && { ...rows[0].reply, waiting: rows[0].reply.waiting ?? 0 };
  };
  const earlier = await kept();
  if (earlier !== undefined) {
    request.reply.header('idempotency-replayed', 'true');
    return earlier;
  }
  const left: ClosedAll['left'] = [];
  let waiting = 0;
  const ids = await openTradeIds(pool, clientId);
  await Promise.all(
    ids.map(async (tradeId) => {
      try {
        const done = await execute(
          ledger,
          { kind: 'close_trade', clientId, tradeId, lots: null },
          { ...request, key: `${request.key}:${tradeId}`, reply: { header: () => undefined } },
        );
        if ('status' in done) waiting += 1;
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        left.push({ trade_id: tradeId, code: error.code, detail: error.detail });
      }
    }),
  );
  const reply: ClosedAll = {
    closed: ids.length - left.length - waiting,
    waiting,
    left: left.toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1)),
  };
  const { rowCount } = await pool.query(
    'insert into app.reply (actor_id, key, reply, at) values ($1, $2, $3, $4) on conflict do nothing',
    [clientId, slot, JSON.stringify(reply), request.now],
  );
  return rowCount === 0 ? ((await kept()) ?? reply) : reply;
}
