import type { Me } from '@clearbook/contracts/access';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { readMe } from './me.query.ts';

export function meRoutes(register: Register, { pool, mode }: { pool: Pool; mode: Me['mode'] }): void {
  register('GET /me', ({ actor }) => readMe(pool, actor.userId, mode));
}
