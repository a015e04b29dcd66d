import { planWords } from '@clearbook/contracts/words/plans';
import { ArrowRight } from 'lucide-react';
import type { Change } from './changes.ts';
import classes from './purchases.module.css';

/** From what to what, one line a figure. */
export function ChangesList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes.lines}>
      {changes.map(({ key, name, before, after }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            <span className={classes.was}>{before}</span>{' '}
            <ArrowRight size={14} aria-label={planWords.to} className={classes.arrow} /> <strong>{after}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
