import { messages } from '@clearbook/contracts/messages';
import type { ActionsOf } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { coveredSymbols, putCoverage, readCoverage } from './coverage.ts';
import { findSignal, listEnded, listOpen, readRecord } from './signals.query.ts';

/** The whole record, losers included, is public (D8); what is still open is shown only for the instruments that a client's strength covers. */
export function signalRoutes(
  register: Register,
  { pool, actionsOf }: { readonly pool: Pool; readonly actionsOf: ActionsOf },
): void {
  register('GET /signals', async ({ actor, query, now }) =>
    pageOf(
      await listOpen(pool, await coveredSymbols(pool, actor.userId, now), { actionsOf, now }),
      ({ id }) => id,
      query,
    ),
  );

  register('GET /signals/record', () => readRecord(pool));

  register('GET /signals/ended', ({ query: { limit, cursor, origin = 'live', rule = null, symbol = null } }) =>
    listEnded(pool, { origin, rule, symbol }, { limit, cursor }),
  );

  register('GET /signals/coverage', ({ actor, now }) => readCoverage(pool, actor.userId, now));

  register('PUT /signals/coverage', ({ actor, body, now }) => putCoverage(pool, actor.userId, body.symbols, now));

  register('GET /signals/:id', async ({ actor, params, now }) => {
    const found = await findSignal(pool, params.id, await coveredSymbols(pool, actor.userId, now), { actionsOf, now });
    if (found === undefined) throw new Problem(404, 'signals.not_found', messages.signals.notFound);
    return found;
  });
}
