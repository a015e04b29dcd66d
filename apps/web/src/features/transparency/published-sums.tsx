import type { Money } from '@clearbook/contracts';
import type { Transparency } from '@clearbook/contracts/transparency';
import { holdWords } from '@clearbook/contracts/words/holds';
import { transparencyWords as words } from '@clearbook/contracts/words/transparency';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatMoney, isZero } from '../../lib/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { Question } from './question.tsx';
import classes from './transparency.module.css';

type Counted = NonNullable<Transparency['counted']>;

/** What clients are owed, and what there is for it. */
export function Sums({ counted }: { counted: Transparency['counted'] }) {
  if (counted === null) return <Question title={words.owed}>{words.notCounted}</Question>;
  const { at, owed, parts, debt } = counted;
  return (
    <>
      <Question title={words.owed}>
        <p>{words.owedText(formatMoney(owed), formatDateTime(at))}</p>
        <dl className={classes.sums} aria-label={words.parts}>
          {parts !== null && (
            <>
              <Fact name={words.cash}>{formatMoney(parts.cash)}</Fact>
              <Fact name={words.margin}>{formatMoney(parts.margin)}</Fact>
              <Fact name={words.withdrawing}>{formatMoney(parts.withdrawing)}</Fact>
            </>
          )}
          <Fact name={words.debt}>
            <Sum value={debt} />
          </Fact>
        </dl>
        {parts === null && <p className={classes.small}>{words.noParts}</p>}
        <p>
          {words.ownText} <Link to="/proof-of-balance">{words.own}</Link>
        </p>
      </Question>
      <Custody custody={counted.custody} />
      <Adjustments adjustments={counted.adjustments} />
      <p className={classes.small}>{words.few}</p>
    </>
  );
}

/** Methods that nothing came by are one sentence. */
function Custody({ custody }: Pick<Counted, 'custody'>) {
  const used = custody.filter(({ amount }) => amount === null || !isZero(amount.amount));
  return (
    <Question title={words.custody}>
      <p>{words.custodyText}</p>
      {used.length > 0 && (
        <dl className={classes.sums} aria-label={words.custody}>
          {used.map(({ method, amount }) => (
            <Fact key={method} name={words.methods[method] ?? method}>
              <Sum value={amount} />
            </Fact>
          ))}
        </dl>
      )}
      {used.length < custody.length && (
        <p className={classes.small}>{used.length === 0 ? words.noCustody : words.otherMethods}</p>
      )}
    </Question>
  );
}

function Adjustments({ adjustments }: Pick<Counted, 'adjustments'>) {
  return (
    <Question title={words.adjustments}>
      <p>{words.adjustmentsText}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{words.span}</th>
            <th scope="col">{words.entries}</th>
            <th scope="col">{words.credited}</th>
            <th scope="col">{words.debited}</th>
          </tr>
        </thead>
        <tbody>
          {(['recent', 'ever'] as const).map((span) => (
            <tr key={span}>
              <th scope="row">{words[span]}</th>
              <td>{adjustments[span].count.toLocaleString('en')}</td>
              <td>
                <Sum value={adjustments[span].credited} />
              </td>
              <td>
                <Sum value={adjustments[span].debited} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Question>
  );
}

/** A sum, or that it is not published: a missing one is never shown as zero. */
function Sum({ value }: { value: Money | null }): ReactNode {
  return value === null ? <span className={classes.withheld}>{words.notPublished}</span> : formatMoney(value);
}

export function Holds({ holds }: Pick<Transparency, 'holds'>) {
  const running = holds.filter(({ count }) => count > 0);
  if (running.length === 0) return <Question title={words.holds}>{words.noHolds}</Question>;
  return (
    <Question title={words.holds}>
      <p>{words.holdsText}</p>
      <dl className={classes.sums} aria-label={words.holds}>
        {holds.map(({ ground, count }) => (
          <Fact key={ground} name={holdWords.grounds[ground].title}>
            {count.toLocaleString('en')}
          </Fact>
        ))}
      </dl>
    </Question>
  );
}
