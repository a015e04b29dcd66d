import type { Pool } from 'pg';
import type { Actor } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';

/** Writes down that a member of staff opened a client's page, before it is shown: at most once an hour for each of them and each client. */
export async function logView(
  pool: Pool,
  { actor: { userId: staffId, token }, clientId }: { actor: Pick<Actor, 'userId' | 'token'>; clientId: string },
  now: Date,
): Promise<void> {
  // What a program reads has its own line, and opens no page.
  if (token !== undefined) return;
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into app.client_view as v (staff_id, client_id, at) select $1::uuid, $2::uuid, $3::timestamptz
       from ledger.party p where p.id = $2 and p.kind = 'client' and p.status <> 'closed'
       on conflict (staff_id, client_id) do update set at = excluded.at where v.at <= excluded.at - interval '1 hour'`,
      [staffId, clientId, now],
    );
    if (rowCount !== 1) return;
    await client.query("select ledger.record_audit($1::uuid, 'user.view', 'user', $2::text, $2::uuid, '{}', $3)", [
      staffId,
      clientId,
      now,
    ]);
  });
}
