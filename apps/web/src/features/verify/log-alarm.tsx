import { verifyWords } from '@clearbook/contracts/words/verify';
import { Button } from '@mantine/core';
import { ArrowDownToLine, ShieldAlert } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { dated, saveFile } from './save-file.ts';
import { readFound, startOver } from './seen.ts';
import { WhomToTell } from './whom-to-tell.tsx';
import classes from './verify.module.css';

const words = verifyWords.alarm;

/** The log did what no honest log does: what that means, the evidence, whom to tell, and the way out once it is explained. */
export default function LogAlarm({ found: text }: { found: string }) {
  const found = readFound(text);
  if (found === undefined) return null;
  return (
    <section className={classes.alarm} role="alert" aria-label={words.title[found.kind]}>
      <h2 className={classes.alarmTitle}>
        <ShieldAlert size={22} aria-hidden />
        {words.title[found.kind]}
      </h2>
      <p>
        {found.message} {words.found(formatDateTime(found.at))}
      </p>
      <p>{words.text}</p>
      <h3 className={classes.stepsTitle}>{words.steps}</h3>
      <ol className={classes.steps}>
        <li>{words.download}</li>
        <WhomToTell />
        <li>{words.statement}</li>
      </ol>
      <Button
        color="loss"
        leftSection={<ArrowDownToLine size={16} aria-hidden />}
        onClick={() => saveFile(dated('log-evidence', 'json'), { site: location.origin, ...found })}
      >
        {words.downloadButton}
      </Button>
      <details className={classes.fold}>
        <summary>{words.fold}</summary>
        <h3>{words.before}</h3>
        <pre className={classes.note}>{[...found.remembered.keys, '', found.remembered.checkpoint].join('\n')}</pre>
        <h3>{words.now}</h3>
        <pre className={classes.note}>{[...found.shown.keys, '', found.shown.checkpoint].join('\n')}</pre>
      </details>
      <details className={classes.fold}>
        <summary>{words.over}</summary>
        <p>{words.overText}</p>
        <Button variant="default" mt="sm" onClick={startOver}>
          {words.overButton}
        </Button>
      </details>
    </section>
  );
}
