import { hash } from 'node:crypto';
import { monthsAfter } from '@clearbook/domain/periods';
import { LedgerBusy } from '../../ledger/index.ts';
import { all, Failures } from '../../platform/failures.ts';
import { type EngineParts, senderOf } from './engine-tasks.ts';

/** Rows read and sent at a time. */
const AT_A_TIME = 2_000;
/** Before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** So long after its end a copy is asked for what could not be paid as it ended. After that it lapses: a share never becomes a debt. */
const ASKED_AGAIN_MONTHS = 3;

/**
 * At the end of a UTC month every copy is settled once: the trader's part of its new high. An ended copy is settled once more, for the month it ended
 * in, and again for three months while part of that share is unpaid. Every process may run this at any time: key and commit function make it happen
 * once. One that must wait for a price is asked for again next time; one whose share a withdrawal on its way keeps from being paid isn't asked for until
 * that has ended.
 */
export async function takeProfitShares(
  { ledger, pool }: Pick<EngineParts, 'ledger' | 'pool'>,
  now: Date,
): Promise<void> {
  // The first day of this month is when the last one ended.
  const ended = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const askedAgain = monthsAfter(ended, -ASKED_AGAIN_MONTHS);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const failures = new Failures();
  let after = FIRST;
  for (;;) {
    const { rows } = await pool.query<{ id: string; client_id: string }>(
      `select c.id, c.client_id from ledger.copy c join ledger.party p on p.book = c.book and p.id = c.client_id
       where c.id > $4 and started_at < $1 and (shared_month is null or shared_month < $2::date)
         and (c.status <> 'stopped' or stopped_at >= coalesce((shared_month + interval '1 month') at time zone 'UTC', '-infinity')
           or stopped_at >= $3 and result > high_water and not exists (
             select from ledger.kept_trade k where k.book = c.book and k.copy_id = c.id))
         and not (p.withdrawing > 0 and greatest(p.cash - p.loan, 0) < div((c.result - c.high_water)::numeric * c.profit_share_bps, 10000))
       order by c.id limit ${AT_A_TIME}`,
      [ended, `${month}-01`, askedAgain, after],
    );
    const settled = rows.map(({ id, client_id: clientId }) => {
      const key = `profit-share:${id}:${month}`;
      return ledger
        .execute(
          { kind: 'profit_share', clientId, copyId: id, month },
          { actorId: clientId, key, requestHash: hash('sha256', key) },
        )
        .catch(unlessBusy);
    });
    await failures.past(all(settled));
    const last = rows.at(-1);
    if (rows.length < AT_A_TIME || last === undefined) return failures.throwFirst();
    after = last.id;
  }
}

/** The books have no room now: it is sent again at the next turn. */
function unlessBusy(error: unknown): void {
  if (!(error instanceof LedgerBusy)) throw error;
}

/**
 * Pays traders what their copiers' shares put into clearing, oldest first. What is due was written with the copier's part, so a crash between the two
 * forgets nothing, and the key names the copy and its month, so nothing is paid twice, whoever is first.
 */
export async function payProfitShares(parts: Pick<EngineParts, 'ledger' | 'pool' | 'log'>): Promise<void> {
  const { pool } = parts;
  const send = senderOf(parts);
  const failures = new Failures();
  let after = FIRST;
  for (;;) {
    const { rows } = await pool.query<{ id: string; lead_id: string; of: string }>({
      name: 'shares-due',
      text: `select id, lead_id, copy_id || ':' || to_char(month, 'YYYY-MM') as of from ledger.share_due where id > $1 order by id limit ${AT_A_TIME}`,
      values: [after],
    });
    const last = rows.at(-1);
    if (last === undefined) return failures.throwFirst();
    const paid = rows.map(({ id, lead_id: clientId, of }) =>
      send({ kind: 'pay_profit_share', clientId, shareId: id }, `profit-share-paid:${of}`),
    );
    await failures.past(all(paid));
    await pool.query('select ledger.finish_shares()');
    after = last.id;
  }
}
