import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { found } from './found.ts';

type Review = { readonly staffId: string; readonly clientId: string; readonly newest: string; readonly now: Date };

/**
 * Takes a client's documents out of the queue, up to the newest one that was seen. Whether the source of funds is documented is decided elsewhere, by two people.
 * @throws Problem 404 for a document that is not this client's, 409 where none of them waits
 */
export async function reviewFundsDocuments(pool: Pool, { staffId, clientId, newest, now }: Review): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('select from app.user where id = $1 for no key update', [clientId]);
    if (clientId === staffId) throw new Problem(409, 'decision.own_account', messages.admin.ownAccount);
    const { rows } = await client.query<{ number: number }>(
      'select number from app.funds_document where user_id = $1 and id = $2',
      [clientId, newest],
    );
    const seen = found(rows[0]);
    const { rowCount } = await client.query(
      'update app.funds_document set reviewed_at = $3 where user_id = $1 and number <= $2 and reviewed_at is null',
      [clientId, seen.number, now],
    );
    if (rowCount === 0) throw new Problem(409, 'funds.nothing_waits', messages.identity.funds.nothingWaits);
    await client.query(
      `update app.verification set funds_waiting_since = (select min(d.submitted_at) from app.funds_document d where d.user_id = $1 and d.reviewed_at is null)
       where user_id = $1`,
      [clientId],
    );
    await client.query(
      "select ledger.record_audit($1::uuid, 'funds.review', 'verification', $2::text, $2::text::uuid, '{}', $3::timestamptz)",
      [staffId, clientId, now],
    );
    const change = { t: ['identity' as const], e: 'funds_documents', s: clientId };
    await invalidate(client, [
      { c: clientId, a: false, ...change },
      { c: null, a: true, ...change },
    ]);
  });
}
