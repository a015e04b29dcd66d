import { verifyWords } from '@clearbook/contracts/words/verify';
import { useEffect, useState } from 'react';
import { STORED } from '../../app/storage-names.ts';
import { formatDateTime } from '../../lib/format.ts';
import { store, stored } from '../../lib/stored.ts';
import { seenLog } from './seen.ts';
import classes from './verify.module.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let looking = false;

/**
 * Looks at the log while nobody waits for it, once an hour at most, and compares it with what this browser saw before. What is wrong shows in the
 * alarm above the page. A look that could not be made is made again with the next page; after a day without one it is said.
 */
export function LogWatch() {
  const [unread, setUnread] = useState<string | null>(null);
  useEffect(() => {
    if (looking || !isDue()) return undefined;
    let gone = false;
    const timer = whenIdle(() => void looks().then((ok) => !gone && setUnread(ok ? null : longAgo())));
    return () => {
      gone = true;
      timer();
    };
  }, []);
  if (unread === null) return null;
  return (
    <p role="status" className={classes.unread}>
      {verifyWords.watch.unread(formatDateTime(unread))}
    </p>
  );
}

/** A clock that was set back is no reason not to look. */
function isDue(): boolean {
  return Math.abs(Date.now() - Number(stored(STORED.logLooked) ?? 0)) >= HOUR_MS;
}

async function looks(): Promise<boolean> {
  looking = true;
  try {
    const { askWorker } = await import('./ask-worker.ts');
    const { kind } = await askWorker({ kind: 'look' });
    if (kind === 'unread') return false;
    store(STORED.logLooked, String(Date.now()));
    return true;
  } catch {
    return false;
  } finally {
    looking = false;
  }
}

function longAgo(): string | null {
  const at = seenLog()?.at;
  return at !== undefined && Date.now() - Date.parse(at) >= DAY_MS ? at : null;
}

function whenIdle(run: () => void): () => void {
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: 2_000 });
  return () => cancelIdleCallback(asked);
}
