import type { Instrument, Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { tryParsePrice } from '@clearbook/domain/market';
import type { OrderDraft } from '@clearbook/domain/trading';
import clsx from 'clsx';
import { useId } from 'react';
import { centsText } from '../../../lib/decimal.ts';
import { formatPrice, formatQuantity, formatUsd, NO_VALUE } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { opensAt, symbolsFor } from '../../../lib/ticket.ts';
import { LivePrice } from '../../../ui/price.tsx';
import { figuresFor } from './preview.ts';
import face from './side.module.css';
import classes from './ticket.module.css';

type Props = {
  side: Side;
  instrument: Instrument;
  /** The price that a limit or stop order waits for, as typed; null for a market order. */
  waiting?: string | null;
  /** How much it would trade; null while that cannot be read. */
  draft: OrderDraft | null;
  disabled: boolean;
  busy: boolean;
  onPlace: (side: Side) => void;
};

/** Where B and S lead. */
export const sideId = (side: Side): string => `ticket-${side}`;

/** The button is named SELL or BUY alone; moving price, quantity and value lie over it and describe it, so that its name stays still. */
export function SideButton({ side, instrument, waiting = null, draft, disabled, busy, onPlace }: Props) {
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
      <span id={id} className={clsx(face.figure, classes.sideFigures)}>
        <span className={classes.sidePrice}>
          {busy ? (
            words.placing
          ) : waiting === null ? (
            <LivePrice symbol={instrument.symbol} at={opensAt(side)} digits={instrument.digits} coloured={false} />
          ) : (
            readable(waiting)
          )}
        </span>
        <Size instrument={instrument} draft={draft} />
      </span>
    </div>
  );
}

/** A price as it was typed, with its thousands apart where it is one. */
function readable(typed: string): string {
  if (typed === '') return NO_VALUE;
  return tryParsePrice(typed) === undefined ? typed : formatPrice(typed);
}

/** "0.01 BTC · $580.63": what a press trades, in units of the asset and in dollars. */
function Size({ instrument, draft }: Pick<Props, 'instrument' | 'draft'>) {
  const quotes = useQuotes(draft === null ? [] : symbolsFor(instrument));
  const figures = draft === null ? null : figuresFor(instrument, draft, quotes);
  if (draft === null) return <span className={classes.sideSize}>{NO_VALUE}</span>;
  return (
    <span className={classes.sideSize}>
      <span>{formatQuantity(centsText(draft.lots), instrument)}</span>
      {figures !== null && <span>{formatUsd(centsText(figures.notional))}</span>}
    </span>
  );
}
