import { EXPIRES_SOON_DAYS } from '@clearbook/domain/identity';
import type { Pool, QueryResult } from 'pg';
import { each, Failures } from '../../platform/failures.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transaction } from '../../platform/transaction.ts';

const ROUND = 200;
/** What nobody was told of yet: that it expires soon, and that its last day has come. Who has sent a new document waits for us and is told nothing. */
const DUE = `d.replaced_at is null and d.told_at is null and (d.told_ahead_at is null or d.expires_on <= $1::date)
  and d.expires_on <= $1::date + ${EXPIRES_SOON_DAYS} and exists (select from app.user u join app.verification v on v.user_id = u.id
    where u.id = d.user_id and u.is_verified and v.state <> 'pending')`;

type Due = { readonly id: string; readonly user_id: string; readonly day: string };

/**
 * Tells clients 30 days before their identity document expires, and on its last day, once each. Whoever could not be told in time is told the
 * latter alone. Any process at any time; of two, one writes.
 */
export async function tellExpiries(pool: Pool, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const failures = new Failures();
  let last: Due | undefined;
  for (;;) {
    const { rows: due }: QueryResult<Due> = await pool.query(
      `select d.id, d.user_id, d.expires_on::text as day from app.identity_dates d
       where ${DUE} and ($3::date is null or (d.expires_on, d.id) > ($3, $4)) order by d.expires_on, d.id limit $2`,
      [today, ROUND, last?.day ?? null, last?.id ?? null],
    );
    await failures.past(each(due, (one) => tell(pool, one, { now, today })));
    last = due.at(-1);
    if (last === undefined) return failures.throwFirst();
  }
}

async function tell(
  pool: Pool,
  { id, user_id: userId }: Due,
  { now, today }: { now: Date; today: string },
): Promise<void> {
  await transaction(pool, async (client) => {
    // As whoever sends a document or decides on one does: neither happens in between.
    await client.query('select from app.user where id = $1 for no key update', [userId]);
    const { rows } = await client.query<{ day: string; last: boolean }>(
      `update app.identity_dates d set told_ahead_at = coalesce(d.told_ahead_at, $3), told_at = case when d.expires_on <= $1::date then $3::timestamptz end
       where d.id = $2 and ${DUE} returning d.expires_on::text as day, d.told_at is not null as last`,
      [today, id, now],
    );
    const [due] = rows;
    if (!due) return;
    const template = due.last ? 'identity-expired' : 'identity-expiring';
    await enqueueMail(client, { userId, template, values: { day: due.day } }, now);
  });
}
