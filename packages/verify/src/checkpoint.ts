import { base64, equal, readCount, readHash } from './bytes.ts';
import type { VerifierKey } from './keys.ts';
import { EMPTY_ROOT } from './merkle.ts';
import { readNote, verifyNote } from './note.ts';
import type { UnverifiedNote } from './note.ts';
import { Refused } from './refused.ts';

/** What a log says of itself at one moment: these leaves, and no others, in this order. */
export type Checkpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly extensions: readonly string[];
};

export type SignedCheckpoint = Checkpoint & { readonly note: UnverifiedNote };

/** The text of c2sp.org/tlog-checkpoint. */
export function readCheckpointText(text: string): Checkpoint {
  if (!text.endsWith('\n')) throw new Refused('malformed', 'The checkpoint does not end with a newline.');
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n');
  if (!origin || size === undefined || root === undefined) {
    throw new Refused('malformed', 'The checkpoint has fewer than its three lines: origin, size and root hash.');
  }
  if (extensions.includes('')) throw new Refused('malformed', 'The checkpoint has an empty line after its root hash.');
  const read = {
    origin,
    size: readCount(size, 'The size of the checkpoint'),
    root: readHash(root, 'The root hash of the checkpoint'),
    extensions,
  };
  if (read.size === 0 && !equal(read.root, EMPTY_ROOT)) {
    throw new Refused('unproven', 'The checkpoint of an empty log does not have the root hash of an empty tree.');
  }
  return read;
}

export function writeCheckpointText({ origin, size, root, extensions }: Checkpoint): string {
  return [origin, String(size), base64(root), ...extensions].map((line) => `${line}\n`).join('');
}

/** A checkpoint that the log signed. Its origin is the name of the log's keys, unless another is given. */
export function openCheckpoint(
  bytes: Uint8Array,
  keys: readonly VerifierKey[],
  origin: string | undefined = keys[0]?.name,
): SignedCheckpoint {
  const note = readNote(bytes);
  verifyNote(note, keys);
  const checkpoint = readCheckpointText(note.text);
  if (checkpoint.origin !== origin) {
    throw new Refused(
      'unsigned',
      `The checkpoint is of the log ${checkpoint.origin}, not of ${origin ?? 'a known one'}.`,
    );
  }
  return { ...checkpoint, note };
}
