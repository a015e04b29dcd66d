import type { Archive } from '@clearbook/contracts/archives';
import { messages } from '@clearbook/contracts/messages';
import { DatabaseError, type Pool } from 'pg';
import { Problem, tooMany } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/transaction.ts';
import { findArchive } from './archives.query.ts';

/** Beside the route's own limit, which each process counts by itself. */
const ARCHIVES_A_DAY = 5;
const DAY_MS = 86_400_000;

/** Puts an archive before the job. @throws Problem 409 where one of this client is in the making, 429 where as many were asked for in a day as there can be */
export async function askArchive(pool: Pool, clientId: string, now: Date): Promise<Archive> {
  const id = newId();
  try {
    await transaction(pool, async (client) => {
      await client.query('insert into app.archive (id, client_id, asked_at) values ($1, $2, $3)', [id, clientId, now]);
      // One is in the making at a time, so nobody else counts meanwhile. The log keeps what was asked for; an archive's row goes with a newer one.
      await refuseMany(client, clientId, now);
      await recordArchive(client, 'archive.ask', { id, clientId }, now);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'archive_one_at_a_time')
      throw new Problem(409, 'archive.in_progress', messages.archive.inProgress);
    throw error;
  }
  const asked = await findArchive(pool, clientId, id);
  if (asked === undefined) throw new Error('an archive that was asked for is gone');
  return asked;
}

async function refuseMany(client: Pick<Pool, 'query'>, clientId: string, now: Date): Promise<void> {
  const { rows } = await client.query<{ at: Date }>(
    "select at from ledger.audit where client_id = $1 and action = 'archive.ask' and at > $2 order by number desc limit $3",
    [clientId, new Date(now.getTime() - DAY_MS), ARCHIVES_A_DAY],
  );
  const oldest = rows[ARCHIVES_A_DAY - 1];
  if (oldest !== undefined) throw tooMany(Math.ceil((oldest.at.getTime() + DAY_MS - now.getTime()) / 1_000));
}

/** Who got everything, and when, must be found later; what was in it is nobody's business. */
export async function recordArchive(
  client: Pick<Pool, 'query'>,
  action: 'archive.ask' | 'archive.download',
  { id, clientId }: { readonly id: string; readonly clientId: string },
  now: Date,
): Promise<void> {
  await client.query(
    "select ledger.record_audit($1::uuid, $2, 'archive', $3, $1::uuid, '{}'::jsonb, $4::timestamptz)",
    [clientId, action, id, now],
  );
}
