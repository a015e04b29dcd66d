import { equal, readUtf8, utf8 } from './bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import type { SignedCheckpoint } from './checkpoint.ts';
import { readVerifierKey, writeVerifierKey } from './keys.ts';
import type { VerifierKey } from './keys.ts';
import { readNote, verifyNote } from './note.ts';
import { Refused } from './refused.ts';
import { verifyGrowth } from './tiles.ts';
import type { ReadFile } from './tiles.ts';

/** What a visitor keeps of a log between two visits. */
export type Remembered = {
  /** Verifier keys, the log's own name first in each. */
  readonly keys: readonly string[];
  /** The last signed note that was consistent with all before it. */
  readonly checkpoint: string;
};

/** What a log did that no honest log does, with both things that it signed. */
export type LogFault = {
  readonly kind: 'shrunk' | 'forked' | 'key';
  readonly message: string;
  readonly remembered: Remembered;
  readonly shown: Remembered;
};

export type Sight = { readonly remembered: Remembered; readonly size: number } | { readonly fault: LogFault };

/**
 * Looks at a log again, with what was kept of the last visit. The first visit believes the keys that the log announces; a later
 * one believes another key only where a known one signs beside it. What cannot be read is refused, and is no fault.
 */
export async function lookAgain(before: Remembered | undefined, read: ReadFile): Promise<Sight> {
  const announced = readKeys(await file(read, 'vkey'));
  const bytes = await file(read, 'checkpoint');
  const shown = { keys: announced.map(writeVerifierKey), checkpoint: readUtf8(bytes, 'The checkpoint') };
  readNote(bytes);
  if (before === undefined) {
    const { size } = openCheckpoint(bytes, announced);
    return { remembered: { ...shown, keys: signers(bytes, announced).map(writeVerifierKey) }, size };
  }
  const known = before.keys.map(readVerifierKey);
  const last = openCheckpoint(utf8(before.checkpoint), known);
  const fault = (kind: LogFault['kind'], message: string): Sight => ({
    fault: { kind, message, remembered: before, shown },
  });
  let now: SignedCheckpoint;
  try {
    now = openCheckpoint(bytes, known);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason === 'malformed') throw error;
    return fault('key', `The log is not signed by the key that it had before: ${error.message}`);
  }
  if (now.size < last.size) {
    return fault(
      'shrunk',
      `The log had ${last.size} entries and now has ${now.size}: ${last.size - now.size} are gone.`,
    );
  }
  if (now.size === last.size && !equal(now.root, last.root)) {
    return fault('forked', `The log signed two different histories of ${now.size} entries.`);
  }
  try {
    await verifyGrowth(last, now, read);
  } catch (error) {
    // A file that is missing or is none may be a page in the way: it is looked at again the next time.
    if (!(error instanceof Refused) || error.reason !== 'unproven') throw error;
    return fault('forked', `The log of ${now.size} entries does not begin with the one of ${last.size} seen before.`);
  }
  const keys = [...known, ...signers(bytes, announced)].map(writeVerifierKey);
  return { remembered: { keys: [...new Set(keys)], checkpoint: shown.checkpoint }, size: now.size };
}

/** Those of the announced keys that signed this note. */
function signers(bytes: Uint8Array, announced: readonly VerifierKey[]): VerifierKey[] {
  const note = readNote(bytes);
  return announced.filter((key) => {
    try {
      return verifyNote(note, [key]).length > 0;
    } catch {
      return false;
    }
  });
}

function readKeys(bytes: Uint8Array): VerifierKey[] {
  const lines = readUtf8(bytes, 'The list of keys').split('\n').filter(Boolean);
  if (lines.length === 0) throw new Refused('unavailable', 'The log announces no key.');
  return lines.map(readVerifierKey);
}

async function file(read: ReadFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (bytes === undefined) throw new Refused('unavailable', `The log has no ${path} yet.`);
  return bytes;
}
