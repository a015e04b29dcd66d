import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute } from '../books/index.ts';
import { explainPrice } from './price-explanation.query.ts';
import { findTrade, listTrades, pageTrades } from './trades.query.ts';
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
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trade.not_found', messages.trade.notFound);
  return value;
}
