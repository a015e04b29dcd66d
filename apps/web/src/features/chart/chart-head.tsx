import type { Instrument } from '@clearbook/contracts';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useQuote } from '../../lib/quotes.ts';
import { Price } from '../../ui/price.tsx';
import classes from './chart.module.css';

/** Symbol, bid and ask. Only this draws again at a quote. */
export function ChartHead({ instrument: { symbol, name, digits } }: { instrument: Instrument }) {
  const quote = useQuote(symbol);
  return (
    <div className={classes.names}>
      <h2 className={classes.symbol}>{name}</h2>
      <dl className={classes.quote}>
        <div>
          <dt>{tradeWords.bid}</dt>
          <dd>
            <Price value={quote?.bid} digits={digits} live />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.ask}</dt>
          <dd>
            <Price value={quote?.ask} digits={digits} live />
          </dd>
        </div>
      </dl>
    </div>
  );
}
