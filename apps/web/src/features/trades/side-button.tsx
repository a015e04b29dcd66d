import type { Instrument, Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import clsx from 'clsx';
import { useId } from 'react';
import { useQuote } from '../../lib/quotes.ts';
import { Price } from '../../ui/price.tsx';
import classes from './trades.module.css';

type Props = { side: Side; instrument: Instrument; disabled: boolean; busy: boolean; onPlace: (side: Side) => void };

/** The button is named SELL or BUY alone; the moving price lies over it and describes it, so that its name stays still. */
export function SideButton({ side, instrument, disabled, busy, onPlace }: Props) {
  const quote = useQuote(instrument.symbol);
  const id = useId();
  return (
    <div className={classes.side}>
      <button
        type="button"
        className={clsx(classes.sideButton, side === 'buy' ? classes.buy : classes.sell)}
        aria-describedby={id}
        aria-busy={busy}
        disabled={disabled}
        onClick={() => onPlace(side)}
      >
        {side === 'buy' ? words.buy : words.sell}
      </button>
      <span id={id} className={classes.sidePrice}>
        {busy ? words.placing : <Price value={side === 'buy' ? quote?.ask : quote?.bid} digits={instrument.digits} />}
      </span>
    </div>
  );
}
