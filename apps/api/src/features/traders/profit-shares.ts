import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';

/** Copies settled in one turn; the others wait for the next. */
const AT_A_TIME = 2_000;

/**
 * At the end of a UTC month every copy is settled once: the trader's part of its new high. An ended copy is settled once more, for the month it ended
 * in. Every process may run this at any time: key and commit function make it happen once.
 */
export async function takeProfitShares({ ledger, pool }: { ledger: Ledger; pool: Pool }, now: Date): Promise<void> {
  // The first day of this month is when the last one ended.
  const ended = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const { rows } = await pool.query<{ id: string; client_id: string; lead_id: string }>(
    `select id, client_id, lead_id from ledger.copy
     where started_at < $1 and (shared_month is null or shared_month < $2::date)
       and (status <> 'stopped' or stopped_at >= coalesce(shared_month + interval '1 month', '-infinity'))
     order by id limit $3`,
    [ended, `${month}-01`, AT_A_TIME],
  );
  await Promise.all(
    rows.map(({ id, client_id: clientId, lead_id: leadId }) => {
      const key = `profit-share:${id}:${month}`;
      return ledger.execute(
        { kind: 'profit_share', clientId, leadId, copyId: id, month },
        { actorId: clientId, key, requestHash: hash('sha256', key) },
      );
    }),
  );
}
