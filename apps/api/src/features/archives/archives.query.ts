import type { Archive } from '@clearbook/contracts/archives';
import type { Pool } from 'pg';

/** How long an archive is kept. */
export const ARCHIVE_LIFE_MS = 7 * 86_400_000;

type Row = {
  id: string;
  state: Archive['state'];
  asked_at: Date;
  progress: number;
  failure: Archive['failure'];
  made_at: Date | null;
  expires_at: Date | null;
  bytes: string | null;
  entries: string | null;
};

const COLUMNS = 'id, state, asked_at, progress, failure, made_at, expires_at, bytes, entries';

const DEFAULT_ARCHIVES = 50;
type Page = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** A client's archives, newest first. */
export async function listArchives(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_ARCHIVES, cursor }: Page,
  now: Date,
): Promise<{ data: Archive[]; next_cursor: string | null }> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from app.archive where client_id = $1 and (expires_at is null or expires_at > $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [clientId, now, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { data: shown.map(wire), next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

export async function findArchive(pool: Pool, clientId: string, id: string): Promise<Archive | undefined> {
  const { rows } = await pool.query<Row>(`select ${COLUMNS} from app.archive where client_id = $1 and id = $2`, [
    clientId,
    id,
  ]);
  return rows[0] && wire(rows[0]);
}

function wire(row: Row): Archive {
  return {
    id: row.id,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    progress: row.progress,
    failure: row.failure,
    made_at: row.made_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes === null ? null : Number(row.bytes),
    entries: row.entries === null ? null : Number(row.entries),
  };
}

/** What it takes to send one that is ready, to the client whose it is. */
export async function readyArchive(
  pool: Pool,
  clientId: string,
  id: string,
  now: Date,
): Promise<{ readonly bytes: string; readonly sealedKey: Buffer; readonly madeAt: Date } | undefined> {
  const { rows } = await pool.query<{ bytes: string; sealedKey: Buffer; madeAt: Date }>(
    `select bytes, sealed_key as "sealedKey", made_at as "madeAt" from app.archive
     where client_id = $1 and id = $2 and state = 'ready' and expires_at > $3`,
    [clientId, id, now],
  );
  return rows[0];
}
