import { messages } from '@clearbook/contracts/messages';
import { type ClientTag, TAGS_MAX } from '@clearbook/contracts/relations';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';

type Tagging = { readonly staffId: string; readonly clientId: string; readonly tag: string };

/** By the alphabet. */
export async function listTags(pool: Pool, clientId: string): Promise<ClientTag[]> {
  const { rows } = await pool.query<{ tag: string; email: string; at: Date }>(
    'select t.tag, u.email, t.at from app.client_tag t join app."user" u on u.id = t.staff_id where t.client_id = $1 order by t.tag',
    [clientId],
  );
  return rows.map(({ tag, email, at }) => ({ id: tag, by_email: email, at: at.toISOString() }));
}

/** Gives a tag, once. @throws Problem 404 for an account that was closed, 409 where there is no room */
export function addTag(pool: Pool, { staffId, clientId, tag }: Tagging, now: Date): Promise<void> {
  return transaction(pool, async (client) => {
    // One after another for each client, so that they are counted.
    const open = await client.query(
      `select from app."user" u join ledger.party p on p.id = u.id where u.id = $1 and p.status <> 'closed' for no key update of u`,
      [clientId],
    );
    if (open.rowCount !== 1) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
    const { rows } = await client.query<{ others: number; there: boolean }>(
      'select count(*)::int as others, coalesce(bool_or(tag = $2), false) as there from app.client_tag where client_id = $1',
      [clientId, tag],
    );
    const [now_] = rows;
    if (now_ === undefined || now_.there) return;
    if (now_.others >= TAGS_MAX) throw new Problem(409, 'tag.too_many', messages.admin.tagsFull(TAGS_MAX));
    await client.query('insert into app.client_tag (client_id, tag, staff_id, at) values ($1, $2, $3, $4)', [
      clientId,
      tag,
      staffId,
      now,
    ]);
    await record(client, 'client.tag', { staffId, clientId }, now);
  });
}

export function removeTag(pool: Pool, { staffId, clientId, tag }: Tagging, now: Date): Promise<void> {
  return transaction(pool, async (client) => {
    const { rowCount } = await client.query('delete from app.client_tag where client_id = $1 and tag = $2', [
      clientId,
      tag,
    ]);
    if (rowCount === 1) await record(client, 'client.untag', { staffId, clientId }, now);
  });
}

/** The line names no client, who would read it, and not the tag, which may be personal text: a tag is staff's own. */
async function record(
  client: PoolClient,
  action: 'client.tag' | 'client.untag',
  { staffId, clientId }: Omit<Tagging, 'tag'>,
  now: Date,
): Promise<void> {
  await client.query("select ledger.record_audit($1, $2, 'user', $3, null, '{}', $4)", [
    staffId,
    action,
    clientId,
    now,
  ]);
  await invalidate(client, [{ c: null, t: ['users'], e: 'tags_changed', s: clientId, a: true }]);
}
