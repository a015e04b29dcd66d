import { verifyWords } from '@clearbook/contracts/words/verify';
import { Suspense, useState } from 'react';
import { later } from '../../lib/part.ts';
import type { EntryOutcome } from './check-entry.ts';
import type { ShownEntry } from './protocol.ts';
import classes from './verify.module.css';

const words = verifyWords.entry;
const EntryResult = later(() => import('./entry-result.tsx'));

/** The button of one entry, and what came of it. Everything that checks comes when it is pressed. */
export function VerifyEntry({ entry }: { entry: ShownEntry }) {
  const [outcome, setOutcome] = useState<EntryOutcome | null>(null);
  const [running, setRunning] = useState(false);
  const verify = async () => {
    if (running) return;
    setRunning(true);
    try {
      const { checkEntry } = await import('./check-entry.ts');
      setOutcome(await checkEntry(entry));
    } catch {
      setOutcome({ kind: 'unread', at: new Date().toISOString() });
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      {outcome?.kind === 'verified' ? null : (
        <button
          type="button"
          className={classes.ask}
          aria-label={running ? undefined : words.verifyOf(entry.number)}
          aria-disabled={running}
          onClick={() => void verify()}
        >
          {running ? words.verifying : words.verify}
        </button>
      )}
      {outcome !== null && (
        <Suspense fallback={null}>
          <EntryResult outcome={outcome} entry={entry} />
        </Suspense>
      )}
    </>
  );
}
