import type { Pool } from 'pg';
import { notFound, type Register } from '../../platform/http/index.ts';
import { readProof } from './proof.query.ts';

/** What shows clients that their balance was counted. */
export function liabilityRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /me/liabilities/proof', async ({ actor, query: { day } }) => {
    const proof = await readProof(pool, actor.userId, day);
    if (proof === undefined && day !== undefined) throw notFound();
    return { proof: proof ?? null };
  });
}
