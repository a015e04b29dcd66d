import type { Instrument } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuote } from '../../lib/quotes.ts';
import { Price } from '../../ui/price.tsx';
import classes from './trades.module.css';

type Props = { list: Instrument[]; chosen: string; onChoose: (symbol: string) => void };

/** The category's assets with their live quotes, where the screen is wide enough for a workspace. */
export function MarketList({ list, chosen, onChoose }: Props) {
  return (
    <div className={classes.market}>
      <div className={classes.marketHead} aria-hidden>
        <span>{words.asset}</span>
        <span>{words.bid}</span>
        <span>{words.ask}</span>
      </div>
      <ul className={classes.marketRows} aria-label={words.marketList}>
        {list.map((instrument) => (
          <li key={instrument.symbol}>
            <MarketRow instrument={instrument} current={instrument.symbol === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MarketRow({
  instrument,
  current,
  onChoose,
}: {
  instrument: Instrument;
  current: boolean;
  onChoose: (symbol: string) => void;
}) {
  const quote = useQuote(instrument.symbol);
  return (
    <button
      type="button"
      className={classes.marketRow}
      aria-current={current}
      onClick={() => onChoose(instrument.symbol)}
    >
      <span className={classes.marketName}>
        {instrument.symbol}
        {!instrument.open && <span className={classes.closedMark}>{words.marketClosed}</span>}
      </span>
      <Price value={quote?.bid} digits={instrument.digits} live />
      <Price value={quote?.ask} digits={instrument.digits} live />
    </button>
  );
}
