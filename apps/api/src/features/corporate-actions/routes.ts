import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { readAnnounced, readDividends, readUpcoming } from './actions.query.ts';

/** What companies announced. Staff see it like anybody else: there is no route that records or changes one. */
export function corporateActionRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /corporate-actions', async ({ actor, now }) => ({ data: await readUpcoming(pool, actor.userId, now) }));
  register('GET /me/dividends', ({ actor, query, now }) =>
    readDividends(pool, actor.userId, query.year ?? now.getUTCFullYear()),
  );
  register('GET /admin/corporate-actions', async () => ({ data: await readAnnounced(pool) }));
}
