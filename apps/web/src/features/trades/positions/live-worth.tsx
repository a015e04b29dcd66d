import type { Instrument, Trade } from '@clearbook/contracts';
import { centsText } from '../../../lib/decimal.ts';
import { NO_VALUE } from '../../../lib/format.ts';
import { type Quotes, useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Change } from '../../../ui/change.tsx';
import { OfPrices } from '../../../ui/price-age.tsx';
import { marketValue, returnOf, returnText } from './worth.ts';

type Props = { trade: Trade; instrument: Instrument | undefined };

/** One figure of a position at the quotes of this moment, and what it was worked out from. */
function useFigure({ trade, instrument }: Props, of: (trade: Trade, it: Instrument, quotes: Quotes) => bigint | null) {
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  return { symbols, figure: instrument === undefined ? null : of(trade, instrument, quotes) };
}

/** What is open of it at the price where it would close. Only this cell draws again when a price moves. */
export function LiveValue(props: Props) {
  const { symbols, figure } = useFigure(props, marketValue);
  if (figure === null) return NO_VALUE;
  return (
    <OfPrices symbols={symbols}>
      <Amount value={centsText(figure)} />
    </OfPrices>
  );
}

/** What it has won of its collateral. */
export function LiveReturn(props: Props) {
  const { symbols, figure } = useFigure(props, returnOf);
  if (figure === null) return NO_VALUE;
  const sign = figure === 0n ? 'even' : figure > 0n ? 'gain' : 'loss';
  return (
    <OfPrices symbols={symbols}>
      <Change value={{ sign, text: returnText(figure) }} />
    </OfPrices>
  );
}
