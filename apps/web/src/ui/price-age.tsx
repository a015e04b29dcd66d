import { uiWords as words } from '@clearbook/contracts/words/ui';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useStale } from '../lib/quotes.ts';
import { useNoFreshPrice, useSilence } from '../lib/realtime.ts';
import amount from './amount.module.css';

type Props = {
  symbols: readonly string[];
  seen?: boolean;
  className?: string | undefined;
  /** What stands here while the price is of this moment. */
  children?: ReactNode;
};

/** How old a price is that does not come any more: "12 s old". */
export function PriceAge({ symbols, seen = true, className, children = null }: Props) {
  const stale = useStale(symbols, seen);
  return stale ? (
    <span className={clsx(amount.age, className)}>
      <Age />
    </span>
  ) : (
    children
  );
}

/** Drawn again each second, and only while there is silence. */
function Age() {
  const seconds = useSilence();
  return seconds === null ? words.oldPrice : words.priceAge(seconds);
}

/** Why a button that deals at the market is off. The age beside it moves each second, so it is read out with nothing. */
export function NoFreshPrice({ symbols, className }: { symbols: readonly string[]; className?: string | undefined }) {
  const off = useNoFreshPrice(symbols);
  return (
    <div role="status">
      {off && (
        <p className={clsx(amount.wait, className)}>
          {words.noFreshPrice}{' '}
          <span aria-hidden>
            <Age />.
          </span>
        </p>
      )}
    </div>
  );
}

/** Greys a figure that was worked out from prices which are not of this moment. */
export function OfPrices({ symbols, children }: { symbols: readonly string[]; children: ReactNode }) {
  const stale = useStale(symbols);
  return (
    <span data-stale={stale || undefined} className={amount.ofPrices}>
      {children}
    </span>
  );
}
