import { planWords } from '@clearbook/contracts/words/plans';
import { ArrowRight } from 'lucide-react';
import type { Change } from './changes.ts';
import classes from './purchases.module.css';

/** The figures of a card: what they would be, and beside each that changes what it is now. */
export function TermsList({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className={classes.terms}>
      {changes.map(({ key, name, before, from = before, after }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            {before !== after && from !== null && (
              <>
                <span className={classes.was}>{from}</span>{' '}
                <ArrowRight size={13} aria-label={planWords.to} className={classes.arrow} />{' '}
              </>
            )}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  );
}
