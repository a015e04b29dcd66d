import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import { formatUsd } from '@clearbook/domain/money';
import { v7 as newId } from 'uuid';
import { type Register, requirePermission } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { execute, needsTwo } from '../books/index.ts';
import { exportTable, TRADES } from '../tables/index.ts';
import type { TradeDeps } from './deps.ts';
import { found } from './found.ts';
import { findTradeForStaff, pageTrades } from './trades.query.ts';
import { tradeRows } from './trades-export.query.ts';
import { priceText } from './wire.ts';

/** What staff see of trades, and closing one by hand. */
export function tradeStaffRoutes(register: Register, { ledger, pool, config }: TradeDeps): void {
  register('GET /admin/trades', async ({ query }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.trades);
    const { data, total, capped } = await pageTrades(pool, page);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/trades.csv', (request) => exportTable(pool, TRADES, request, tradeRows));

  register('POST /admin/trades/:id/settle', async (request) => {
    const { actor, params, body } = request;
    // Another figure than the quote's is a correction by hand.
    if (!body.as_quoted) requirePermission(actor, 'client.adjust');
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
