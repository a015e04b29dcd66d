import { base64, readUtf8, utf8 } from './bytes.ts';
import type { Trust } from './archive.ts';
import { openCheckpoint, readCheckpointText } from './checkpoint.ts';
import { openFile } from './file.ts';
import { readVerifierKey, writeVerifierKey } from './keys.ts';
import type { VerifierKey } from './keys.ts';
import { lookAgain } from './memory.ts';
import type { LogFault, Remembered } from './memory.ts';
import { readNote } from './note.ts';
import { readReceipt, verifyReceipt } from './receipt.ts';
import { Refused } from './refused.ts';
import { report } from './report.ts';
import type { Check, Report } from './report.ts';
import { verifyShown } from './shown.ts';
import type { Shown } from './shown.ts';
import type { ReadFile } from './tiles.ts';

/** What there is to check something against: a log that is served, and what was kept of it at an earlier visit. */
export type Around = {
  readonly read: ReadFile;
  readonly kept?: Remembered | undefined;
  readonly witnesses?: readonly VerifierKey[];
};

/** Whose word it is that a key is the log's: the reader's own, that of an earlier visit, the site's of now, or only the file's. */
export type Whose = 'given' | 'kept' | 'announced' | 'file';

export type FileVerdict =
  | {
      readonly kind: 'checked';
      readonly report: Report;
      readonly origin: string;
      readonly whose: Whose;
      /** Whether it was compared with the log that is served, or why not. */
      readonly log: 'compared' | 'elsewhere' | 'unread';
      readonly why?: string;
      /** What to keep of the log from now on, where it was looked at. */
      readonly kept?: Remembered;
    }
  | { readonly kind: 'fault'; readonly fault: LogFault };

export type EntryVerdict =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'verified';
      readonly kept: Remembered;
      readonly origin: string;
      readonly size: number;
      readonly root: string;
      readonly leafIndex: number;
      readonly witnesses: readonly { readonly name: string; readonly time: number }[];
    }
  | { readonly kind: 'fault'; readonly fault: LogFault }
  /** It is not what the log has, or is not shown as the log has it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The log could not be read, so nothing is known. */
  | { readonly kind: 'unread'; readonly message: string };

/** Checks a file by itself, and then that the log which is served now still begins with the one that the file is of. */
export async function verifyFileInLog(
  bytes: Uint8Array,
  { read, kept, witnesses = [], key, told }: Around & { readonly key?: VerifierKey } & Pick<Trust, 'told'>,
): Promise<FileVerdict> {
  const { origin, checkpoint, check } = await openFile(bytes);
  const once = readOnce(read);
  const announced = await announcedKeys(once);
  const known = (kept?.keys ?? []).map(readVerifierKey);
  const trusted = trustedKeys(origin, checkpoint, key, known, announced);
  const found = check({
    ...(trusted.keys !== undefined && { keys: trusted.keys }),
    witnesses,
    ...(told !== undefined && { told }),
  });
  const checked = { kind: 'checked', report: found, origin, whose: trusted.whose } as const;
  const names = [...known, ...announced].map(({ name }) => name);
  if (names.length > 0 && !names.includes(origin)) return { ...checked, log: 'elsewhere' };
  // One that nobody signed fails by itself, and says nothing about the log.
  if (trusted.keys === undefined || !isSigned(checkpoint, trusted.keys)) return { ...checked, log: 'unread' };
  try {
    const sight = await compare({ keys: trusted.keys.map(writeVerifierKey), checkpoint }, kept, once);
    if ('fault' in sight) return { kind: 'fault', fault: sight.fault };
    const lines = comparisons(sizeOf(checkpoint), kept, sight.size);
    return { ...checked, report: report([...found.checks, ...lines]), log: 'compared', kept: sight.remembered };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...checked, log: 'unread', why: error.message };
  }
}

