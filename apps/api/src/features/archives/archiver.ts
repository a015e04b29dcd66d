import type { Archive } from '@clearbook/contracts/archives';
import type { Pool, PoolClient } from 'pg';
import { FilesUnavailable } from '../../platform/files-unavailable.ts';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { enqueueMail } from '../../platform/mail/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { readSignedTree, type SignedTree } from '../transparency/index.ts';
import { ARCHIVE_LIFE_MS } from './archives.query.ts';
import { type ContentDeps, contentsOf, type Head } from './contents.ts';
import { keepPieces, type Kept, type Stores } from './pieces.ts';
import { inSnapshot } from './snapshot.ts';

/** A checkpoint is signed at least once a minute; one that takes longer than this is not coming. */
const SIGNATURE_WAIT_MS = 150_000;
const LOOK_EVERY_MS = 500;
const ATTEMPTS = 3;
/** A process that ends five times over one archive ends because of it, as one does that has no memory left. */
const INTERRUPTIONS = 5;

export type ArchiverDeps = ContentDeps &
  Stores & {
    readonly log: Pick<Logger, 'warn'>;
    /** How long a signature is waited for. */
    readonly waitMs?: number;
  };
export type Archiver = { run(now: Date): Promise<void>; stop(): void };

class NotSigned extends Error {}
class Stopped extends Error {}

type Wanted = { readonly id: string; readonly client_id: string; readonly attempts: number };

/** Makes the archives that wait, one after another and in one process at a time. One that was interrupted is begun again, five times at most. */
export function createArchiver(deps: ArchiverDeps): Archiver {
  const { pool } = deps;
  const stopping = new AbortController();

  async function work(now: Date): Promise<void> {
    await pool.query('delete from app.archive where expires_at <= $1', [now]);
    await takeUp(pool, now);
    for (;;) {
      const wanted = stopping.signal.aborted ? undefined : await begin(pool);
      if (wanted === undefined) return;
      try {
        await make(deps, wanted, now, stopping.signal);
      } catch (error) {
        // Whatever fails while the process ends says nothing of the archive.
        if (error instanceof Stopped || stopping.signal.aborted) return putBack(pool, wanted);
        deps.log.warn({ err: error, archive: wanted.id, attempt: wanted.attempts + 1 }, 'an archive could not be made');
        await giveBack(pool, wanted, error, now);
        return;
      }
    }
  }

  return {
    async run(now) {
      const { rowCount } = await pool.query(
        "select from app.archive where state in ('waiting', 'building') or expires_at <= $1 limit 1",
        [now],
      );
      if (rowCount !== 0) await withLease(pool, 'archives', () => work(now));
    },
    stop: () => stopping.abort(),
  };
}

/** Under the lease nobody else makes one: what says that it is being made was left by a process that ended. */
async function takeUp(pool: Pool, now: Date): Promise<void> {
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; client_id: string; interruptions: number }>(
      "update app.archive set state = 'waiting', interruptions = interruptions + 1, progress = 0 where state = 'building' returning id, client_id, interruptions",
    );
    for (const { id, client_id: clientId, interruptions } of rows)
      if (interruptions >= INTERRUPTIONS) await fail(client, { id, clientId, failure: 'interrupted' }, now);
  });
}

/** What failed or ended a process before waits behind the others. */
async function begin(pool: Pool): Promise<Wanted | undefined> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<Wanted>(
      `update app.archive set state = 'building', progress = 0
       where id = (select id from app.archive where state = 'waiting' order by attempts + interruptions, id limit 1) returning id, client_id, attempts`,
    );
    const [wanted] = rows;
    if (wanted !== undefined) {
      await client.query('delete from app.archive_piece where archive_id = $1', [wanted.id]);
      await tell(client, wanted.client_id);
    }
    return wanted;
  });
}

async function make(
  deps: ArchiverDeps,
  { id, client_id: clientId }: Wanted,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = deps;
  // The statement's marks are written when somebody reads it; a snapshot writes nothing.
  await pool.query('select ledger.mark_statement($1)', [clientId]);
  const { head, kept } = await inSnapshot(pool, async (snapshot) => {
    const standing = await standingOf(snapshot, clientId);
    const found: Head = { ...standing, tree: await coveringTree(deps, snapshot, standing, signal) };
    const zip = await contentsOf(deps, found, snapshot, { now, onProgress: progressOf(pool, id) });
    return { head: found, kept: await keepPieces(deps, id, untilStopped(zip, signal)) };
  });
  await finish(pool, { id, clientId, entries: head.entries, kept }, now);
}

async function* untilStopped(zip: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of zip) {
    if (signal.aborted) throw new Stopped();
    yield chunk;
  }
}

/** Told at most once a second: nobody reads faster. */
function progressOf(pool: Pool, id: string): (percent: number) => void {
  let told = 0;
  return (percent) => {
    if (performance.now() - told < 1_000) return;
    told = performance.now();
    // How far it is decides nothing: a figure that is lost is followed by the next.
    pool.query('update app.archive set progress = $2 where id = $1', [id, percent]).catch(() => undefined);
  };
}

