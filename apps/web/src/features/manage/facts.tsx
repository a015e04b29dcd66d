import type { ReactNode } from 'react';
import classes from './manage.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values of one record. A value of null is left out, so that no line stands there empty. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
