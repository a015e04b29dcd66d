import type { Pool } from 'pg';
import { enqueueMails } from '../../platform/mail/index.ts';
import { transaction } from '../../platform/transaction.ts';

/** A break in live prices that is longer than this is told. A process that takes over from another needs a second or two. */
export const ABSENCE_MS = 10_000;
/** So long the page says it. */
const SHOWN = '24 hours';
const MAILS_AT_A_TIME = 1_000;

export type Absence = { readonly from: Date; readonly until: Date };

/**
 * Nobody watched live prices until now, which cannot be made up for: from when to when is kept, and whoever had a trade or an order open is told. Two processes that
 * say it at once tell it once.
 */
export function noteAbsence(pool: Pool, until: Date): Promise<Absence | undefined> {
  return transaction(pool, async (client) => {
    const noted = await client.query<{ since: Date | null }>('select ledger.note_unwatched($1, $2) as since', [
      until,
      `${ABSENCE_MS} milliseconds`,
    ]);
    const from = noted.rows[0]?.since ?? undefined;
    if (from === undefined) return undefined;
    const { rows } = await client.query<{ id: string }>(
      `select client_id as id from ledger.trade where status = 'active'
       union select client_id from ledger.working_order where ended_at is null`,
    );
    const values = { from: words(from), until: words(until) };
    for (let at = 0; at < rows.length; at += MAILS_AT_A_TIME) {
      const some = rows.slice(at, at + MAILS_AT_A_TIME);
      const mails = some.map(({ id }) => ({ userId: id, template: 'prices-unwatched', values }) as const);
      await enqueueMails(client, mails, until);
    }
    return { from, until };
  });
}

/** The latest one that a page still speaks of. */
export async function readAbsence(pool: Pool, now: Date): Promise<Absence | undefined> {
  const { rows } = await pool.query<Absence>({
    name: 'watch-absence',
    text: `select began_at as from, ended_at as until from ledger.unwatched where ended_at > $1::timestamptz - $2::interval order by number desc limit 1`,
    values: [now, SHOWN],
  });
  return rows[0];
}

function words(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
