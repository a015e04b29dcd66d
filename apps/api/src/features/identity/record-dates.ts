import { messages } from '@clearbook/contracts/messages';
import { type DocumentDates, datesOf, datesProblems, type SaidDates } from '@clearbook/domain/identity';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';

type Recording = { readonly staffId: string; readonly clientId: string; readonly now: Date };

/**
 * Records or corrects the dates of a document that was approved before.
 * @throws Problem 404 without a verification, 409 without an approval that stands, 422 for a date out of its range
 */
export async function correctDates(
  pool: Pool,
  { staffId, clientId, now }: Recording,
  { reason, ...said }: SaidDates & { readonly reason: string },
): Promise<void> {
  const dates = checkedDates(said, now, { approving: false });
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ is_verified: boolean }>(
      `select u.is_verified from app.user u where u.id = $1 and exists (select from app.verification v where v.user_id = u.id) for no key update`,
      [clientId],
    );
    const [person] = rows;
    if (!person) throw new Problem(404, 'identity.not_found', messages.identity.notFound);
    if (clientId === staffId) throw new Problem(409, 'decision.own_account', messages.admin.ownAccount);
    if (!person.is_verified) throw new Problem(409, 'identity.not_approved', messages.identity.notApproved);
    const before = await keepDates(client, { staffId, clientId, now }, dates, { approved: false });
    const note = await keepReason(client, { whose: clientId, reason, now });
    await client.query(
      "select ledger.record_audit($1::uuid, 'verification.dates', 'verification', $2::text, $2::text::uuid, $3::jsonb, $4::timestamptz)",
      [staffId, clientId, { ...note, ...(before && factsOf(before, 'before_')), ...factsOf(dates) }, now],
    );
    const about = { t: ['identity' as const, 'users' as const], e: 'identity_dates', s: clientId };
    await invalidate(client, [
      { c: clientId, a: false, ...about },
      { c: null, a: true, ...about },
    ]);
  });
}

/** @throws Problem 422 with each wrong date under its field */
export function checkedDates(said: SaidDates, now: Date, of: { approving: boolean }): DocumentDates {
  const today = now.toISOString().slice(0, 10);
  const { invalid, problems } = messages.identity.dates;
  const fields = Object.entries(datesProblems(said, today, of)).map(([name, problem]) => ({
    name,
    message: problems[problem],
  }));
  if (fields.length > 0) throw new Problem(422, 'identity.dates_invalid', invalid, fields);
  return datesOf(said, today);
}

/** Writes dates, or none, in place of those that counted so far, and returns these. The person's row is locked. What they were told of the same day isn't told again. */
export async function keepDates(
  client: PoolClient,
  { staffId, clientId, now }: Recording,
  dates: DocumentDates | null,
  { approved }: { approved: boolean },
): Promise<DocumentDates | undefined> {
  const { rows } = await client.query<DocumentDates & { told_ahead_at: Date | null; told_at: Date | null }>(
    `update app.identity_dates set replaced_at = greatest($2, recorded_at) where user_id = $1 and replaced_at is null
     returning expires_on::text, review_on::text, told_ahead_at, told_at`,
    [clientId, now],
  );
  const [before] = rows;
  if (dates === null) return before;
  const { expires_on, review_on } = dates;
  const told = before?.expires_on === expires_on ? before : undefined;
  await client.query(
    `insert into app.identity_dates (id, user_id, expires_on, review_on, approved, recorded_at, recorded_by, told_ahead_at, told_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId(),
      clientId,
      expires_on,
      review_on,
      approved,
      now,
      staffId,
      told?.told_ahead_at ?? null,
      told?.told_at ?? null,
    ],
  );
  return before;
}

/** As the audit log has them. */
export function factsOf({ expires_on, review_on }: DocumentDates, prefix = ''): Record<string, string> {
  return { [`${prefix}expires_on`]: expires_on ?? 'never', [`${prefix}review_on`]: review_on };
}
