import { messages } from '@clearbook/contracts/messages';
import type { Marks } from '@clearbook/domain/trading';
import type { Register } from '../../platform/http/index.ts';
import { execute, executeAndShow } from '../books/index.ts';
import { actionRoutes } from './action-routes.ts';
import { listAmendments } from './amendments.query.ts';
import type { TradeDeps } from './deps.ts';
import { listFills } from './fills.query.ts';
import { found } from './found.ts';
import { orderRoutes, previewRoute } from './order-routes.ts';
import { explainPrice } from './price-explanation.query.ts';
import { tradeStaffRoutes } from './staff-routes.ts';
import { findTrade, listTrades } from './trades.query.ts';
import { lotsFrom, lotsText, priceFrom, priceText, targetsFrom } from './wire.ts';

export function tradeRoutes(register: Register, deps: TradeDeps): void {
  const { ledger, pool, market } = deps;
  orderRoutes(register, deps);
  previewRoute(register, deps);
  actionRoutes(register, deps);
  tradeStaffRoutes(register, deps);
  const marksAt = (now: Date): Marks => market.marks(now);

  register('GET /fills', ({ actor, query }) => listFills(pool, actor.userId, query));

  register('GET /trades', ({ actor, query, now }) => listTrades(pool, actor.userId, query, marksAt(now)));

  register('GET /trades/:id', async ({ actor, params, now }) =>
    found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
  );

  register('PATCH /trades/:id', async (request) => {
    const { actor, params, body, now } = request;
    const targets = targetsFrom(body.targets);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'amend_trade',
        clientId: actor.userId,
        tradeId: params.id,
        stopLoss: priceFrom(body.stop_loss) ?? null,
        takeProfit: priceFrom(body.take_profit) ?? null,
        trailingDistance: priceFrom(body.trailing_distance) ?? null,
        ...(targets !== undefined && { targets }),
      },
      request,
      async () => found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
    );
  });

  register('POST /trades/:id/close', async (request) => {
    const { actor, params, body } = request;
    const lots = body?.lots === undefined ? null : lotsFrom(body.lots);
    const command = { kind: 'close_trade' as const, clientId: actor.userId, tradeId: params.id, lots };
    const done = await execute(ledger, command, request);
    if ('status' in done) {
      request.reply.status(202);
      return {
        id: params.id,
        status: 'waiting' as const,
        lots: lotsText(BigInt(done.lots)),
        since: done.since,
        message: messages.trade.waits,
      };
    }
    return {
      id: params.id,
      status: 'closed' as const,
      realized_pl: { amount: done.realized_pl, currency: 'USD' },
      exit_price: priceText(BigInt(done.exit_price), done.symbol),
      exit_quote_id: done.exit_quote_id,
    };
  });

  register('POST /trades/:id/close/cancel', async (request) => {
    const { actor, params, now } = request;
    return executeAndShow(
      { ledger, pool },
      { kind: 'cancel_close', clientId: actor.userId, tradeId: params.id },
      request,
      async () => found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
    );
  });

  register('GET /trades/:id/price-explanation', async ({ actor, params }) =>
    found(await explainPrice(pool, actor.userId, params.id)),
  );

  register('GET /trades/:id/amendments', async ({ actor, params, query, now }) => {
    found(await findTrade(pool, actor.userId, params.id, marksAt(now)));
    return listAmendments(pool, actor.userId, params.id, query);
  });
}
