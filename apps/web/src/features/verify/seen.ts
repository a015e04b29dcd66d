import type { LogFault, Remembered } from '@clearbook/verify';
import { STORED } from '../../app/storage-names.ts';
import { store, stored } from '../../lib/stored.ts';

/** What this browser keeps of the site's log, and when it was seen. */
export type Seen = Remembered & { readonly at: string };
/** Something that no honest log does, kept until somebody starts over. */
export type Found = LogFault & { readonly at: string };

export function seenLog(): Seen | undefined {
  const kept = parsed(stored(STORED.log));
  return isSeen(kept) ? kept : undefined;
}

/** Another tab may have seen more meanwhile: what is kept never goes back. */
export function keepSeen({ keys, checkpoint }: Remembered): void {
  const kept = seenLog();
  if (kept !== undefined && sizeOf(kept) > sizeOf({ checkpoint })) return;
  store(STORED.log, JSON.stringify({ keys, checkpoint, at: new Date().toISOString() } satisfies Seen));
}

export function readFound(text: string): Found | undefined {
  const found = parsed(text) as Partial<Found> | undefined;
  if (found === undefined || typeof found.message !== 'string' || typeof found.at !== 'string') return undefined;
  return isRemembered(found.remembered) && isRemembered(found.shown) ? (found as Found) : undefined;
}

/** The first one stays: it is what has to be explained. */
export function keepFound(fault: LogFault): void {
  if (readFound(stored(STORED.logFault) ?? '') !== undefined) return;
  store(STORED.logFault, JSON.stringify({ ...fault, at: new Date().toISOString() } satisfies Found));
}

export function startOver(): void {
  for (const key of [STORED.log, STORED.logLooked, STORED.logFault]) store(key, null);
}

/** The second line of a checkpoint (c2sp.org/tlog-checkpoint). What was kept has been verified. */
function sizeOf({ checkpoint }: Pick<Remembered, 'checkpoint'>): number {
  return Number(checkpoint.split('\n')[1]);
}

function parsed(text: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSeen(value: object | undefined): value is Seen {
  return isRemembered(value) && typeof (value as Partial<Seen>).at === 'string';
}

function isRemembered(value: object | undefined): value is Remembered {
  const { keys, checkpoint } = (value ?? {}) as Partial<Remembered>;
  return Array.isArray(keys) && keys.length > 0 && typeof checkpoint === 'string';
}
