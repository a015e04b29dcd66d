import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { appendLeaves, checkpointText, type Tile, rootOf } from '../../platform/tlog/index.ts';
import { blindedEntry, LEAF_TYPES, NONCE_BYTES } from './leaves.ts';
import { readEdges, readTree } from './log.query.ts';
import { type Batch, readWaiting } from './sources.ts';

/** Leaves of one step: some milliseconds of hashing, and a transaction of half a megabyte. */
const STEP_LEAVES = 4_096;
/** While there is something new a checkpoint is signed this often, and otherwise the last one is signed again this often. */
export const NEW_CHECKPOINT_MS = 10_000;
export const SAME_CHECKPOINT_MS = 60_000;

/** Signs for the log. It may be a key of this process, or somebody else's. */
export type LogSigner = {
  readonly keyId: Buffer;
  /** The signature line under a note's text. */
  sign(text: string): Promise<string>;
};

/** Where a test lets the process die: after what is named. */
export type CrashPoint = 'read' | 'hashed' | 'appended' | 'signed' | 'kept';

export type SequencerDeps = {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'warn'>;
  /** None where there is no key to sign with, with the reason in the log: leaves are appended all the same. */
  readonly signers: () => Promise<readonly LogSigner[]>;
  readonly reached?: (point: CrashPoint) => void;
};

export type Sequencer = {
  /** Brings the log up to the books, and signs it where that is due. One process at a time, and harmless if it were two. */
  run(now: Date): Promise<void>;
};

export function createSequencer({ pool, log, signers, reached = () => undefined }: SequencerDeps): Sequencer {
  /** Signing that failed is tried again as often as a new checkpoint is due, and not at every turn. */
  let failedAt: number | undefined;

  async function signIfDue(now: Date): Promise<void> {
    if (failedAt !== undefined && Math.abs(now.getTime() - failedAt) < NEW_CHECKPOINT_MS) return;
    try {
      const keys = await signers();
      for (const key of keys) await signTree(pool, key, now, reached);
      failedAt = keys.length === 0 ? now.getTime() : undefined;
    } catch (error) {
      failedAt = now.getTime();
      log.warn({ err: error }, 'the log was not signed; it is tried again in ten seconds');
    }
  }

  return {
    run: (now) =>
      withLease(pool, 'log', async () => {
        // A step that came far from full has left nothing behind that the next turn would not find.
        while ((await appendStep(pool, reached)) > STEP_LEAVES / 2);
        await signIfDue(now);
      }),
  };
}

/** Appends what waits, as one transaction. Returns how many leaves it were. */
export async function appendStep(pool: Pool, reached: (point: CrashPoint) => void = () => undefined): Promise<number> {
  const tree = await readTree(pool);
  const [batch, edges] = await Promise.all([readWaiting(pool, STEP_LEAVES), readEdges(pool, tree.size)]);
  reached('read');
  const { waiting } = batch;
  if (waiting.length === 0) return 0;
  const nonces = waiting.map(() => randomBytes(NONCE_BYTES));
  const entries = waiting.map(({ type, canonical }, i) => blindedEntry(type, nonces[i]!, canonical));
  const written = appendLeaves(tree.size, edges, entries);
  const size = tree.size + entries.length;
  // A level that nothing was added to keeps its edge; of one that was, the new tile counts.
  const root = rootOf(size, [...edges.filter((edge) => !written.some((tile) => isSame(tile, edge))), ...written]);
  reached('hashed');
  const appended = await write(pool, tree.size, root, batch, { nonces, entries, written });
  reached('appended');
  return appended ? waiting.length : 0;
}

const isSame = (one: Tile, other: Tile): boolean => one.level === other.level && one.index === other.index;

async function write(
  pool: Pool,
  from: number,
  root: Buffer,
  { waiting, advances }: Batch,
  { nonces, entries, written }: { nonces: Buffer[]; entries: Buffer[]; written: Tile[] },
): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    'select ledger.append_log($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as done',
    [
      from,
      root,
      waiting.map(({ type }) => LEAF_TYPES[type]),
      waiting.map(({ row }) => row),
      entries,
      nonces,
      written.map(({ level }) => level),
      written.map(({ index }) => index),
      written.map(({ hashes }) => hashes),
      advances.map(({ book }) => book),
      advances.map(({ before }) => before),
      advances.map(({ upto }) => upto),
    ],
  );
  return rows[0]?.done === true;
}

/** Signs the tree as it is, where a checkpoint is due: only what is committed, so that a signature that gets lost is of a root that stays. */
export async function signTree(
  pool: Pool,
  key: LogSigner,
  now: Date,
  reached: (point: CrashPoint) => void = () => undefined,
): Promise<boolean> {
  const { size, root, origin, signed } = await readTree(pool, key.keyId);
  if (origin === null) throw new Error('the log has no name yet');
  if (signed !== undefined) {
    const due =
      signed.size === size
        ? now.getTime() - signed.lastAt.getTime() >= SAME_CHECKPOINT_MS
        : now.getTime() - signed.firstAt.getTime() >= NEW_CHECKPOINT_MS;
    if (!due) return false;
  }
  const line = await key.sign(checkpointText(origin, size, root));
  reached('signed');
  const { rows } = await pool.query<{ done: boolean }>('select ledger.sign_log($1, $2, $3, $4, $5) as done', [
    size,
    root,
    key.keyId,
    line,
    now,
  ]);
  reached('kept');
  return rows[0]?.done === true;
}
