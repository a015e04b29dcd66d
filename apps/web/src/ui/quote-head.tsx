import type { Instrument } from '@clearbook/contracts';
import { tradeWords } from '@clearbook/contracts/words/trading';
import type { ReactNode } from 'react';
import { PriceAge } from './price-age.tsx';
import { LivePrice } from './price.tsx';
import classes from './quote-head.module.css';
import { InstrumentMark } from './instrument-mark.tsx';

type Props = {
  instrument: Instrument;
  /** Stands in the place of its name. */
  children?: ReactNode;
};

/** Symbol, bid and ask. */
export function QuoteHead({ instrument: { symbol, name, digits }, children = name }: Props) {
  return (
    <div className={classes.names}>
      <h2 className={classes.symbol}>
        <InstrumentMark symbol={symbol} />
        {children}
      </h2>
      <dl className={classes.quote}>
        <div>
          <dt>{tradeWords.bid}</dt>
          <dd>
            <LivePrice symbol={symbol} at="bid" digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.ask}</dt>
          <dd>
            <LivePrice symbol={symbol} at="ask" digits={digits} />
          </dd>
        </div>
      </dl>
      <PriceAge symbols={[symbol]} />
    </div>
  );
}
