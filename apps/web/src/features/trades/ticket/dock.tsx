import { ActionIcon } from '@mantine/core';
import type { Instrument, Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import clsx from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import { opensAt } from '../../../lib/ticket.ts';
import { LivePrice } from '../../../ui/price.tsx';
import hidden from '../positions/positions.module.css';
import face from './side.module.css';
import classes from './ticket.module.css';

type Props = { instrument: Instrument; onOpen: (side: Side | null) => void };

/** Within the thumb's reach: both prices of the moment. Each opens the ticket, where the trade is confirmed. */
export function Dock({ instrument, onOpen }: Props) {
  return (
    <div className={classes.dock}>
      <DockSide side="sell" instrument={instrument} onOpen={onOpen} />
      <ActionIcon
        variant="default"
        size={48}
        className={classes.dockTicket ?? ''}
        aria-haspopup="dialog"
        aria-label={words.ticket}
        title={words.ticket}
        onClick={() => onOpen(null)}
      >
        <SlidersHorizontal size={18} aria-hidden />
      </ActionIcon>
      <DockSide side="buy" instrument={instrument} onOpen={onOpen} />
    </div>
  );
}

function DockSide({ side, instrument, onOpen }: Props & { side: Side }) {
  const { symbol, name, digits } = instrument;
  const id = useId();
  return (
    <div className={classes.dockSide}>
      <button
        type="button"
        className={clsx(face.face, face[side])}
        aria-haspopup="dialog"
        aria-describedby={id}
        onClick={() => onOpen(side)}
      >
        <span className={classes.dockName}>
          {side === 'buy' ? words.buy : words.sell}
          <span className={hidden.hidden}> {name}</span>
        </span>
      </button>
      <span id={id} className={clsx(face.figure, classes.dockPrice)}>
        <LivePrice symbol={symbol} at={opensAt(side)} digits={digits} coloured={false} />
      </span>
    </div>
  );
}
