import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { AmendOrderBody, Order, PlaceOrderBody } from '@clearbook/contracts/trading';
import { parsePrice, type Price } from '@clearbook/domain/market';
import type { MaxDeviation } from '@clearbook/domain/trading';
import type { Previewed } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { execute } from '../books/index.ts';
import { requireKnowledge } from '../knowledge/index.ts';
import { createUsualSpreads } from '../market/index.ts';
import type { TradeDeps } from './deps.ts';
import { classOf, findOrder, findOrderByClientId, listOrders } from './orders.query.ts';
import { previewOrder } from './preview.ts';
import { lotsFrom, priceFrom, priceText, targetsFrom } from './wire.ts';

type PricedBody = Pick<PlaceOrderBody, 'type' | 'limit_price' | 'stop_price'>;

/** Orders, from the ticket to their fill or their end. */
export function orderRoutes(register: Register, { ledger, pool, config }: TradeDeps): void {
  register('POST /orders', async (request) => {
    await requireKnowledge(pool, config.mode, request.actor.userId, request.now);
    const command = orderFrom(request.body, request.actor.userId);
    const located = (id: string) => request.reply.header('location', `/api/v1/orders/${id}`);
    if (command.kind === 'place_order') {
      const { filled_price: filled, oco_id: other, ...placed } = await execute(ledger, command, request);
      located(placed.id);
      return {
        ...placed,
        filled_price: filled === null ? null : priceText(BigInt(filled), command.symbol),
        order_class: classOf({ ...protections(request.body), oco_id: other }),
        legs: other === null ? null : [{ id: other, status: 'working' }],
      };
    }
    const { id, trade_id, filled_price, quote_id } = await execute(ledger, command, request);
    located(id);
    return {
      id,
      status: 'filled',
      trade_id,
      filled_price: priceText(BigInt(filled_price), command.symbol),
      quote_id,
      order_class: classOf({ ...protections(request.body), oco_id: null }),
      legs: null,
    };
  });

  register('GET /orders', ({ actor, query }) => listOrders(pool, actor.userId, query));

  register('GET /orders/:id', async ({ actor, params }) => found(await findOrder(pool, actor.userId, params.id)));

  register('GET /orders/by_client_order_id', async ({ actor, query }) =>
    found(await findOrderByClientId(pool, actor.userId, query.client_order_id)),
  );

  register('PATCH /orders/:id', async (request) => {
    const { actor, params, body } = request;
    await execute(
      ledger,
      { kind: 'amend_order', clientId: actor.userId, orderId: params.id, ...changesFrom(body) },
      request,
    );
    return { id: params.id, status: 'working' };
  });

  register('POST /orders/cancel-all', async (request) => {
    const { symbol, type } = request.body ?? {};
    const { orders } = await execute(
      ledger,
      {
        kind: 'cancel_orders',
        clientId: request.actor.userId,
        ...(symbol !== undefined && { symbol }),
        ...(type !== undefined && { type }),
      },
      request,
    );
    const ids = orders.split(' ').filter((id) => id !== '');
    return { cancelled: ids.length, orders: ids.map((id) => ({ id, status: 'cancelled' })) };
  });

  register('POST /orders/:id/cancel', async (request) => {
    const { actor, params } = request;
    await execute(ledger, { kind: 'cancel_order', clientId: actor.userId, orderId: params.id }, request);
    return { id: params.id, status: 'cancelled' };
  });
}

/** What an order would need and meet if it were placed now. */
export function previewRoute(register: Register, { ledger, pool, market }: TradeDeps): void {
  const usual = createUsualSpreads(market, pool);
  register('POST /orders/preview', ({ actor, body }) => previewOrder({ ledger, usual }, orderFrom(body, actor.userId)));
}

/** What of an order is to change: what is left out stays. */
function changesFrom(body: AmendOrderBody) {
  const { price, lots, amount, time_in_force: timeInForce, expires_at: expiresAt } = body;
  const limitPrice = priceFrom(body.limit_price) ?? undefined;
  const stopPrice = priceFrom(body.stop_price) ?? undefined;
  const stopLoss = priceFrom(body.stop_loss);
  const takeProfit = priceFrom(body.take_profit);
  const trailingDistance = priceFrom(body.trailing_distance);
  const targets = targetsFrom(body.targets);
  return {
    ...(price !== undefined && { price: parsePrice(price) }),
    ...(limitPrice !== undefined && { limitPrice }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(timeInForce !== undefined && { timeInForce }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    ...(lots !== undefined && { lots: lotsFrom(lots) }),
    ...(amount !== undefined && { amount: usdToCents(amount) }),
    ...(stopLoss !== undefined && { stopLoss }),
    ...(takeProfit !== undefined && { takeProfit }),
    ...(trailingDistance !== undefined && { trailingDistance }),
    ...(targets !== undefined && { targets }),
  };
}

function found(order: Order | undefined): Order {
  if (order === undefined) throw new Problem(404, 'order.not_found', messages.order.notFound);
  return order;
}

/** What an order asks for: the same whether it is placed or only tried. */
function orderFrom(body: PlaceOrderBody, clientId: string): Previewed {
  const { symbol, type, time_in_force: timeInForce = 'gtc', legs } = body;
  const clientOrderId = body.client_order_id !== undefined && { clientOrderId: body.client_order_id };
  const terms = { clientId, symbol, ...sizeOf(body), ...clientOrderId };
  if (type !== 'market') {
    const [leg] = legs ?? [];
    const oco = leg && { ...sizeOf(leg), type: leg.type, price: waitingPrice(leg) };
    return {
      kind: 'place_order',
      ...terms,
      type,
      timeInForce,
      price: waitingPrice(body),
      ...(type === 'stop_limit' && { stopPrice: parsePrice(body.stop_price ?? '') }),
      ...(body.expires_at !== undefined && { expiresAt: new Date(body.expires_at) }),
      ...(oco && { oco }),
    };
  }
  const maxDeviation = deviationFrom(body);
  return { kind: 'open_trade', ...terms, ...(maxDeviation && { maxDeviation }) };
}

/** What each of two linked orders says for itself. */
function sizeOf(body: Pick<PlaceOrderBody, 'side' | 'lots' | 'amount' | keyof ReturnType<typeof protections>>) {
  return {
    side: body.side,
    lots: lotsFrom(body.lots),
    amount: usdToCents(body.amount),
    stopLoss: priceFrom(body.stop_loss) ?? null,
    takeProfit: priceFrom(body.take_profit) ?? null,
    trailingDistance: priceFrom(body.trailing_distance) ?? null,
    targets: targetsFrom(body.targets) ?? null,
  };
}

function waitingPrice({ type, limit_price: limit, stop_price: stop }: PricedBody): Price {
  return parsePrice((type === 'stop' ? stop : limit) ?? '');
}

/** What comes with an order, none of which is left out. */
function protections(body: Partial<PlaceOrderBody>) {
  const { stop_loss = null, take_profit = null, trailing_distance = null, targets = null } = body;
  return { stop_loss, take_profit, trailing_distance, targets };
}

/** In points, or in hundredths of a percent. */
export function deviationFrom({
  expected_price: expected,
  max_deviation: most,
  max_deviation_unit: unit = 'points',
}: Pick<PlaceOrderBody, 'expected_price' | 'max_deviation' | 'max_deviation_unit'>): MaxDeviation | undefined {
  if (typeof most !== 'string' || typeof expected !== 'string') return undefined;
  return { expected: parsePrice(expected), unit, value: unit === 'points' ? BigInt(most) : lotsFrom(most) };
}
