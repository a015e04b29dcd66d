import type { Instrument, Trade } from '@clearbook/contracts';
import { centsText } from '../../../lib/decimal.ts';
import { NO_VALUE } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { closesAt, symbolsFor, unrealized } from '../../../lib/ticket.ts';
import { Amount } from '../../../ui/amount.tsx';
import { OfPrices, PriceAge } from '../../../ui/price-age.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import classes from '../ticket/side.module.css';

type Props = { trade: Trade; instrument: Instrument | undefined };

/** What an open trade would bring if it closed at this moment. Only this cell draws again when a price moves. */
export function LiveProfit({ trade, instrument }: Props) {
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  const profit = instrument === undefined ? null : unrealized(trade, instrument, quotes);
  if (profit === null) return NO_VALUE;
  return (
    <OfPrices symbols={symbols}>
      <Amount value={centsText(profit)} trend />
    </OfPrices>
  );
}

export function CurrentPrice({ trade: { symbol, side }, instrument }: Props) {
  return (
    <span className={classes.current}>
      <LivePrice symbol={symbol} at={closesAt(side)} digits={instrument?.digits} />
      <PriceAge symbols={[symbol]} />
    </span>
  );
}
