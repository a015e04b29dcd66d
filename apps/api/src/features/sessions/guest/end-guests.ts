import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { requestKey, type Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../../platform/log.ts';

/** Guests that are ended in one round of the job. */
const AT_ONCE = 50;

type Parts = { readonly pool: Pool; readonly ledger: Ledger; readonly log: Logger };

/**
 * Ends the accounts of guests whose day is over: closes their trades, each at the next good quote, then the account, from which everything
 * personal is erased as from any closed one. Safe in every process at any time: whatever a crash or a closed market left over is done the next time.
 */
export async function endGuests(parts: Parts, now: Date): Promise<void> {
  const { pool, log } = parts;
  // Whose trades wait for a market goes to the end of the line, so that a weekend of them holds nobody up.
  const { rows } = await pool.query<{ id: string }>(
    `update app.guest set tried_at = $1 where party_id in (
       select party_id from app.guest where kept_at is null and ended_at is null and until <= $1
       order by tried_at nulls first, until limit $2 for update skip locked)
     returning party_id as id`,
    [now, AT_ONCE],
  );
  for (const { id } of rows) {
    try {
      await endGuest(parts, id, now);
    } catch (error) {
      log.warn({ err: error, user: id }, 'a guest could not be ended and will be in the next round');
    }
  }
}

async function endGuest({ pool, ledger }: Parts, clientId: string, now: Date): Promise<void> {
  await pool.query('delete from app.session where user_id = $1', [clientId]);
  // Each attempt has a key of its own: what was refused while a market was closed is asked again.
  const key = () => ({ actorId: clientId, key: requestKey(`guest-end:${v7()}`), requestHash: '00' });
  const orders = await pool.query<{ id: string }>(
    'select id from ledger.working_order where client_id = $1 and ended_at is null',
    [clientId],
  );
  for (const { id: orderId } of orders.rows) await ledger.execute({ kind: 'cancel_order', clientId, orderId }, key());
  const open = await pool.query<{ id: string; waits: boolean }>(
    "select id, closing_since is not null as waits from ledger.trade where client_id = $1 and status = 'active'",
    [clientId],
  );
  for (const { id: tradeId, waits } of open.rows)
    if (!waits) await ledger.execute({ kind: 'close_trade', clientId, tradeId, lots: null }, key());
  const { outcome } = await ledger.execute({ kind: 'end_guest', clientId }, key());
  if (outcome.ok || outcome.refusal.code === 'user.not_found')
    await pool.query('update app.guest set ended_at = $2 where party_id = $1 and ended_at is null', [clientId, now]);
}
