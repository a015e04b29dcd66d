import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import type { Market } from '../market/index.ts';
import { readEquity } from './equity.ts';

export type PerformanceDeps = { readonly pool: Pool; readonly market: Market };

/** What an account was worth, and how its trading went. */
export function performanceRoutes(register: Register, { pool, market }: PerformanceDeps): void {
  register('GET /me/equity', ({ actor, query, now }) => readEquity({ pool, market }, actor.userId, query.range, now));
}
