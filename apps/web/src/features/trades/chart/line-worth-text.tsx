import type { Instrument, Trade } from '@clearbook/contracts';
import { latestQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import classes from './chart.module.css';
import { worthOf } from './line-worth.ts';
import type { Line } from './lines.ts';

type Props = { id: string; line: Line; trade: Trade; instrument: Instrument };

/** What closing at the line would bring at the rates of this moment. */
export default function LineWorthText({ id, line, trade, instrument }: Props) {
  const worth = worthOf(line, trade, instrument, latestQuotes(symbolsFor(instrument)));
  return (
    worth !== null && (
      <span id={id} className={classes.worth}>
        {worth}
      </span>
    )
  );
}
