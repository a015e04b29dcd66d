import type { Pool, PoolClient } from 'pg';
import { lineOf, type Row } from './fields.ts';
import type { ArchiveFile, Source } from './file.ts';

/** Rows that are read at a time. */
const BATCH = 500;
/** An archive may wait a minute for a signature with its snapshot open, and is read for half a minute. */
const LONGEST = '10min';

/** One moment of the database for as long as `work` takes. */
export async function inSnapshot<T>(pool: Pool, work: (snapshot: PoolClient) => Promise<T>): Promise<T> {
  const snapshot = await pool.connect();
  let broken: Error | undefined;
  try {
    await snapshot.query('begin isolation level repeatable read read only');
    await snapshot.query(
      `set local timezone = 'UTC'; set local statement_timeout = '${LONGEST}'; set local idle_in_transaction_session_timeout = '${LONGEST}'`,
    );
    return await work(snapshot);
  } finally {
    await snapshot.query('rollback').catch((error: Error) => (broken = error));
    snapshot.release(broken);
  }
}

/** What a statement gives for the client ($1), a batch at a time: a million rows need no more memory than a thousand. */
export async function* readBatches(
  { snapshot, clientId }: Pick<Source, 'snapshot' | 'clientId'>,
  statement: string,
): AsyncGenerator<readonly Row[]> {
  const text = statement.replaceAll('$1', `${snapshot.escapeLiteral(clientId)}::uuid`);
  await snapshot.query(`declare archive_rows no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await snapshot.query<Row>(`fetch ${BATCH} from archive_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await snapshot.query('close archive_rows');
}

/** The lines of a file, in their order. */
export async function* linesOf({ name, fields, rows }: ArchiveFile, source: Source): AsyncGenerator<string> {
  if (typeof rows === 'string')
    for await (const batch of readBatches(source, rows)) yield batch.map((row) => lineOf(name, fields, row)).join('');
  else for await (const row of rows(source)) yield lineOf(name, fields, row);
}
