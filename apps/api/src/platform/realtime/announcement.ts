import type { Topic } from '@clearbook/contracts/socket';
import type { ClientBase } from 'pg';

/** The database channel on which every change is announced, and what one announcement holds (see docs/spec/realtime.md). */
export const CHANGES = 'clearbook';
export type Change = { c: string | null; t: Topic[]; e: string; s: string | null; a: boolean };

/** PostgreSQL takes payloads of less than 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;

/** Announces changes when, and only when, the caller's transaction is committed. */
export async function announce(client: Pick<ClientBase, 'query'>, changes: readonly Change[]): Promise<void> {
  for (const payload of payloads(changes)) await client.query('select pg_notify($1, $2)', [CHANGES, payload]);
}

export function payloads(changes: readonly Change[]): string[] {
  const result: string[] = [];
  let parts: string[] = [];
  let bytes = 2;
  for (const change of changes) {
    const text = JSON.stringify(change);
    const size = Buffer.byteLength(text) + 1;
    if (parts.length > 0 && bytes + size > PAYLOAD_MAX_BYTES) {
      result.push(`[${parts.join()}]`);
      parts = [];
      bytes = 2;
    }
    parts.push(text);
    bytes += size;
  }
  if (parts.length > 0) result.push(`[${parts.join()}]`);
  return result;
}

/** What another process announced. Anything that is not of this shape is skipped. */
export function readChanges(payload: string): Change[] {
  const value: unknown = JSON.parse(payload);
  const list = Array.isArray(value) ? value : [value];
  return list.filter(
    (item): item is Change =>
      typeof item === 'object' &&
      item !== null &&
      Array.isArray((item as Change).t) &&
      typeof (item as Change).e === 'string',
  );
}
