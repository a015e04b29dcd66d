import type { PurchaseWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { formatExact } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ChangesList } from './changes-list.tsx';
import { changesOf } from './changes.ts';
import classes from './purchases.module.css';

const { receipt: words } = planWords;

/** The paper about a purchase: what, for how much, from which balance, when, and what it changed. */
export function Receipt({ purchase }: { purchase: PurchaseWire }) {
  return (
    <>
      <dl className={classes.lines}>
        <Fact name={words.number}>{purchase.receipt}</Fact>
        <Fact name={words.what}>
          {words.kinds[purchase.kind]} {purchase.name}
        </Fact>
        <Fact name={words.before}>
          <Amount value={purchase.balance_before} />
        </Fact>
        <Fact name={words.price}>
          <strong>
            <Amount value={purchase.price} />
          </strong>
        </Fact>
        <Fact name={words.after}>
          <Amount value={purchase.balance_after} />
        </Fact>
        <Fact name={words.date}>{formatExact(purchase.at)}</Fact>
        <Fact name={words.entry}>{purchase.entry_number}</Fact>
      </dl>
      <h2 className={classes.subtitle}>{words.effect}</h2>
      <ChangesList changes={changesOf(purchase.effect)} />
    </>
  );
}
