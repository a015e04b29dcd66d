import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import type { Market } from '../market/index.ts';
import { HouseResults } from './house-results.ts';
import { readOverview } from './overview.query.ts';
import { readSystem } from './system.query.ts';

/** For staff: what is owed, held, earned and at risk, and how the installation is doing. */
export function overviewRoutes(
  register: Register,
  { pool, market }: { readonly pool: Pool; readonly market: Pick<Market, 'marks'> },
): void {
  const results = new HouseResults(pool);
  register('GET /admin/overview', ({ now }) => readOverview(pool, market.marks(now), now));
  register('GET /admin/house-results', ({ now }) => results.read(now));
  register('GET /admin/system', ({ now }) => readSystem(pool, now));
}
