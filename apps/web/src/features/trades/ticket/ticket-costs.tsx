import type { Instrument } from '@clearbook/contracts';
import type { InstrumentDetail } from '@clearbook/contracts/market';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { type Estimate, widthCost } from '@clearbook/domain/trading';
import { widthText } from '@clearbook/domain/market';
import { centsText, toUnits } from '../../../lib/decimal.ts';
import { formatDateTime, formatUsd, NO_VALUE } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { domainOf, rateOf, sidesOf } from './preview.ts';
import classes from './ticket.module.css';

type Props = {
  instrument: Instrument;
  figures: Estimate | null;
  quotes: Quotes;
  /** Hundredths; null while none are typed. */
  lots: bigint | null;
};

/** What a trade would cost at once and each night, at the quotes of this moment, and what is usual. */
export function TicketCosts({ instrument, figures, quotes, lots }: Props) {
  const { data } = useQuery(queries.instrument(instrument.symbol));
  const width = (text: string) => words.markupOf(text, instrument.class);
  return (
    <>
      <Fact name={words.spreadCost}>
        {figures === null ? NO_VALUE : <Amount value={centsText(figures.spreadCost)} />}
      </Fact>
      <Fact name={words.spread}>
        {figures === null ? NO_VALUE : width(widthText(figures.spreadWidth))}
        {data !== undefined && (
          <span className={classes.usual}>
            {data.usual_spread === null
              ? words.usualUnknown
              : usualText(instrument, data.usual_spread, quotes, lots, width)}
          </span>
        )}
      </Fact>
      <Fact name={words.overnight}>
        {figures === null ? (
          NO_VALUE
        ) : (
          <>
            <span className={classes.line}>
              {words.sell} <Amount value={centsText(figures.overnight.sell)} />
            </span>
            <span className={classes.line}>
              {words.buy} <Amount value={centsText(figures.overnight.buy)} />
            </span>
          </>
        )}
        {data !== undefined && <NextNights of={data} />}
      </Fact>
    </>
  );
}

function NextNights({ of }: { of: InstrumentDetail }) {
  const { financing_next_at: next, financing_next_nights: nights, financing_triple_at: triple } = of;
  return (
    <>
      <span className={classes.usual}>{words.nextNights(formatDateTime(next), nights)}</span>
      {triple !== null && triple !== next && (
        <span className={classes.usual}>{words.tripleNight(formatDateTime(triple))}</span>
      )}
    </>
  );
}

/** The usual range, and in money where size and prices are known. */
function usualText(
  wire: Instrument,
  { low, high }: { low: string; high: string },
  quotes: Quotes,
  lots: bigint | null,
  width: (text: string) => string,
): string {
  const usual = words.usually(width(words.range(low, high)));
  const quote = quotes[wire.symbol];
  const rate = rateOf(wire.quote_currency, quotes);
  if (lots === null || quote === undefined || rate === undefined) return usual;
  const cost = (text: string) =>
    formatUsd(centsText(widthCost(domainOf(wire), lots, toUnits(text, 1), sidesOf(quote), rate)));
  return `${usual}, ${words.range(cost(low), cost(high))}`;
}