type Standing = Omit<Head, 'tree'>;

async function standingOf(snapshot: PoolClient, clientId: string): Promise<Standing> {
  const { rows } = await snapshot.query<{ book: number; number: string; last: string | null; entries: string }>(
    `select p.book, h.number, (select max(e.number) from ledger.entry e where e.client_id = p.id) as last,
       (select count(*) from ledger.entry e where e.client_id = p.id) as entries
     from ledger.party p join ledger.head h on h.book = p.book where p.id = $1`,
    [clientId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no books for ${clientId}`);
  return {
    client: clientId,
    book: row.book,
    bookNumber: row.number,
    lastEntry: row.last,
    entries: Number(row.entries),
  };
}

/** The first checkpoint under which every entry and every audit line of the snapshot is (U23). What is in the log stays there, so it is read outside. */
async function coveringTree(
  { pool, waitMs = SIGNATURE_WAIT_MS }: Pick<ArchiverDeps, 'pool' | 'waitMs'>,
  snapshot: PoolClient,
  { client, book, lastEntry }: Standing,
  signal: AbortSignal,
): Promise<SignedTree> {
  const { rows } = await snapshot.query<{ number: string }>('select number from ledger.audit where client_id = $1', [
    client,
  ]);
  const audits = rows.map(({ number }) => number);
  const entry = lastEntry === null ? [] : [`${book}/${lastEntry}`];
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const tree = await readSignedTree(pool);
    if (tree !== undefined && (await covers(pool, tree, entry, audits))) return tree;
    if (signal.aborted) throw new Stopped();
    if (performance.now() > giveUpAt) throw new NotSigned('no checkpoint covers the client');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function covers(
  pool: Pool,
  { size }: SignedTree,
  entries: readonly string[],
  audits: readonly string[],
): Promise<boolean> {
  const { rows } = await pool.query<{ found: number }>(
    `select (select count(*)::int from ledger.log_leaf where leaf_index < $1 and type = 1 and source_row = any($2))
       + (select count(*)::int from ledger.log_leaf where leaf_index < $1 and type = 2 and source_row = any($3)) as found`,
    [size, entries, audits],
  );
  return rows[0]?.found === entries.length + audits.length;
}

type Finished = { readonly id: string; readonly clientId: string; readonly entries: number; readonly kept: Kept };

/** Ready, and told of; an older one goes. Nothing where the account was closed meanwhile. */
async function finish(pool: Pool, { id, clientId, entries, kept }: Finished, now: Date): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update app.archive set state = 'ready', progress = 100, made_at = $2, expires_at = $3, bytes = $4, entries = $5, sealed_key = $6 where id = $1`,
      [id, now, new Date(now.getTime() + ARCHIVE_LIFE_MS), kept.bytes, entries, kept.sealedKey],
    );
    if (rowCount !== 1) return;
    await client.query("delete from app.archive where client_id = $1 and id <> $2 and state in ('ready', 'failed')", [
      clientId,
      id,
    ]);
    await enqueueMail(client, { userId: clientId, template: 'archive-ready' }, now);
    await tell(client, clientId);
  });
}

/** The process was told to end, which is nobody's failure. Where this can't be written any more it counts as an interruption. */
async function putBack(pool: Pool, { id }: Wanted): Promise<void> {
  await pool
    .query("update app.archive set state = 'waiting', progress = 0 where id = $1 and state = 'building'", [id])
    .catch(() => undefined);
}

/** To be begun again, or after the last attempt for good. */
async function giveBack(
  pool: Pool,
  { id, client_id: clientId, attempts }: Wanted,
  error: unknown,
  now: Date,
): Promise<void> {
  const failure =
    error instanceof NotSigned ? 'log_not_signed' : error instanceof FilesUnavailable ? 'storage' : 'other';
  await transaction(pool, async (client) => {
    if (attempts + 1 >= ATTEMPTS) return fail(client, { id, clientId, failure }, now);
    await client.query('delete from app.archive_piece where archive_id = $1', [id]);
    await client.query(
      "update app.archive set state = 'waiting', attempts = attempts + 1, progress = 0 where id = $1",
      [id],
    );
  });
}

type Failed = { readonly id: string; readonly clientId: string; readonly failure: NonNullable<Archive['failure']> };

async function fail(client: PoolClient, { id, clientId, failure }: Failed, now: Date): Promise<void> {
  await client.query('delete from app.archive_piece where archive_id = $1', [id]);
  await client.query("update app.archive set state = 'failed', failure = $2, expires_at = $3 where id = $1", [
    id,
    failure,
    new Date(now.getTime() + ARCHIVE_LIFE_MS),
  ]);
  await tell(client, clientId);
}

async function tell(client: PoolClient, clientId: string): Promise<void> {
  await invalidate(client, [{ c: clientId, t: ['me'], e: 'archive_changed', s: null, a: false }]);
}
