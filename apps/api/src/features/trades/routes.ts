import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { PlaceOrderBody } from '@clearbook/contracts/trading';
import { parsePrice } from '@clearbook/domain/market';
import type { Marks, MaxDeviation } from '@clearbook/domain/trading';
import { formatUsd } from '@clearbook/domain/money';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Ledger, Previewed } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import type { Config } from '../../platform/config.ts';
import { execute, executeAndShow, needsTwo } from '../books/index.ts';
import type { Market } from '../market/index.ts';
import { listAmendments } from './amendments.query.ts';
import { closeAll } from './close-all.ts';
import { findOrder, listOrders } from './orders.query.ts';
import { explainPrice } from './price-explanation.query.ts';
import { exportTable, TRADES } from '../tables/index.ts';
import { findTrade, findTradeForStaff, listTrades, pageTrades } from './trades.query.ts';
import { tradeRows } from './trades-export.query.ts';
import { previewOrder } from './preview.ts';
import { lotsFrom, lotsText, priceText } from './wire.ts';

export type TradeDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Market;
  readonly config: Pick<Config, 'mode'>;
};

export function tradeRoutes(register: Register, { ledger, pool, market, config }: TradeDeps): void {
  const marksAt = (now: Date): Marks => market.marks(now);

  register('POST /orders', async (request) => {
    const command = orderFrom(request.body, request.actor.userId);
    const located = (id: string) => request.reply.header('location', `/api/v1/orders/${id}`);
    if (command.kind === 'place_order') {
      const { id } = await execute(ledger, command, request);
      located(id);
      return { id, status: 'working', trade_id: null, filled_price: null, quote_id: null };
    }
    const { id, trade_id, filled_price, quote_id } = await execute(ledger, command, request);
    located(id);
    return { id, status: 'filled', trade_id, filled_price: priceText(BigInt(filled_price), command.symbol), quote_id };
  });

  register('POST /orders/preview', ({ actor, body }) => previewOrder(ledger, orderFrom(body, actor.userId)));

  register('GET /orders', ({ actor, query }) => listOrders(pool, actor.userId, query));

  register('GET /orders/:id', async ({ actor, params }) => {
    const order = await findOrder(pool, actor.userId, params.id);
    if (order === undefined) throw new Problem(404, 'order.not_found', messages.order.notFound);
    return order;
  });

  register('PATCH /orders/:id', async (request) => {
    const { actor, params, body } = request;
    const { price, lots, amount } = body;
    const stopLoss = priceFrom(body.stop_loss);
    const takeProfit = priceFrom(body.take_profit);
    const trailingDistance = priceFrom(body.trailing_distance);
    await execute(
      ledger,
      {
        kind: 'amend_order',
        clientId: actor.userId,
        orderId: params.id,
        ...(price !== undefined && { price: parsePrice(price) }),
        ...(lots !== undefined && { lots: lotsFrom(lots) }),
        ...(amount !== undefined && { amount: usdToCents(amount) }),
        ...(stopLoss !== undefined && { stopLoss }),
        ...(takeProfit !== undefined && { takeProfit }),
        ...(trailingDistance !== undefined && { trailingDistance }),
      },
      request,
    );
    return { id: params.id, status: 'working' };
  });

  register('POST /orders/:id/cancel', async (request) => {
    const { actor, params } = request;
    await execute(ledger, { kind: 'cancel_order', clientId: actor.userId, orderId: params.id }, request);
    return { id: params.id, status: 'cancelled' };
  });

  register('GET /trades', ({ actor, query, now }) => listTrades(pool, actor.userId, query, marksAt(now)));

  register('GET /trades/:id', async ({ actor, params, now }) =>
    found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
  );

  register('PATCH /trades/:id', async (request) => {
    const { actor, params, body, now } = request;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'amend_trade',
        clientId: actor.userId,
        tradeId: params.id,
        stopLoss: priceFrom(body.stop_loss) ?? null,
        takeProfit: priceFrom(body.take_profit) ?? null,
        trailingDistance: priceFrom(body.trailing_distance) ?? null,
      },
      request,
      async () => found(await findTrade(pool, actor.userId, params.id, marksAt(now))),
    );
  });

  register('POST /trades/close-all', (request) => closeAll({ ledger, pool }, request.actor.userId, request));

  register('POST /trades/:id/close', async (request) => {
    const { actor, params, body, now } = request;
    const lots = body?.lots === undefined ? null : lotsFrom(body.lots);
    const trade = found(await findTrade(pool, actor.userId, params.id, marksAt(now)));
    const done = await execute(
      ledger,
      { kind: 'close_trade', clientId: actor.userId, tradeId: params.id, lots },
      request,
    );
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
      exit_price: priceText(BigInt(done.exit_price), trade.symbol),
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

  register('GET /admin/trades', async ({ query }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.trades);
    const { data, total, capped } = await pageTrades(pool, page);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/trades.csv', (request) => exportTable(pool, TRADES, request, tradeRows));

  register('POST /admin/trades/:id/settle', async (request) => {
    const { actor, params, body } = request;
    const trade = found(await findTradeForStaff(pool, params.id));
    const amount = usdToCents(body.amount);
    const done = await execute(
      ledger,
      {
        kind: 'settle_trade',
        staffId: actor.userId,
        clientId: trade.clientId,
        tradeId: params.id,
        result: body.as_quoted ? null : body.type === 'profit' ? amount : -amount,
        reason: body.reason ?? null,
        ...(needsTwo(config) && { proposalId: newId() }),
      },
      request,
    );
    return {
      id: params.id,
      realized_pl: { amount: done.realized_pl, currency: 'USD' },
      exit_price: priceText(BigInt(done.exit_price), trade.symbol),
      exit_quote_id: done.exit_quote_id,
      added: { amount: done.added, currency: 'USD' },
      proposal_id: 'proposal' in done ? done.proposal : null,
      message:
        'proposed' in done ? messages.proposal.settled(formatUsd(usdToCents(done.proposed))) : messages.manual.settled,
    };
  });
}

/** What an order asks for: the same whether it is placed or only tried. */
function orderFrom(body: PlaceOrderBody, clientId: string): Previewed {
  const { symbol, side, type, time_in_force: timeInForce = 'gtc', limit_price: limit, stop_price: stop } = body;
  const terms = {
    clientId,
    symbol,
    side,
    lots: lotsFrom(body.lots),
    amount: usdToCents(body.amount),
    stopLoss: priceFrom(body.stop_loss) ?? null,
    takeProfit: priceFrom(body.take_profit) ?? null,
    trailingDistance: priceFrom(body.trailing_distance) ?? null,
  };
  if (type !== 'market') {
    const price = parsePrice((type === 'limit' ? limit : stop) ?? '');
    return { kind: 'place_order', ...terms, type, timeInForce, price };
  }
  const maxDeviation = deviationFrom(body);
  return { kind: 'open_trade', ...terms, ...(maxDeviation && { maxDeviation }) };
}

/** In points, or in hundredths of a percent. */
function deviationFrom({
  expected_price: expected,
  max_deviation: most,
  max_deviation_unit: unit = 'points',
}: PlaceOrderBody): MaxDeviation | undefined {
  if (typeof most !== 'string' || typeof expected !== 'string') return undefined;
  return { expected: parsePrice(expected), unit, value: unit === 'points' ? BigInt(most) : lotsFrom(most) };
}

/** Undefined stays "as it is", null "none". */
function priceFrom(text: string | null | undefined): bigint | null | undefined {
  return typeof text === 'string' ? parsePrice(text) : text;
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trade.not_found', messages.trade.notFound);
  return value;
}
