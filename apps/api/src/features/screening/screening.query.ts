import type { Finding, ListMatch } from '@clearbook/domain/fraud';
import type { ClientBase, Pool } from 'pg';

export type StoredMatch = ListMatch & { readonly since: string };

/** What the last comparison of a client found. */
export async function newestMatches(pool: Pool | ClientBase, clientId: string): Promise<StoredMatch[]> {
  const { rows } = await pool.query<{ matches: StoredMatch[] }>(
    'select matches from app.screening where client_id = $1 order by at desc, id desc limit 1',
    [clientId],
  );
  return rows[0]?.matches ?? [];
}

/** The same as facts of a signal. */
export async function readFindings(pool: Pool, clientId: string): Promise<Finding[]> {
  return (await newestMatches(pool, clientId)).map((each) => ({ ...each, since: new Date(each.since) }));
}

export type LastScreening = { at: string; list_sha256: string; list_read_at: string; people: number; matches: number };

/** When a client was compared last, and with what. Null where they never were. */
export async function readLastScreening(pool: Pool, clientId: string): Promise<LastScreening | null> {
  const { rows } = await pool.query<{ at: Date; sha256: Buffer; read_at: Date; people: number; matches: number }>(
    `select s.at, l.sha256, l.read_at, l.people, jsonb_array_length(s.matches) as matches
     from app.screening s join app.screening_list l on l.sha256 = s.list where s.client_id = $1 order by s.at desc, s.id desc limit 1`,
    [clientId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    at: row.at.toISOString(),
    list_sha256: row.sha256.toString('hex'),
    list_read_at: row.read_at.toISOString(),
    people: row.people,
    matches: row.matches,
  };
}
