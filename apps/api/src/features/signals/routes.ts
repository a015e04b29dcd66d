import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { pageOf, pageReply, pageRequest } from '../../platform/paging.ts';
import { coveredSymbols, putCoverage, readCoverage } from './coverage.ts';
import { findSignal, listOpen, pageEnded, readRecord } from './signals.query.ts';

const ENDED_PAGE_SIZE = 20;

/** The whole record, losers included, is public (D8); what is still open is shown only for the instruments that a client's strength covers. */
export function signalRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /signals', async ({ actor, query, now }) =>
    pageOf(await listOpen(pool, await coveredSymbols(pool, actor.userId, now)), ({ id }) => id, query),
  );

  register('GET /signals/record', () => readRecord(pool));

  register('GET /signals/ended', async ({ query }) => {
    const page = pageRequest(query, ENDED_PAGE_SIZE);
    const filter = { origin: query.origin ?? 'live', rule: query.rule ?? null, symbol: query.symbol ?? null } as const;
    const { data, total } = await pageEnded(pool, page, filter);
    return pageReply(page, data, total);
  });

  register('GET /signals/coverage', ({ actor, now }) => readCoverage(pool, actor.userId, now));

  register('PUT /signals/coverage', ({ actor, body, now }) => putCoverage(pool, actor.userId, body.symbols, now));

  register('GET /signals/:id', async ({ actor, params, now }) => {
    const found = await findSignal(pool, params.id, await coveredSymbols(pool, actor.userId, now));
    if (found === undefined) throw new Problem(404, 'signals.not_found', messages.signals.notFound);
    return found;
  });
}
