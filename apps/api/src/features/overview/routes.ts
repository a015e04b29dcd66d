import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import type { Market } from '../market/index.ts';
import { readOverview } from './overview.query.ts';

/** For staff: what is owed, held and at risk. */
export function overviewRoutes(
  register: Register,
  { pool, market }: { readonly pool: Pool; readonly market: Pick<Market, 'marks'> },
): void {
  register('GET /admin/overview', ({ now }) => readOverview(pool, market.marks(now), now));
}
