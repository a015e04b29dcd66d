import type { VerificationRow } from '@clearbook/contracts/admin-export';
import type { AdminVerification } from '@clearbook/contracts/identity';
import type { ClientBase } from 'pg';
import { verificationsByKeys } from './identity.query.ts';

/** Everything known about these submissions except the pictures, as rows of a file. */
export async function verificationRows(
  client: ClientBase,
  submissions: readonly string[],
  now: Date,
): Promise<Map<string, VerificationRow>> {
  const shown = await verificationsByKeys(client, submissions, now);
  const { rows } = await client.query<{ submission: string; decider: string }>(
    `select v.submission, s.email as decider from app.verification v join app.user s on s.id = v.decided_by where v.submission = any($1::uuid[])`,
    [submissions],
  );
  const deciders = new Map(rows.map(({ submission, decider }) => [submission, decider]));
  return new Map([...shown].map(([key, each]) => [key, fileRow(each, deciders.get(key) ?? '')]));
}

function fileRow(each: AdminVerification, decider: string): VerificationRow {
  return {
    id: each.id,
    email: each.user_email,
    full_name: each.user_fullname,
    status: each.status,
    verified: each.is_verified ? 'yes' : 'no',
    front: each.front?.status ?? '',
    front_reason: each.front?.reason ?? '',
    back: each.back?.status ?? '',
    back_reason: each.back?.reason ?? '',
    expires_on: each.dates === null ? '' : (each.dates.expires_on ?? 'never'),
    review_on: each.dates?.review_on ?? '',
    decided_by: decider,
    user_id: each.id,
    submitted_utc: each.submitted_at,
    decided_utc: each.decided_at ?? '',
  };
}
