import { messages } from '@clearbook/contracts/messages';
import type { RequestBody } from '@clearbook/contracts/routes';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { Subject } from './signals.query.ts';

type Dismissal = RequestBody<'POST /admin/signal-dismissals'> & {
  readonly staffId: string;
  readonly clientId: string;
};

const TOPICS = { deposit: 'deposits', withdrawal: 'withdrawals', verification: 'identity' } as const satisfies Record<
  Subject['what'],
  string
>;

/**
 * Keeps that somebody found a signal harmless, and why. The audit log says who dismissed what, under no client: clients read what was done about
 * them there, and nobody tells a thief what is watched. The reason is erased with the client.
 * @throws Problem 409 `signal.gone` where somebody else has dismissed it
 */
export async function dismissSignal(pool: Pool, dismissal: Dismissal, now: Date): Promise<void> {
  const { staffId, clientId, what, id, kind, digest, reason } = dismissal;
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into app.signal_dismissal (record_id, kind, facts, client_id, staff_id, reason, at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict do nothing`,
      [id, kind, digest, clientId, staffId, reason, now],
    );
    if (rowCount === 0) {
      const { rows } = await client.query<{ staff_id: string; reason: string }>(
        'select staff_id, reason from app.signal_dismissal where record_id = $1 and kind = $2 and facts = $3',
        [id, kind, digest],
      );
      // The same request once more: it has happened.
      if (rows[0]?.staff_id === staffId && rows[0].reason === reason) return;
      throw gone();
    }
    await client.query("select ledger.record_audit($1::uuid, 'signal.dismiss', $2, $3, null, $4, $5)", [
      staffId,
      what,
      id,
      { signal: kind },
      now,
    ]);
    await invalidate(client, [{ c: null, t: [TOPICS[what]], a: true, e: 'signal_dismissed', s: id }]);
  });
}

export function gone(): Problem {
  return new Problem(409, 'signal.gone', messages.fraud.gone);
}
