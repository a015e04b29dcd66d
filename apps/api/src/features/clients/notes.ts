import { messages } from '@clearbook/contracts/messages';
import type { ClientNote } from '@clearbook/contracts/timeline';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/transaction.ts';
import { found } from './found.ts';

type Written = { readonly staffId: string; readonly clientId: string; readonly text: string; readonly key: string };

/** Keeps a note. The same request again gives the first one. @throws Problem 404 where there is no such client, or their account was closed */
export function addNote(pool: Pool, { staffId, clientId, text, key }: Written, now: Date): Promise<ClientNote> {
  return transaction(pool, async (client) => {
    const { rowCount: fresh } = await client.query(
      `insert into app.client_note (id, client_id, staff_id, text, at, key)
       select $1, p.id, $3, $4, $5, $6 from ledger.party p
       where p.book = ledger.book_of($2) and p.id = $2 and p.kind = 'client' and p.status <> 'closed'
       on conflict (staff_id, key) do nothing`,
      [newId(), clientId, staffId, text, now, key],
    );
    // The line names no client: they read those that do, and a note is staff's own.
    if (fresh === 1)
      await client.query("select ledger.record_audit($1, 'client.note', 'user', $2, null, '{}', $3)", [
        staffId,
        clientId,
        now,
      ]);
    const { rows } = await client.query<{ id: string; client_id: string; text: string; email: string; at: Date }>(
      `select n.id, n.client_id, n.text, u.email, n.at from app.client_note n join app."user" u on u.id = n.staff_id
       where n.staff_id = $1 and n.key = $2`,
      [staffId, key],
    );
    const note = found(rows[0]);
    if (note.client_id !== clientId || note.text !== text)
      throw new Problem(409, 'key.reused', messages.common.keyReused);
    return { id: note.id, text: note.text, by_email: note.email, at: note.at.toISOString() };
  });
}
