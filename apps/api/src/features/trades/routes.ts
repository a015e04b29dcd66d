import type { AdminTrade } from '@clearbook/contracts/admin';
import type { TradeRow } from '@clearbook/contracts/admin-export';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute } from '../books/index.ts';
import { explainPrice } from './price-explanation.query.ts';
import { exportTable, TRADES } from '../tables/index.ts';
import { findTrade, findTradeForStaff, listTrades, pageTrades, tradesByIds } from './trades.query.ts';
import { lotsFrom, priceText } from './wire.ts';

export type TradeDeps = { readonly ledger: Ledger; readonly pool: Pool };

export const ADMIN_TRADES_PAGE_SIZE = 10;

export function tradeRoutes(register: Register, { ledger, pool }: TradeDeps): void {
  register('POST /orders', async (request) => {
    const { symbol, side, lots, amount } = request.body;
    const done = await execute(
      ledger,
      {
        kind: 'open_trade',
        clientId: request.actor.userId,
        symbol,
        side,
        lots: lotsFrom(lots),
        amount: usdToCents(amount),
      },
      request,
    );
    return {
      id: done['id'] ?? '',
      status: 'filled',
      trade_id: done['trade_id'] ?? '',
      filled_price: priceText(BigInt(done['filled_price'] ?? 0), symbol),
      quote_id: done['quote_id'] ?? '',
    };
  });

  register('GET /trades', ({ actor, query }) => listTrades(pool, actor.userId, query.state, query));

  register('GET /trades/:id', async ({ actor, params }) => found(await findTrade(pool, actor.userId, params.id)));

  register('POST /trades/:id/close', async (request) => {
    const { actor, params, body } = request;
    const lots = body?.lots === undefined ? null : lotsFrom(body.lots);
    const trade = found(await findTrade(pool, actor.userId, params.id));
    const done = await execute(
      ledger,
      { kind: 'close_trade', clientId: actor.userId, tradeId: params.id, lots },
      request,
    );
    return {
      id: params.id,
      realized_pl: { amount: done['realized_pl'] ?? '0.00', currency: 'USD' },
      exit_price: priceText(BigInt(done['exit_price'] ?? 0), trade.symbol),
      exit_quote_id: done['exit_quote_id'] ?? '',
    };
  });

  register('GET /trades/:id/price-explanation', async ({ actor, params }) =>
    found(await explainPrice(pool, actor.userId, params.id)),
  );

  register('GET /admin/trades', async ({ query }) => {
    const page = pageRequest(query, ADMIN_TRADES_PAGE_SIZE);
    const { data, total, capped } = await pageTrades(pool, page);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/trades.csv', (request) => exportTable(pool, TRADES, request, tradesByIds, tradeRow));

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
      },
      request,
    );
    return {
      id: params.id,
      realized_pl: { amount: done['realized_pl'] ?? '0.00', currency: 'USD' },
      exit_price: priceText(BigInt(done['exit_price'] ?? 0), trade.symbol),
      exit_quote_id: done['exit_quote_id'] ?? '',
      added: { amount: done['added'] ?? '0.00', currency: 'USD' },
      message: messages.manual.settled,
    };
  });
}

function tradeRow(trade: AdminTrade): TradeRow {
  return {
    id: trade.id,
    email: trade.user_email,
    asset: trade.symbol,
    direction: trade.side,
    lots: trade.lots,
    amount: trade.amount.amount,
    entry_price: trade.entry_price ?? '',
    exit_price: trade.exit_price ?? '',
    result: trade.realized_pl?.amount ?? '',
    manual: trade.manual?.amount.amount ?? '',
    reason: trade.manual?.reason ?? '',
    status: trade.status,
    closed_by: trade.closed_by ?? '',
    opened_utc: trade.opened_at,
    closed_utc: trade.closed_at ?? '',
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trade.not_found', messages.trade.notFound);
  return value;
}
