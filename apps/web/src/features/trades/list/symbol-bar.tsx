import type { Instrument } from '@clearbook/contracts';
import { dashboardWords } from '@clearbook/contracts/words/trading';
import { marketListWords as words } from '@clearbook/contracts/words/market-list';
import { fullNameOf } from '@clearbook/domain/market';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useChangeSince } from '../../../lib/change.ts';
import { formatSymbol } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { Change } from '../../../ui/change.tsx';
import { PriceAge } from '../../../ui/price-age.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import { InstrumentMark } from '../../../ui/instrument-mark.tsx';
import classes from './market.module.css';

type Props = { instrument: Instrument; open: boolean; onToggle: () => void };

/** The button lies under the words and is named by the asset alone, so that its name stays still. A phone's one line about the asset: its name, price and change today. A press opens the market list. */
export function SymbolBar({ instrument, open, onToggle }: Props) {
  const { symbol, class: kind, digits, name } = instrument;
  const price = useId();
  const line = useQuery(queries.sparklines([symbol])).data?.data[0];
  const change = useChangeSince(symbol, line?.since ?? null);
  return (
    <div className={classes.symbolBar}>
      <button
        type="button"
        className={classes.barButton}
        aria-expanded={open}
        aria-describedby={price}
        onClick={onToggle}
      >
        <span className={classes.hidden}>{words.openList(name)}</span>
      </button>
      <InstrumentMark symbol={symbol} size={28} />
      <span className={classes.barName}>
        <span className={classes.barSymbol}>{formatSymbol(symbol, kind)}</span>
        <span className={classes.fullName}>{fullNameOf(symbol)}</span>
      </span>
      <span id={price} className={classes.barPrice}>
        <LivePrice symbol={symbol} at="bid" digits={digits} />
        <span className={classes.under}>
          <PriceAge symbols={[symbol]}>
            {change !== null && (
              <>
                <span className={classes.hidden}>{dashboardWords.changeToday} </span>
                <Change value={change} />
              </>
            )}
          </PriceAge>
        </span>
      </span>
      <ChevronDown size={18} aria-hidden className={classes.chevron} />
    </div>
  );
}
