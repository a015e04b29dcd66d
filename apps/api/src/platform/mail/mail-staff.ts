import type { PoolClient } from 'pg';
import { invalidate } from '../realtime/invalidation.ts';
import type { MailTemplate } from './templates/index.ts';

/** Notifies every active member of staff by email and in the app: when it happened, and by whom if `by` is given. */
export async function mailStaff(
  client: Pick<PoolClient, 'query'>,
  { template, values, by = null }: { template: MailTemplate; values: Record<string, string>; by?: string | null },
  now: Date,
): Promise<void> {
  await client.query('select app.tell_staff($1, $2, $3, null, $4)', [template, values, by, now]);
  await invalidate(client, [{ c: null, t: ['notifications', 'mailbox'], e: template, s: null, a: true }]);
}
