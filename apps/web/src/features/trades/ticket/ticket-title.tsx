import type { Instrument } from '@clearbook/contracts';
import { dashboardWords, tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useChangeSince } from '../../../lib/change.ts';
import { formatSymbol } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { Change } from '../../../ui/change.tsx';
import { PriceAge } from '../../../ui/price-age.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import { InstrumentMark } from '../../../ui/instrument-mark.tsx';
import hidden from '../positions/positions.module.css';
import classes from './ticket.module.css';

/** Over a ticket that hides the page: what it trades, at what price, and how far that has moved today. */
export function TicketTitle({ instrument }: { instrument: Instrument }) {
  const { symbol, class: kind, digits } = instrument;
  const line = useQuery(queries.sparklines([symbol])).data?.data[0];
  const change = useChangeSince(symbol, line?.since ?? null);
  return (
    <span className={classes.ticketTitle}>
      <span className={hidden.hidden}>{words.ticket}: </span>
      <InstrumentMark symbol={symbol} />
      <span>{formatSymbol(symbol, kind)}</span>
      <LivePrice symbol={symbol} at="bid" digits={digits} coloured={false} />
      <span className={classes.ticketChange}>
        <PriceAge symbols={[symbol]}>
          {change !== null && (
            <>
              <span className={hidden.hidden}>{dashboardWords.changeToday} </span>
              <Change value={change} />
            </>
          )}
        </PriceAge>
      </span>
    </span>
  );
}
