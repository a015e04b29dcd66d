import type { Instrument, Trade } from '@clearbook/contracts';
import { centsText } from '../../lib/decimal.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { closesAt, symbolsFor, unrealized } from '../../lib/ticket.ts';
import { Amount } from '../../ui/amount.tsx';
import { LivePrice } from '../../ui/price.tsx';

type Props = { trade: Trade; instrument: Instrument | undefined };

/** What an open trade would bring if it closed at this moment. Only this cell draws again when a price moves. */
export function LiveProfit({ trade, instrument }: Props) {
  const quotes = useQuotes(instrument === undefined ? [] : symbolsFor(instrument));
  const profit = instrument === undefined ? null : unrealized(trade, instrument, quotes);
  return profit === null ? NO_VALUE : <Amount value={centsText(profit)} trend />;
}

export function CurrentPrice({ trade: { symbol, side }, instrument }: Props) {
  return <LivePrice symbol={symbol} at={closesAt(side)} digits={instrument?.digits} />;
}
