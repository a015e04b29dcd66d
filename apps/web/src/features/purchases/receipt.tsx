import type { PurchaseWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import type { ReactNode } from 'react';
import { formatExact } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { ChangesList } from './changes-list.tsx';
import { changesOf } from './changes.ts';
import classes from './purchases.module.css';

const { receipt: words } = planWords;

/** The paper about a purchase: what, for how much, from which balance, when, and what it changed. */
export function Receipt({ purchase }: { purchase: PurchaseWire }) {
  return (
    <>
      <dl className={classes.lines}>
        <Line name={words.number}>{purchase.receipt}</Line>
        <Line name={words.what}>
          {words.kinds[purchase.kind]} {purchase.name}
        </Line>
        <Line name={words.before}>
          <Amount value={purchase.balance_before} />
        </Line>
        <Line name={words.price}>
          <strong>
            <Amount value={purchase.price} />
          </strong>
        </Line>
        <Line name={words.after}>
          <Amount value={purchase.balance_after} />
        </Line>
        <Line name={words.date}>{formatExact(purchase.at)}</Line>
        <Line name={words.entry}>{purchase.entry_number}</Line>
      </dl>
      <h2 className={classes.subtitle}>{words.effect}</h2>
      <ChangesList changes={changesOf(purchase.effect)} />
    </>
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
