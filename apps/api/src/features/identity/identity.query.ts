import {
  DATE_FILTERS,
  type AdminVerification,
  type Identity,
  type IdentityDates,
  type IdentityDocument,
} from '@clearbook/contracts/identity';
import { SORTS } from '@clearbook/contracts/table-sorts';
import { type Documents, type Side, validityOf } from '@clearbook/domain/identity';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import {
  firstMatches,
  type List,
  MATCHES_MAX,
  type PageOf,
  reading,
  VERIFICATIONS,
  verificationsByDates,
} from '../tables/index.ts';

type Shown = Pick<AdminVerification, 'front' | 'back'>;
type Row = {
  id: string;
  user_email: string;
  user_fullname: string;
  is_verified: boolean;
  submission: string;
  status: AdminVerification['status'];
  submitted_at: Date;
  decided_at: Date | null;
  documents:
    | { side: Side; file: string; status: IdentityDocument['status']; reason: string | null; at: string }[]
    | null;
  dates: { expires_on: string | null; review_on: string; at: string } | null;
};

const DOCUMENTS = `(select json_agg(json_build_object('side', d.side, 'file', d.file_id, 'status', d.state, 'reason', d.reason, 'at', d.submitted_at))
    from app.verification_document d where d.user_id = u.id and d.replaced_at is null) as documents`;
/** Those of an approval that stands. */
const DATES = `(select json_build_object('expires_on', t.expires_on, 'review_on', t.review_on, 'at', t.recorded_at)
    from app.identity_dates t where t.user_id = u.id and t.replaced_at is null and u.is_verified) as dates`;
const COLUMNS = `u.id, u.email as user_email, u.fullname as user_fullname, u.is_verified, v.submission, v.state as status, v.submitted_at, v.decided_at, ${DOCUMENTS}, ${DATES}`;

/** What a person has sent, with its state. */
export async function readIdentity(pool: Pool, userId: string, now: Date): Promise<Identity> {
  const { rows } = await pool.query<
    Omit<Row, 'status' | 'submitted_at'> & { status: Row['status'] | null; submitted_at: Date | null }
  >(`select ${COLUMNS} from app.user u left join app.verification v on v.user_id = u.id where u.id = $1`, [userId]);
  const [row] = rows;
  if (!row) throw new Error('no person for a session');
  return {
    status: row.status ?? 'none',
    is_verified: row.is_verified,
    ...documentsOf(row.documents),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    dates: datesShown(row.dates, now),
  };
}

/** The newest submissions first unless the oldest are asked for, searched as every table of the Manage area is. */
export async function pageVerifications(
  pool: Pool,
  { part, status, sort, pageSize, offset }: PageRequest,
  now: Date,
): Promise<PageOf<AdminVerification>> {
  return reading(pool, async (client) => {
    if (part !== null || status !== null) {
      const found = await firstMatches(client, listOf(status, now), { part, status, sort }, MATCHES_MAX + 1);
      const matches = found.slice(0, MATCHES_MAX);
      const data = await inOrder(client, matches.slice(offset, offset + pageSize), now);
      return { data, total: matches.length, capped: found.length > MATCHES_MAX };
    }
    const { rows: counted } = await client.query<{ total: string }>('select count(*) as total from app.verification');
    const { rows } = await client.query<{ submission: string }>(
      `select submission from app.verification order by submission ${SORTS[sort].down ? 'desc' : 'asc'} limit $1 offset $2`,
      [pageSize, offset],
    );
    const data = await inOrder(
      client,
      rows.map(({ submission }) => submission),
      now,
    );
    return { data, total: Number(counted[0]?.total ?? 0), capped: false };
  });
}

/** The dates of documents are no states, so they have a filter of their own. */
export function listOf(status: string | null | undefined, now: Date): List {
  return DATE_FILTERS.some((name) => name === status) ? verificationsByDates(now) : VERIFICATIONS;
}

/** The same by their newest submission, which is the list's key. */
export async function verificationsByKeys(
  client: ClientBase,
  submissions: readonly string[],
  now: Date,
): Promise<Map<string, AdminVerification>> {
  const { rows } = await client.query<Row>(
    `select ${COLUMNS} from app.verification v join app.user u on u.id = v.user_id where v.submission = any($1::uuid[])`,
    [submissions],
  );
  return new Map(rows.map((row) => [row.submission, wire(row, now)]));
}

async function inOrder(client: ClientBase, submissions: readonly string[], now: Date): Promise<AdminVerification[]> {
  const found = await verificationsByKeys(client, submissions, now);
  return submissions.flatMap((key) => found.get(key) ?? []);
}

export async function findVerification(pool: Pool, id: string, now: Date): Promise<AdminVerification | undefined> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from app.verification v join app.user u on u.id = v.user_id where v.user_id = $1`,
    [id],
  );
  return rows[0] && wire(rows[0], now);
}

/** The states that a decision or a submission starts from, inside its transaction. */
export async function documentStates(client: PoolClient, userId: string): Promise<Documents> {
  const { rows } = await client.query<{ side: Side; state: IdentityDocument['status'] }>(
    'select side, state from app.verification_document where user_id = $1 and replaced_at is null',
    [userId],
  );
  return Object.fromEntries(rows.map(({ side, state }) => [side, state]));
}

function wire(row: Row, now: Date): AdminVerification {
  return {
    id: row.id,
    user_email: row.user_email,
    user_fullname: row.user_fullname,
    submission: row.submission,
    status: row.status,
    is_verified: row.is_verified,
    ...documentsOf(row.documents),
    submitted_at: row.submitted_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    dates: datesShown(row.dates, now),
  };
}

function datesShown(dates: Row['dates'], now: Date): IdentityDates | null {
  if (dates === null) return null;
  const { at, ...days } = dates;
  const validity = validityOf(days.expires_on, now.toISOString().slice(0, 10));
  return { ...days, validity, recorded_at: new Date(at).toISOString() };
}

function documentsOf(documents: Row['documents']): Shown {
  const of = (side: Side): IdentityDocument | null => {
    const found = documents?.find((each) => each.side === side);
    if (!found) return null;
    const { file, status, reason, at } = found;
    return { file, status, reason, submitted_at: new Date(at).toISOString() };
  };
  return { front: of('front'), back: of('back') };
}