/** Checks the receipt of an entry, that the entry is shown as the log has it, and that the log still begins with what was signed. */
export async function verifyEntryInLog(
  given: unknown,
  shown: Shown,
  { read, kept, witnesses = [] }: Around,
): Promise<EntryVerdict> {
  const once = readOnce(read);
  try {
    const receipt = readReceipt(given);
    const sight = await looking(() => lookAgain(kept, once));
    if ('fault' in sight) return { kind: 'fault', fault: sight.fault };
    const { keys } = sight.remembered;
    const found = verifyReceipt(receipt, keys.map(readVerifierKey), witnesses);
    verifyShown(found.entry, shown);
    const again = await looking(() => lookAgain({ keys, checkpoint: receipt.checkpoint }, once));
    if ('fault' in again) return { kind: 'fault', fault: again.fault };
    const { origin, size, root } = found.checkpoint;
    return {
      ...{ kind: 'verified', kept: sight.remembered, origin, size, root: base64(root), leafIndex: found.leafIndex },
      witnesses: found.witnesses.map(({ witness, time }) => ({ name: witness.name, time })),
    };
  } catch (error) {
    if (error instanceof Unread) return { kind: 'unread', message: error.message };
    if (!(error instanceof Refused)) throw error;
    return error.reason === 'unavailable' ? { kind: 'waiting' } : { kind: 'refused', message: error.message };
  }
}

/** What the log itself did not give, told apart from what somebody says about it. */
class Unread extends Error {}

async function looking<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    throw error instanceof Refused ? new Unread(error.message) : error;
  }
}

/** Every file is asked for once: what is kept and what is brought are compared with one and the same answer. */
function readOnce(read: ReadFile): ReadFile {
  const answers = new Map<string, Promise<Uint8Array | undefined>>();
  return (path) => {
    const answer = answers.get(path) ?? read(path);
    answers.set(path, answer);
    return answer;
  };
}

async function compare(
  brought: Remembered,
  kept: Remembered | undefined,
  read: ReadFile,
): ReturnType<typeof lookAgain> {
  const sight = await lookAgain(kept, read);
  if ('fault' in sight) return sight;
  const keys = [...new Set([...sight.remembered.keys, ...brought.keys])];
  const again = await lookAgain({ keys, checkpoint: brought.checkpoint }, read);
  return 'fault' in again ? again : sight;
}

function comparisons(brought: number, kept: Remembered | undefined, now: number): Check[] {
  const line = (name: string, text: string): Check => ({ name, text, failures: [] });
  return [
    line('The log today', `its ${now} entries begin with the ${brought} that this file is of`),
    line(
      'The log you saw before',
      kept === undefined
        ? 'this is your first visit, so there is nothing to compare yet'
        : `its ${sizeOf(kept.checkpoint)} entries are still what the log begins with`,
    ),
  ];
}

type Trusted = { readonly keys: readonly VerifierKey[] | undefined; readonly whose: Whose };

function trustedKeys(
  origin: string,
  checkpoint: string,
  given: VerifierKey | undefined,
  known: readonly VerifierKey[],
  announced: readonly VerifierKey[],
): Trusted {
  if (given !== undefined) return { keys: [given], whose: 'given' };
  const own = known.filter(({ name }) => name === origin);
  const now = announced.filter(({ name }) => name === origin);
  // What nobody announces now is still no reason to believe the file's own key of a log that is known.
  if (own.length > 0 && (now.length === 0 || isSigned(checkpoint, own))) return { keys: own, whose: 'kept' };
  // A former key of the log signs no more; whoever came later has it from the site alone.
  return now.length > 0 ? { keys: now, whose: 'announced' } : { keys: undefined, whose: 'file' };
}

function isSigned(checkpoint: string, keys: readonly VerifierKey[]): boolean {
  try {
    openCheckpoint(utf8(checkpoint), keys);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** None where the log cannot be read: what follows from that is said where it is looked at. */
async function announcedKeys(read: ReadFile): Promise<VerifierKey[]> {
  try {
    const bytes = await read('vkey');
    if (bytes === undefined) return [];
    return readUtf8(bytes, 'The list of keys').split('\n').filter(Boolean).map(readVerifierKey);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

function sizeOf(checkpoint: string): number {
  return readCheckpointText(readNote(utf8(checkpoint)).text).size;
}
