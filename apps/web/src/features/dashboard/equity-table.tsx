import type { EquityPoint } from '@clearbook/contracts/performance';
import { dashboardWords } from '@clearbook/contracts/words/trading';
import { equityWords as words } from '@clearbook/contracts/words/home';
import { useState } from 'react';
import { formatUsd, isZero, NO_VALUE } from '../../lib/format.ts';
import classes from './equity.module.css';

type Props = { points: readonly EquityPoint[]; when: (iso: string) => string; shown: boolean };

/** The points of the curve as figures, newest first, for everybody who would rather read. */
export function EquityTable({ points, when, shown }: Props) {
  const [open, setOpen] = useState(false);
  const flow = (amount: string): string =>
    isZero(amount) ? NO_VALUE : shown ? formatUsd(amount) : dashboardWords.hidden;
  return (
    <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.table}</summary>
      {open && (
        // Keyboard users scroll it as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroll} role="region" aria-label={words.curve} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{words.columns.at}</th>
                <th scope="col">{words.columns.value}</th>
                <th scope="col">{words.columns.deposited}</th>
                <th scope="col">{words.columns.withdrawn}</th>
                <th scope="col">{words.columns.adjusted}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, value, deposited, withdrawn, adjusted }) => (
                <tr key={at}>
                  <th scope="row">{when(at)}</th>
                  <td>{value === null ? words.missing : shown ? formatUsd(value.amount) : dashboardWords.hidden}</td>
                  <td>{flow(deposited.amount)}</td>
                  <td>{flow(withdrawn.amount)}</td>
                  <td>{flow(adjusted.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}
