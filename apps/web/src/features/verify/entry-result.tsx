import { verifyWords } from '@clearbook/contracts/words/verify';
import clsx from 'clsx';
import { Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import type { EntryOutcome } from './check-entry.ts';
import { dated, saveFile } from './save-file.ts';
import { seenLog } from './seen.ts';
import type { ShownEntry } from './protocol.ts';
import { WhomToTell } from './whom-to-tell.tsx';
import classes from './verify.module.css';

const words = verifyWords.entry;
type Props = { outcome: EntryOutcome; entry: ShownEntry };

const ICONS = { good: ShieldCheck, bad: ShieldAlert, open: Clock };

/** What came of checking one entry: a word, a sentence, and behind a fold what experts ask for. */
export default function EntryResult({ outcome, entry }: Props) {
  switch (outcome.kind) {
    case 'verified':
      return <Verified outcome={outcome} />;
    case 'waiting':
      return <Said look="open" title={words.waiting} text={words.waitingText} />;
    case 'unread':
      return <Said look="open" title={words.unread} text={words.unreadText} />;
    case 'fault':
      return <Said look="bad" title={words.fault} text={words.faultText} />;
    case 'late':
      return (
        <Said look="bad" title={words.late} text={words.lateText}>
          <ul className={classes.steps}>
            <WhomToTell />
          </ul>
        </Said>
      );
    case 'refused':
      return <Refused outcome={outcome} entry={entry} />;
  }
}

function Verified({ outcome }: { outcome: Extract<EntryOutcome, { kind: 'verified' }> }) {
  const { at, witnesses, origin, size, root, leafIndex } = outcome;
  const { details } = words;
  return (
    <Said
      look="good"
      title={words.verified(at.slice(11, 16), witnesses.length)}
      text={words.verifiedText(witnesses.length)}
    >
      <details className={classes.fold}>
        <summary>{verifyWords.fold}</summary>
        <dl className={classes.facts}>
          <Line name={details.log}>{origin}</Line>
          <Line name={details.place}>{details.placeOf(leafIndex + 1, size)}</Line>
          <Line name={details.root}>{root}</Line>
          {witnesses.map(({ name, time }) => (
            <Line key={name} name={details.witness(name)}>
              {formatDateTime(new Date(time * 1000).toISOString())}
            </Line>
          ))}
        </dl>
      </details>
    </Said>
  );
}

function Refused({ outcome, entry }: { outcome: Extract<EntryOutcome, { kind: 'refused' }>; entry: ShownEntry }) {
  const { message, receipt, at } = outcome;
  const evidence = { site: location.origin, at, message, shown: entry, receipt, seen: seenLog() ?? null };
  return (
    <Said look="bad" title={words.refused} text={`${message} ${words.refusedText}`}>
      <button
        type="button"
        className={classes.ask}
        onClick={() => saveFile(dated(`entry-${entry.number}-evidence`, 'json'), evidence)}
      >
        {words.evidence}
      </button>
      <ul className={classes.steps}>
        <WhomToTell />
      </ul>
    </Said>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type SaidProps = { look: 'good' | 'bad' | 'open'; title: string; text: string; children?: ReactNode };

function Said({ look, title, text, children }: SaidProps) {
  const Icon = ICONS[look];
  const shown = useRef<HTMLDivElement>(null);
  // Once verified there is no button any more: what took its place takes the focus that it had.
  useEffect(() => {
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={shown} tabIndex={-1} className={classes.result} role={look === 'bad' ? 'alert' : 'status'}>
      <span className={clsx(classes.state, classes[look])}>
        <Icon size={16} aria-hidden />
        {title}
      </span>
      <span className={classes.dim}>{text}</span>
      {children}
    </div>
  );
}
