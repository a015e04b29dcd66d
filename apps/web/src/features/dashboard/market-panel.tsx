import { Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useState } from 'react';
import { Link } from 'react-router';
import { useQuote } from '../../lib/quotes.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Price } from '../../ui/price.tsx';
import classes from './dashboard.module.css';

/** The chart opens on bitcoin in dollars, the specification's default. */
const DEFAULT_SYMBOL = 'BTC';
const WATCHED = ['BTC', 'ETH', 'EURUSD', 'GBPUSD', 'AAPL', 'TSLA'];

export function MarketPanel() {
  const { list, bySymbol, error, refetch } = useInstruments();
  const [symbol, setSymbol] = useState(DEFAULT_SYMBOL);
  const instrument = bySymbol.get(symbol);
  const watched = WATCHED.map((name) => bySymbol.get(name)).filter((of) => of !== undefined);
  if (list === undefined) {
    return (
      <div className={classes.right}>
        {error === null ? (
          <Skeleton height={440} radius="lg" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  return (
    <div className={classes.right}>
      {instrument !== undefined && <ChartPanel instrument={instrument} />}
      <Panel
        title={words.watch}
        flush
        actions={
          <Link to="/trades" className={classes.link}>
            {words.marketLink}
          </Link>
        }
      >
        <ul className={classes.watch}>
          {watched.map((of) => (
            <li key={of.symbol}>
              <WatchRow instrument={of} current={of.symbol === symbol} onChoose={setSymbol} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function WatchRow({
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
      className={classes.watchRow}
      aria-pressed={current}
      onClick={() => onChoose(instrument.symbol)}
    >
      <span className={classes.watchName}>{instrument.name}</span>
      <Price value={quote?.bid} digits={instrument.digits} live />
    </button>
  );
}
