import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { readIntegrity } from './look.ts';

/** For staff: whether the books agree with their own record, and what doesn't. */
export function integrityRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/integrity', () => readIntegrity(pool));
}
