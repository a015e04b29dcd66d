import type { Topic } from '@clearbook/contracts/socket';
import type { ClientBase } from 'pg';

/** What open pages should read again (see docs/spec/realtime.md). */
export type Change = { c: string | null; t: Topic[]; e: string; s: string | null; a: boolean };

/** Workers that a change can wake. */
export type Wake = 'mail' | 'copies';

/** Announces changes when, and only when, the caller's transaction is committed. */
export async function announce(
  client: Pick<ClientBase, 'query'>,
  changes: readonly Change[],
  wakes: readonly Wake[] = [],
): Promise<void> {
  await client.query('select app.announce($1, $2)', [JSON.stringify(changes), wakes]);
}

/** What one row of app.change holds. Anything that is not of this shape is skipped: another version may know more. */
export function readChanges(body: string): Change[] {
  const value: unknown = JSON.parse(body);
  const list = Array.isArray(value) ? value : [value];
  return list.filter(
    (item): item is Change =>
      typeof item === 'object' &&
      item !== null &&
      Array.isArray((item as Change).t) &&
      typeof (item as Change).e === 'string',
  );
}
