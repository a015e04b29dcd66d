import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/paging.ts';
import { listed, recordExport, within } from '../tables/index.ts';
import { announcedFileRow, readAnnounced, readDividends, readUpcoming } from './actions.query.ts';

/** What companies announced. Staff see it like anybody else: there is no route that records or changes one. */
export function corporateActionRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /corporate-actions', async ({ actor, query, now }) =>
    pageOf(await readUpcoming(pool, actor.userId, now), idOf, query),
  );
  register('GET /me/dividends', async ({ actor, query, now }) => {
    const list = await readDividends(pool, actor.userId, query.year ?? now.getUTCFullYear());
    return { ...list, ...pageOf(list.data, (row) => `${row.corporate_action_id}.${row.trade_id}`, query) };
  });
  register('GET /admin/corporate-actions.csv', async (request) => {
    await recordExport(pool, 'corporate_actions', request);
    const actions = await readAnnounced(pool, null);
    return listed(actions.filter(within(request.query, (action) => action.effective_at)).map(announcedFileRow));
  });
  register('GET /admin/corporate-actions', async ({ query }) => pageOf(await readAnnounced(pool), idOf, query));
}

const idOf = ({ id }: { readonly id: string }): string => id;
