import { Skeleton, Tabs } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { SparklineWire } from '@clearbook/contracts/market';
import { homeWords } from '@clearbook/contracts/words/home';
import { dashboardWords as words, tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useChangeSince } from '../../lib/change.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Change } from '../../ui/change.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PriceAge } from '../../ui/price-age.tsx';
import { LivePrice } from '../../ui/price.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { InstrumentMark } from '../../ui/instrument-mark.tsx';
import classes from './dashboard.module.css';

/** What most people look for first, of each kind. The whole list is on the Market page. */
const WATCHED = {
  forex: ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF'],
  crypto: ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'],
  stock: ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'GOOGL'],
} as const;
const CLASSES = ['forex', 'crypto', 'stock'] as const;

type Props = {
  bySymbol: ReadonlyMap<string, Instrument>;
  chosen: string;
  onChoose: (symbol: string) => void;
};

/** Prices, change today and the last day's way, drawn from our own recorded bars. A line opens the chart above. */
export function MarketWidget({ bySymbol, chosen, onChoose }: Props) {
  const [tab, setTab] = useState<string>('crypto');
  return (
    <Panel
      title={words.watch}
      flush
      actions={
        <Link to="/trades" className={classes.link}>
          {words.marketLink}
        </Link>
      }
    >
      <Tabs value={tab} onChange={(value) => setTab(value ?? 'crypto')} keepMounted={false}>
        <Tabs.List px={12} aria-label={words.watchClasses}>
          {CLASSES.map((of) => (
            <Tabs.Tab key={of} value={of}>
              {tradeWords.classes[of]}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="movers">{homeWords.movers}</Tabs.Tab>
        </Tabs.List>
        {CLASSES.map((of) => (
          <Tabs.Panel key={of} value={of}>
            <WatchRows symbols={WATCHED[of]} bySymbol={bySymbol} chosen={chosen} onChoose={onChoose} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="movers">
          <Movers bySymbol={bySymbol} chosen={chosen} onChoose={onChoose} />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}

/** What moved most since the day began, up or down. */
const MOVERS = 6;

function Movers(props: Props) {
  const lines = useQuery(queries.sparklines([...props.bySymbol.keys()])).data?.data;
  const symbols = useMemo(() => lines && moversOf(lines).slice(0, MOVERS), [lines]);
  if (symbols === undefined) return <Skeleton width="auto" height={164} m={8} radius="md" />;
  return <WatchRows symbols={symbols} {...props} />;
}

function moversOf(lines: readonly SparklineWire[]): string[] {
  const moved = lines.flatMap(({ symbol, since, closes }) => {
    const [from, to] = [Number(since), Number(closes.at(-1))];
    // For their order alone: what is shown is worked out exactly.
    return since === null || closes.length === 0 || from === 0 ? [] : [{ symbol, by: Math.abs(to / from - 1) }];
  });
  return moved.toSorted((a, b) => b.by - a.by).map(({ symbol }) => symbol);
}

function WatchRows({ symbols, bySymbol, chosen, onChoose }: Props & { symbols: readonly string[] }) {
  const lines = useQuery(queries.sparklines(symbols)).data?.data;
  return (
    <ul className={classes.watch}>
      {symbols.map((symbol) => {
        const instrument = bySymbol.get(symbol);
        return (
          instrument !== undefined && (
            <li key={symbol}>
              <WatchRow
                instrument={instrument}
                line={lines?.find((line) => line.symbol === symbol)}
                current={symbol === chosen}
                onChoose={onChoose}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

type RowProps = {
  instrument: Instrument;
  line: SparklineWire | undefined;
  current: boolean;
  onChoose: (symbol: string) => void;
};

function WatchRow({ instrument, line, current, onChoose }: RowProps) {
  const { symbol, name, digits } = instrument;
  const change = useChangeSince(symbol, line?.since ?? null);
  const values = useMemo(() => line?.closes.map(Number), [line]);
  return (
    <button type="button" className={classes.watchRow} aria-pressed={current} onClick={() => onChoose(symbol)}>
      <InstrumentMark symbol={symbol} size={28} />
      <span className={classes.watchName}>{name}</span>
      <span className={classes.watchLine}>
        {values === undefined ? (
          <Skeleton width={72} height={16} />
        ) : (
          <Sparkline values={values} sign={change?.sign ?? 'even'} />
        )}
      </span>
      <span className={classes.watchFigures}>
        <LivePrice symbol={symbol} at="bid" digits={digits} coloured={false} />
        <span className={classes.watchChange}>
          <PriceAge symbols={[symbol]}>
            <span className={classes.hidden}>{words.changeToday} </span>
            {change === null ? NO_VALUE : <Change value={change} />}
          </PriceAge>
        </span>
      </span>
    </button>
  );
}
