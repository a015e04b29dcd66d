import type { Instrument, Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import clsx from 'clsx';
import { useId } from 'react';
import { NO_VALUE } from '../../lib/format.ts';
import { opensAt } from '../../lib/ticket.ts';
import { LivePrice } from '../../ui/price.tsx';
import face from './side.module.css';
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
  const id = useId();
  return (
    <div className={classes.side}>
      <button
        id={sideId(side)}
        type="button"
        className={clsx(face.face, face[side], classes.sideButton)}
        aria-describedby={id}
        aria-busy={busy}
        disabled={disabled}
        onClick={() => onPlace(side)}
      >
        {side === 'buy' ? words.buy : words.sell}
      </button>
      <span id={id} className={clsx(face.figure, classes.sidePrice)}>
        {busy ? (
          words.placing
        ) : waiting === null ? (
          <LivePrice symbol={instrument.symbol} at={opensAt(side)} digits={instrument.digits} coloured={false} />
        ) : waiting === '' ? (
          NO_VALUE
        ) : (
          waiting
        )}
      </span>
    </div>
  );
}
