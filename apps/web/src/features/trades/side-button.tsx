import type { Instrument, Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import clsx from 'clsx';
import { useId } from 'react';
import { NO_VALUE } from '../../lib/format.ts';
import { useQuote } from '../../lib/quotes.ts';
import { Price } from '../../ui/price.tsx';
import classes from './ticket.module.css';

type Props = {
  side: Side;
  instrument: Instrument;
  /** The price that a limit or stop order waits for, as typed; null for a market order. */
  waiting?: string | null;
  disabled: boolean;
  busy: boolean;
  onPlace: (side: Side) => void;
};

/** Where B and S lead. */
export const sideId = (side: Side): string => `ticket-${side}`;

/** The button is named SELL or BUY alone; the moving price lies over it and describes it, so that its name stays still. */
export function SideButton({ side, instrument, waiting = null, disabled, busy, onPlace }: Props) {
  const quote = useQuote(instrument.symbol);
  const id = useId();
  return (
    <div className={classes.side}>
      <button
        id={sideId(side)}
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
        {busy ? (
          words.placing
        ) : waiting === null ? (
          <Price value={side === 'buy' ? quote?.ask : quote?.bid} digits={instrument.digits} />
        ) : waiting === '' ? (
          NO_VALUE
        ) : (
          waiting
        )}
      </span>
    </div>
  );
}
