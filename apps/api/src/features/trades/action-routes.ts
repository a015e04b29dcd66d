import { usdToCents } from '@clearbook/contracts/money';
import type { Marks } from '@clearbook/domain/trading';
import type { Register } from '../../platform/http/index.ts';
import { execute, executeAndShow } from '../books/index.ts';
import { closeAll } from './close-all.ts';
import type { TradeDeps } from './deps.ts';
import { found } from './found.ts';
import { findMarginCalls } from './margin-calls.query.ts';
import { netPositions } from './net-positions.ts';
import { deviationFrom } from './order-routes.ts';
import { findTrade, openTradesOf } from './trades.query.ts';
import { priceText } from './wire.ts';

/** What a client does with open positions in one step, and how they stand together. */
export function actionRoutes(register: Register, { ledger, pool, market }: TradeDeps): void {
  const marksAt = (now: Date): Marks => market.marks(now);

  register('GET /me/margin-call', async ({ actor }) => ({ levels: await findMarginCalls(pool, actor.userId) }));

  register('PUT /me/margin-call', async (request) => {
    const clientId = request.actor.userId;
    return executeAndShow(
      { ledger, pool },
      { kind: 'set_margin_calls', clientId, levels: request.body.levels },
      request,
      async () => ({ levels: await findMarginCalls(pool, clientId) }),
    );
  });

  register('GET /positions', async ({ actor, now }) => ({
    positions: netPositions(await openTradesOf(pool, actor.userId), marksAt(now)),
  }));

  register('POST /trades/close-all', (request) =>
    closeAll({ ledger, pool, marks: marksAt(request.now) }, request.actor.userId, request.body ?? {}, request),
  );

  register('POST /trades/:id/reverse', async (request) => {
    const { actor, params, body } = request;
    const maxDeviation = deviationFrom(body ?? {});
    const done = await execute(
      ledger,
      {
        kind: 'reverse_trade',
        clientId: actor.userId,
        tradeId: params.id,
        amount: body?.amount === undefined ? null : usdToCents(body.amount),
        ...(maxDeviation && { maxDeviation }),
      },
      request,
    );
    return {
      id: params.id,
      status: 'reversed' as const,
      realized_pl: { amount: done.realized_pl, currency: 'USD' },
      exit_price: priceText(BigInt(done.exit_price), done.symbol),
      exit_quote_id: done.exit_quote_id,
      trade_id: done.trade_id,
      filled_price: priceText(BigInt(done.filled_price), done.symbol),
    };
  });

  register('POST /trades/:id/break-even', async (request) => {
    const { actor, params, body, now } = request;
    return executeAndShow(
      { ledger, pool },
      { kind: 'break_even', clientId: actor.userId, tradeId: params.id, at: body?.at ?? 'entry' },
      request,
      async () => found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
    );
  });
}
