import type { PackageOffer, TermsWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { Badge } from '@mantine/core';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { compared } from './compare.ts';
import { BuyButton, cards as classes, TermsList, termsChanges, type Wanted } from '../purchases/index.ts';

const { upgrade: words } = planWords;

type Props = {
  offer: PackageOffer;
  /** All that are offered, to compare it with. */
  offers: readonly PackageOffer[];
  now: TermsWire;
  instruments: number;
  onBuy?: ((wanted: Wanted) => void) | undefined;
};

/** What this client would trade on with the package, never a promise that the regulatory cap would break. Without `onBuy` it is only looked at. */
export function PackageCard({ offer, offers, now, instruments, onBuy }: Props) {
  const id = useId();
  const rows = termsChanges(now, offer.terms);
  const price = formatUsd(offer.price.amount);
  const comparison = offer.improves ? compared(offer, offers) : null;
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.cardHead}>
        <h3 id={id}>{offer.name}</h3>
        {offer.owned && (
          <Badge color="gain" styles={{ root: { color: 'var(--success)' } }} tt="none">
            {words.owned}
          </Badge>
        )}
      </div>
      <p className={classes.price}>
        <Amount value={offer.price} />
      </p>
      {comparison !== null && (
        <p className={classes.compared} data-gives={comparison.gives}>
          {words.compared[comparison.gives](
            comparison.with.name,
            formatUsd(comparison.with.price.amount),
            comparison.with.terms.markup_pips,
            offer.terms.markup_pips,
          )}
        </p>
      )}
      <TermsList changes={rows} />
      <ul className={classes.features}>
        {[words.instruments(instruments), ...offer.features].map((feature) => (
          <li key={feature}>
            <Check size={16} aria-hidden />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {onBuy !== undefined && offer.improves && (
          <BuyButton
            price={offer.price}
            label={words.buy(offer.name, price)}
            onBuy={() => onBuy({ offer, changes: rows.filter(({ before, after }) => before !== after) })}
          />
        )}
        {onBuy !== undefined && !offer.improves && !offer.owned && <p className={classes.noGain}>{words.noGain}</p>}
      </div>
    </article>
  );
}
