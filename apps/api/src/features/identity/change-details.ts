import { messages } from '@clearbook/contracts/messages';
import type { RequestBody } from '@clearbook/contracts/routes';
import { changedFields, detailsProblems } from '@clearbook/domain/identity';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { readDetails } from './personal-details.query.ts';

type Details = RequestBody<'PUT /identity/details'>;

/**
 * Keeps what a person says about themselves. What they said before stays, with the time at which it stopped counting; the same once more changes nothing.
 * @throws Problem 422 for whoever is under 18, and for details that do not go together
 */
export async function changeDetails(pool: Pool, userId: string, details: Details, now: Date): Promise<void> {
  refuseWrong(details, now);
  await transaction(pool, async (client) => {
    await client.query('select from app.user where id = $1 for no key update', [userId]);
    const before = await readDetails(client, userId);
    if (before !== null && changedFields(before, details).length === 0) return;
    // Whoever waited for another request of the same person was asked before it, and comes after it.
    const { rows } = await client.query<{ at: Date }>(
      `update app.personal_details set replaced_at = greatest($2, submitted_at) where user_id = $1 and replaced_at is null
       returning replaced_at as at`,
      [userId, now],
    );
    const at = rows[0]?.at ?? now;
    await client.query(
      `insert into app.personal_details (id, user_id, date_of_birth, residence, nationality, street, city, postal_code, tax_number, source_of_funds,
         source_detail, submitted_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        newId(),
        userId,
        details.date_of_birth,
        details.residence,
        details.nationality,
        details.street,
        details.city,
        details.postal_code,
        details.tax_number,
        details.source_of_funds,
        details.source_detail,
        at,
      ],
    );
    const about = { t: ['identity' as const], e: 'identity_details', s: userId };
    await invalidate(client, [
      { c: userId, a: false, ...about },
      { c: null, a: true, ...about },
    ]);
  });
}

function refuseWrong(details: Details, now: Date): void {
  const { details: said } = messages.identity;
  const fields = Object.entries(detailsProblems(details, now.toISOString().slice(0, 10))).map(([name, problem]) => ({
    name,
    problem,
    message: said.problems[problem],
  }));
  if (fields.length === 0) return;
  const named = fields.map(({ name, message }) => ({ name, message }));
  if (fields.some(({ problem }) => problem === 'under_age'))
    throw new Problem(422, 'identity.under_age', said.problems.under_age, named);
  throw new Problem(422, 'identity.details_invalid', said.invalid, named);
}
