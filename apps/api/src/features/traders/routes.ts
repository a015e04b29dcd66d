import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { executeAndShow } from '../books/index.ts';
import { requireKnowledge } from '../knowledge/index.ts';
import { findCopy, findRunning, listCopies, listCopyTrades, listSkips } from './copies.query.ts';
import type { TraderDeps } from './deps.ts';
import { trader } from './found.ts';
import { Records } from './record.query.ts';
import { traderStaffRoutes } from './staff-routes.ts';
import { findTrader, listTraders, listTraderTrades } from './traders.query.ts';

/** Traders, and a client's copies of them. What staff type about a trader is shown to staff and never becomes a figure. */
export function traderRoutes(register: Register, given: TraderDeps): void {
  const deps = { ...given, records: new Records(given) };
  const { ledger, pool, engine, config } = deps;
  traderStaffRoutes(register, deps);

  register('GET /traders', ({ actor, query, now }) => listTraders(deps, actor, query, now));

  register('GET /traders/:id', async ({ actor, params, now }) => trader(await findTrader(deps, actor, params.id, now)));

  register('GET /traders/:id/trades', async ({ actor, params, query, now }) => {
    trader(await findTrader(deps, actor, params.id, now));
    return listTraderTrades(deps, params.id, query, now);
  });

  register('POST /traders/:id/copy', async (request) => {
    const { actor, params, body, now } = request;
    await requireKnowledge(pool, config.mode, actor.userId, now);
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'start_copy',
        clientId: actor.userId,
        traderId: params.id,
        amount: usdToCents(body.amount),
        copyOpen: body.copy_open ?? false,
        stopLoss: body.stop_loss === undefined ? null : usdToCents(body.stop_loss),
      },
      request,
      async ({ id }) => {
        // What is open now is taken before the answer, so that the first look at the copy shows it.
        // Whatever it cannot do now it does by itself later.
        if (body.copy_open) await engine.work().catch(() => undefined);
        return copy(await findCopy(deps, actor.userId, id ?? '', now));
      },
    );
  });

  register('DELETE /traders/:id/copy', async (request) => {
    const { actor, params, body, now } = request;
    const copyId = await running(pool, actor.userId, params.id);
    const keep = body?.keep ?? false;
    return executeAndShow(
      { ledger, pool },
      {
        kind: 'stop_copy',
        clientId: actor.userId,
        copyId,
        cause: 'client',
        keep,
      },
      request,
      async () => {
        await engine.endCopy(copyId).catch(() => undefined);
        return copy(await findCopy(deps, actor.userId, copyId, now));
      },
    );
  });

  for (const [key, to] of [
    ['POST /traders/:id/copy/pause', 'paused'],
    ['POST /traders/:id/copy/resume', 'active'],
  ] as const) {
    register(key, async (request) => {
      const { actor, params, now } = request;
      const copyId = await running(pool, actor.userId, params.id);
      return executeAndShow(
        { ledger, pool },
        { kind: 'set_copy_status', clientId: actor.userId, copyId, to },
        request,
        async () => copy(await findCopy(deps, actor.userId, copyId, now)),
      );
    });
  }

  register('GET /copies', ({ actor, query, now }) => listCopies(deps, actor.userId, query, now));

  register('GET /copies/:id', async ({ actor, params, now }) =>
    copy(await findCopy(deps, actor.userId, params.id, now)),
  );

  register('GET /copies/:id/trades', async ({ actor, params, query, now }) => {
    copy(await findCopy(deps, actor.userId, params.id, now));
    return listCopyTrades(pool, params.id, query, deps.market.marks(now));
  });

  register('GET /copies/:id/skips', async ({ actor, params, query, now }) => {
    copy(await findCopy(deps, actor.userId, params.id, now));
    return listSkips(pool, params.id, query);
  });
}

async function running(pool: Pool, clientId: string, traderId: string): Promise<string> {
  const id = await findRunning(pool, clientId, traderId);
  if (id === undefined) throw new Problem(404, 'copy.not_found', messages.copy.notFound);
  return id;
}

function copy<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'copy.not_found', messages.copy.notFound);
  return value;
}
