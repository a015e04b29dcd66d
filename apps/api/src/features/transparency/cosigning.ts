import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';
import {
  carryOut,
  type CosignerKey,
  isCosignedBy,
  parseCosignerKey,
  planConsistency,
} from '../../platform/tlog/index.ts';
import { readSignedTree, readTiles, type SignedTree } from './log.query.ts';

/** How often a witness is asked again for the same checkpoint, so that its word is never old; and after how long where it did not give it. */
const SAME_CHECKPOINT_MS = 60_000;
const RETRY_MS = 10_000;

/** Somebody who cosigns, by https://c2sp.org/tlog-witness. */
export type LogWitness = {
  readonly vkey: string;
  /** POST /add-checkpoint. Throws where it does not answer in time. */
  submit(body: string): Promise<{ readonly status: number; readonly text: string }>;
};

export type CosigningDeps = {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'warn'>;
  readonly witnesses: readonly LogWitness[];
};

export type Cosigning = {
  /** U60: sends the last checkpoint to every witness that has not cosigned it. It holds up nothing: signing and trading know nothing of it. */
  run(now: Date): Promise<void>;
};

export function createCosigning({ pool, log, witnesses }: CosigningDeps): Cosigning {
  const known = witnesses.map((witness) => ({ ...witness, key: keyOf(witness.vkey), failedAt: -Infinity }));
  type Known = (typeof known)[number];

  async function ask(witness: Known, tree: SignedTree, now: Date): Promise<void> {
    if (now.getTime() - witness.failedAt < RETRY_MS) return;
    try {
      const last = await readLast(pool, witness.vkey);
      if (last?.size === tree.size && now.getTime() - last.at.getTime() < SAME_CHECKPOINT_MS) return;
      const line = await submit(pool, witness, tree, last?.size ?? 0);
      if (!isCosignedBy(witness.key, tree.text, line))
        throw new Error('it answered with something that is not its cosignature under this checkpoint');
      await pool.query('select ledger.keep_cosignature($1, $2, $3, $4)', [tree.size, witness.vkey, line, now]);
      witness.failedAt = -Infinity;
    } catch (error) {
      witness.failedAt = now.getTime();
      log.warn({ err: error, witness: witness.key.name }, 'a witness did not cosign the log; it is asked again');
    }
  }

  return {
    async run(now) {
      if (known.length === 0) return;
      const tree = await readSignedTree(pool);
      if (tree !== undefined) await Promise.all(known.map((witness) => ask(witness, tree, now)));
    },
  };
}

function keyOf(vkey: string): CosignerKey {
  const key = parseCosignerKey(vkey);
  if (key === undefined) throw new Error(`${vkey} is no verifier key of a witness`);
  return key;
}

async function readLast(pool: Pool, vkey: string): Promise<{ size: number; at: Date } | undefined> {
  const { rows } = await pool.query<{ size: string; at: Date }>(
    'select size, at from ledger.log_cosignature where vkey = $1 order by size desc limit 1',
    [vkey],
  );
  return rows[0] && { size: Number(rows[0].size), at: rows[0].at };
}

/** The lines that the witness gave. One that remembers another size than this server says so, and is sent the proof from there. */
async function submit(pool: Pool, witness: LogWitness, tree: SignedTree, from: number): Promise<string> {
  let answer = await witness.submit(await submission(pool, tree, Math.min(from, tree.size)));
  if (answer.status === 409) {
    const size = /^(0|[1-9]\d{0,15})\n$/.exec(answer.text)?.[1];
    if (size === undefined) throw new Error('it knows another size and does not say which');
    if (Number(size) > tree.size)
      throw new Error(`it cosigned ${size} leaves and this log has ${tree.size}: was the database set back?`);
    answer = await witness.submit(await submission(pool, tree, Number(size)));
  }
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  return answer.text;
}

async function submission(pool: Pool, { size, signed }: SignedTree, from: number): Promise<string> {
  const plan = planConsistency(from, size);
  const proof = carryOut(plan, await readTiles(pool, plan.tiles));
  return [`old ${from}`, ...proof.map((hash) => hash.toString('base64')), '', signed].join('\n');
}

/** Since when each witness has said nothing; null: it never cosigned. */
export async function readWitnesses(
  pool: Pool,
  witnesses: readonly LogWitness[],
): Promise<
  readonly { readonly name: string; readonly vkey: string; readonly size: number; readonly at: Date | null }[]
> {
  return Promise.all(
    witnesses.map(async ({ vkey }) => {
      const last = await readLast(pool, vkey);
      return { name: keyOf(vkey).name, vkey, size: last?.size ?? 0, at: last?.at ?? null };
    }),
  );
}
