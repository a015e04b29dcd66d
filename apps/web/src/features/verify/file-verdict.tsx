import { verifyWords as words } from '@clearbook/contracts/words/verify';
import { Button } from '@mantine/core';
import clsx from 'clsx';
import { ArrowDownToLine, Check, CircleHelp, ShieldCheck, ShieldX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FileResult, ShownCheck } from './protocol.ts';
import { dated, saveFile } from './save-file.ts';
import type { Outcome } from './use-file-check.ts';
import { WhomToTell } from './whom-to-tell.tsx';
import classes from './verify.module.css';

type Checked = Extract<FileResult, { kind: 'checked' }>;
type Props = { result: Outcome; onAgain: () => void; onRetry: () => void };

/** One verdict first, then what to do, then a line for each check. */
export function FileVerdict({ result, onAgain, onRetry }: Props) {
  const again = (
    <Button variant="default" onClick={onAgain}>
      {words.again}
    </Button>
  );
  if (result.kind === 'broken') {
    return (
      <Verdict look="open" title={words.workerTitle} actions={again}>
        <p>{words.workerText}</p>
      </Verdict>
    );
  }
  if (result.kind === 'unreadable') {
    return (
      <Verdict look="bad" title={result.what === 'key' ? words.badKeyTitle : words.unreadableTitle} actions={again}>
        <p>{result.message === '' ? words.unreadableFile : result.message}</p>
        {result.what === 'file' && result.message !== '' && <p>{words.unreadableText}</p>}
      </Verdict>
    );
  }
  // The alarm above says everything else.
  if (result.kind === 'fault') {
    return (
      <Verdict look="bad" title={words.failed} actions={again}>
        <p>{words.entry.faultText}</p>
      </Verdict>
    );
  }
  return <CheckedFile result={result} again={again} onRetry={onRetry} />;
}

function CheckedFile({ result, again, onRetry }: { result: Checked; again: ReactNode; onRetry: () => void }) {
  const { passed, checks, log, origin, whose, report } = result;
  const actions = (
    <>
      {again}
      <Button
        variant="default"
        leftSection={<ArrowDownToLine size={16} aria-hidden />}
        onClick={() => saveFile(dated('report', 'txt'), report)}
      >
        {words.report}
      </Button>
    </>
  );
  return (
    <>
      {!passed ? (
        <Verdict look="bad" title={words.failed} actions={actions}>
          <p>{words.failedText(checks.filter(({ failures }) => failures.length > 0).length, checks.length)}</p>
          <ol className={classes.steps}>
            {words.failedSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
            <WhomToTell />
          </ol>
        </Verdict>
      ) : log === 'compared' ? (
        <Verdict look="good" title={words.verified} actions={actions}>
          <p>{words.verifiedText}</p>
          <p>{words.whose[whose]}</p>
        </Verdict>
      ) : (
        <Verdict
          look="open"
          title={words.fits}
          actions={
            <>
              {log === 'unread' && <Button onClick={onRetry}>{words.retry}</Button>}
              {actions}
            </>
          }
        >
          <p>{log === 'unread' ? words.unread : words.elsewhere(origin)}</p>
          <p>{words.whose[whose]}</p>
        </Verdict>
      )}
      <CheckList checks={checks} />
    </>
  );
}

const ICONS = { good: ShieldCheck, bad: ShieldX, open: CircleHelp };
type VerdictProps = { look: 'good' | 'bad' | 'open'; title: string; children: ReactNode; actions: ReactNode };

function Verdict({ look, title, children, actions }: VerdictProps) {
  const Icon = ICONS[look];
  return (
    <section
      className={clsx(classes.verdict, classes[look])}
      aria-label={title}
      role={look === 'bad' ? 'alert' : 'status'}
    >
      <h2 className={classes.verdictTitle}>
        <Icon size={26} aria-hidden />
        {title}
      </h2>
      {children}
      <div className={classes.actions}>{actions}</div>
    </section>
  );
}

/** What failed comes first: nobody should have to look for it. */
function CheckList({ checks }: { checks: readonly ShownCheck[] }) {
  const ordered = checks.toSorted((a, b) => Number(b.failures.length > 0) - Number(a.failures.length > 0));
  return (
    <section aria-label={words.checks} className={classes.list}>
      <h2 className={classes.listTitle}>{words.checks}</h2>
      <ul className={classes.checks}>
        {ordered.map(({ name, text, failures, more }) => (
          <li key={name}>
            {failures.length === 0 ? (
              <Check size={18} className={classes.passed} aria-label={words.passed} />
            ) : (
              <X size={18} className={classes.broken} aria-label={words.broken} />
            )}
            <div>
              <span className={classes.name}>{name}</span>
              <p className={classes.dim}>{text}</p>
              {failures.length > 0 && (
                <ul className={classes.failures}>
                  {failures.map((failure) => (
                    <li key={failure}>{failure}</li>
                  ))}
                  {more > 0 && <li>{words.more(more)}</li>}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
