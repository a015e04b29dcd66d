import {
  equal,
  openCheckpoint,
  readNote,
  readUtf8,
  Refused,
  tiledTree,
  verifyConsistency,
  writeNote,
} from '@clearbook/verify';
import type { ReadFile, SignedCheckpoint, VerifierKey } from '@clearbook/verify';
import { createMemory } from './memory.ts';
import type { Memory, WitnessConfig } from './memory.ts';

/** What a submitted checkpoint came to, as tlog-witness answers it. */
type Submitted =
  | { readonly outcome: 'cosigned'; readonly line: string }
  /** The proof begins at another size than the one that was cosigned last. */
  | { readonly outcome: 'elsewhere'; readonly size: number }
  | { readonly outcome: 'backwards' }
  | { readonly outcome: 'unproven'; readonly why: string };

export type Witness = {
  readonly origin: string;
  readonly last: () => SignedCheckpoint | undefined;
  /** Reads the log, checks that it grew from what was seen before, and cosigns. */
  readonly look: (read: ReadFile) => Promise<SignedCheckpoint>;
  /** Holds what another witness cosigned against what the log shows here. */
  readonly compare: (theirs: Uint8Array, read: ReadFile) => Promise<void>;
  /** A checkpoint that somebody sends with a proof. */
  readonly submit: (old: number, proof: readonly Uint8Array[], checkpoint: Uint8Array) => Promise<Submitted>;
};

export function createWitness(config: WitnessConfig): Witness {
  const { keys } = config;
  const { origin, last, sign, raise, sameSize, grew } = createMemory(config);
  // One after the other: between reading what was cosigned last and writing what is now, nobody else may write.
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };

  return {
    origin,
    last,
    look: (read) =>
      inTurn(async () => {
        await keyIsListed(read, keys, raise);
        const bytes = await needed(read, 'checkpoint');
        const seen = openOrRaise(bytes, keys, origin, raise);
        const before = last();
        if (before) {
          if (seen.size < before.size) {
            raise('shrunk', `${origin} has ${seen.size} leaves and had ${before.size}.`, {
              'signed-too': writeNote(seen.note),
            });
          }
          sameSize(before, seen);
          await grew(before, seen, read);
        } else if (!equal(await tiledTree(seen.size, read).root(seen.size), seen.root)) {
          throw new Refused('unproven', `The tiles of ${origin} do not make the root that it signed.`);
        }
        sign(seen);
        return seen;
      }),
    compare: (theirs, read) =>
      inTurn(async () => {
        const mine = last();
        if (!mine) return;
        const other = openCheckpoint(theirs, keys, origin);
        sameSize(mine, other);
        await grew(mine, other, read);
      }),
    submit: (old, proof, checkpoint) =>
      inTurn(async () => {
        const seen = openCheckpoint(checkpoint, keys, origin);
        if (old > seen.size) return { outcome: 'backwards' };
        const before = last();
        if (before) sameSize(before, seen);
        const size = before?.size ?? 0;
        if (old !== size) return { outcome: 'elsewhere', size };
        try {
          if (before) verifyConsistency(before, seen, proof);
          else if (proof.length > 0) throw new Refused('unproven', 'A proof from no leaves at all is empty.');
        } catch (error) {
          // Anybody can send a wrong proof of a right checkpoint: that is no evidence against the log.
          if (error instanceof Refused) return { outcome: 'unproven', why: error.message };
          throw error;
        }
        return { outcome: 'cosigned', line: sign(seen) };
      }),
  };
}

type Raise = Memory['raise'];

async function needed(read: ReadFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (!bytes) throw new Refused('unavailable', `The log has no ${path}.`);
  return bytes;
}

/** The log says itself which keys are its own. A key that is no longer among them was replaced, rightly or not: people decide that. */
async function keyIsListed(read: ReadFile, keys: readonly VerifierKey[], raise: Raise): Promise<void> {
  const bytes = await read('vkey');
  if (!bytes) return;
  const listed = readUtf8(bytes, 'The list of the log’s keys');
  const known = keys.some(({ name, id }) => listed.includes(`${name}+${Buffer.from(id).toString('hex')}+`));
  if (!known)
    raise('key', `${keys[0]?.name} names another key than the one that this witness knows.`, { vkey: listed });
}

/** What is no note at all is a page in the way, and is tried again. A checkpoint that is not signed by the log's key is an alarm. */
function openOrRaise(bytes: Uint8Array, keys: readonly VerifierKey[], origin: string, raise: Raise): SignedCheckpoint {
  readNote(bytes);
  try {
    return openCheckpoint(bytes, keys, origin);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason === 'malformed') throw error;
    return raise('key', error.message, { 'not-signed': readUtf8(bytes, 'The checkpoint') });
  }
}
