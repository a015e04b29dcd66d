import type { Register } from '../../platform/http/index.ts';
import { type Deps, readEquity } from './equity.ts';
import { gainRows, readGains } from './gains.query.ts';
import { readJournal, writeJournal } from './journal.query.ts';
import { listPerformanceTrades, readPerformance } from './performance.ts';

/** What an account was worth, how its trading went, and what its client wrote about it. */
export function performanceRoutes(register: Register, deps: Deps): void {
  const { pool } = deps;
  register('GET /me/equity', ({ actor, query, now }) => readEquity(deps, actor.userId, query.range, now));
  register('GET /me/performance', ({ actor, query, now }) => readPerformance(deps, actor.userId, query, now));
  register('GET /me/performance/trades', ({ actor, query }) => listPerformanceTrades(pool, actor.userId, query));
  register('GET /me/gains', ({ actor, query }) => readGains(pool, actor.userId, query));
  register('GET /me/gains.csv', ({ actor, query }) => Promise.resolve(gainRows(pool, actor.userId, query.year)));
  register('GET /trades/:id/journal', ({ actor, params }) => readJournal(pool, actor.userId, params.id));
  register('PUT /trades/:id/journal', ({ actor, params, body, now }) =>
    writeJournal(pool, actor.userId, params.id, body, now),
  );
}
