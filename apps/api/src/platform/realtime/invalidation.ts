import type { Topic } from '@clearbook/contracts/socket';
import type { ClientBase } from 'pg';
import { ringAtCommit } from './bell.ts';

/** What open pages should read again (see docs/spec/realtime.md). */
export type Invalidation = { c: string | null; t: Topic[]; e: string; s: string | null; a: boolean };

/** Workers that an invalidation can wake. */
export const WAKES = ['mail', 'copies'] as const;
export type Wake = (typeof WAKES)[number];

/** Tells open pages to read again when, and only when, the caller's transaction is committed. */
export async function invalidate(
  client: Pick<ClientBase, 'query'>,
  invalidations: readonly Invalidation[],
  wakes: readonly Wake[] = [],
): Promise<void> {
  await client.query('select app.invalidate($1, $2)', [JSON.stringify(invalidations), wakes]);
  ringAtCommit(client);
}

/** What one row of app.invalidation holds. Anything that is not of this shape is skipped: another version may know more. */
export function readInvalidations(body: string): Invalidation[] {
  const value: unknown = JSON.parse(body);
  const list = Array.isArray(value) ? value : [value];
  return list.filter(
    (item): item is Invalidation =>
      typeof item === 'object' &&
      item !== null &&
      Array.isArray((item as Invalidation).t) &&
      typeof (item as Invalidation).e === 'string',
  );
}
