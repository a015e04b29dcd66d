import { createHash } from 'node:crypto';
import {
  cosign,
  equal,
  openCheckpoint,
  Refused,
  utf8,
  verifyGrowth,
  writeNote,
  writeSignature,
} from '@clearbook/verify';
import type { ReadFile, SignedCheckpoint, SignerKey, VerifierKey } from '@clearbook/verify';
import type { Store } from './store.ts';

/** The log did what no honest log does. Whoever runs the witness has to look, and what was signed is kept. */
export class Alarm extends Error {
  readonly kind: 'forked' | 'shrunk' | 'key';
  readonly evidence: string;

  constructor(kind: Alarm['kind'], message: string, evidence: string) {
    super(message);
    this.name = 'Alarm';
    this.kind = kind;
    this.evidence = evidence;
  }
}

export type WitnessConfig = {
  /** The log's keys; its origin is their name. */
  readonly keys: readonly VerifierKey[];
  readonly signer: SignerKey;
  readonly store: Store;
  /** Seconds since 1970. */
  readonly now: () => number;
};

/** What a witness remembers of a log, what it does to that, and how it finds that something does not go with it. */
export type Memory = {
  readonly origin: string;
  readonly last: () => SignedCheckpoint | undefined;
  /** Keeps a checkpoint as the last one, and gives the line of the cosignature. */
  readonly sign: (checkpoint: SignedCheckpoint) => string;
  readonly raise: (kind: Alarm['kind'], message: string, seen: Readonly<Record<string, string>>) => never;
  readonly sameSize: (mine: SignedCheckpoint, other: SignedCheckpoint) => void;
  readonly grew: (mine: SignedCheckpoint, other: SignedCheckpoint, read: ReadFile) => Promise<void>;
};

export function createMemory({ keys, signer, store, now }: WitnessConfig): Memory {
  const origin = keys[0]?.name;
  if (origin === undefined) throw new Refused('malformed', 'A witness needs the verifier key of its log.');

  function last(): SignedCheckpoint | undefined {
    const kept = store.read('checkpoint');
    return kept === undefined ? undefined : openCheckpoint(utf8(kept), keys, origin);
  }

  function sign(checkpoint: SignedCheckpoint): string {
    const { text, signatures } = checkpoint.note;
    const line = cosign(text, signer, now());
    const ofLog = signatures.filter(({ name }) => name === origin);
    store.write('checkpoint', writeNote({ text, signatures: [...ofLog, line] }));
    return writeSignature(line);
  }

  function raise(kind: Alarm['kind'], message: string, seen: Readonly<Record<string, string>>): never {
    const name = createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16);
    const kept = last();
    const evidence = store.keepEvidence(`${kind}-${name}`, {
      ...seen,
      ...(kept && { 'cosigned-before': writeNote(kept.note) }),
      reason: `${message}\n`,
    });
    throw new Alarm(kind, message, evidence);
  }

  function sameSize(mine: SignedCheckpoint, other: SignedCheckpoint): void {
    if (mine.size !== other.size || equal(mine.root, other.root)) return;
    raise('forked', `${origin} signed two different logs of ${mine.size} leaves.`, {
      'signed-too': writeNote(other.note),
    });
  }

  async function grew(mine: SignedCheckpoint, other: SignedCheckpoint, read: ReadFile): Promise<void> {
    const [older, newer] = mine.size <= other.size ? [mine, other] : [other, mine];
    try {
      await verifyGrowth(older, newer, read);
    } catch (error) {
      // What is missing or no tile at all may be a page in the way: it is looked at again, and nothing is cosigned until then.
      if (!(error instanceof Refused) || error.reason !== 'unproven') throw error;
      raise(
        'forked',
        `${origin} does not show that its log of ${newer.size} began with its log of ${older.size}: ${error.message}`,
        {
          'signed-too': writeNote(other.note),
        },
      );
    }
  }

  return { origin, last, sign, raise, sameSize, grew };
}
