import { NativeSelect, Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { dashboardWords as words, tradeWords } from '@clearbook/contracts/words/trading';
import { useState } from 'react';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useOffered } from '../../lib/use-restrictions.ts';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import classes from './dashboard.module.css';
import { MarketWidget } from './market-widget.tsx';

/** The chart opens on bitcoin in dollars, the specification's default. */
const DEFAULT_SYMBOL = 'BTC';
const CLASSES = ['forex', 'crypto', 'stock'] as const;

/** What the two take up, in pixels. */
const CHART_HEIGHT = 468;
const WATCH_HEIGHT = 228;

/** Holds the place of the market panel. */
export function MarketPlaceholder() {
  return (
    <div className={classes.marketParts}>
      <Skeleton height={CHART_HEIGHT} radius="lg" />
      <Skeleton height={WATCH_HEIGHT} radius="lg" />
    </div>
  );
}

/** The right side of Home: a chart whose symbol can be changed, and the market under it once it is the turn of that. */
export function MarketPanel({ watch }: { watch: boolean }) {
  const { list, bySymbol, error, refetch } = useInstruments();
  const [symbol, setSymbol] = useState(DEFAULT_SYMBOL);
  const instrument = bySymbol.get(symbol);
  const offered = useOffered(list, symbol);
  if (offered === undefined && error !== null) {
    return (
      <div className={classes.marketParts}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className={classes.marketParts}>
      {offered === undefined || instrument === undefined ? (
        <Skeleton height={CHART_HEIGHT} radius="lg" />
      ) : (
        <ChartPanel
          instrument={instrument}
          actions={<SymbolChoice list={offered} symbol={symbol} onChoose={setSymbol} />}
        />
      )}
      {offered === undefined || !watch ? (
        <Skeleton height={WATCH_HEIGHT} radius="lg" />
      ) : (
        <MarketWidget bySymbol={bySymbol} chosen={symbol} onChoose={setSymbol} />
      )}
    </div>
  );
}

type ChoiceProps = { list: Instrument[]; symbol: string; onChoose: (symbol: string) => void };

function SymbolChoice({ list, symbol, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      className={classes.symbolChoice ?? ''}
      aria-label={words.symbol}
      value={symbol}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={CLASSES.map((of) => ({
        group: tradeWords.classes[of],
        items: list.filter((one) => one.class === of).map((one) => ({ value: one.symbol, label: one.name })),
      }))}
    />
  );
}
