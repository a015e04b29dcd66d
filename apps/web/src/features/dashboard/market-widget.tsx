import { Skeleton, Tabs } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { dashboardWords as words, tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { changeSince, openOfDay } from '../../lib/change.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useQuote } from '../../lib/quotes.ts';
import { Change } from '../../ui/change.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Price } from '../../ui/price.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import classes from './dashboard.module.css';

/** What most people look for first, of each kind. The whole list is on the Market page. */
const WATCHED = {
  forex: ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF'],
  crypto: ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'],
  stock: ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'GOOGL'],
} as const;
const CLASSES = ['forex', 'crypto', 'stock'] as const;
/** Bars of an hour: the last day's way. */
const BARS = 24;

type Props = {
  bySymbol: ReadonlyMap<string, Instrument>;
  chosen: string;
  onChoose: (symbol: string) => void;
};

/** Prices, change today and the last day's way, drawn from our own recorded bars. A line opens the chart above. */
export function MarketWidget({ bySymbol, chosen, onChoose }: Props) {
  const [tab, setTab] = useState<(typeof CLASSES)[number]>('crypto');
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
      <Tabs
        value={tab}
        onChange={(value) => setTab(CLASSES.find((of) => of === value) ?? 'crypto')}
        keepMounted={false}
      >
        <Tabs.List px={12} aria-label={words.watchClasses}>
          {CLASSES.map((of) => (
            <Tabs.Tab key={of} value={of}>
              {tradeWords.classes[of]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CLASSES.map((of) => (
          <Tabs.Panel key={of} value={of}>
            <ul className={classes.watch}>
              {WATCHED[of].map((symbol) => {
                const instrument = bySymbol.get(symbol);
                return (
                  instrument !== undefined && (
                    <li key={symbol}>
                      <WatchRow instrument={instrument} current={symbol === chosen} onChoose={onChoose} />
                    </li>
                  )
                );
              })}
            </ul>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}

type RowProps = { instrument: Instrument; current: boolean; onChoose: (symbol: string) => void };

function WatchRow({ instrument, current, onChoose }: RowProps) {
  const { symbol, name, digits } = instrument;
  const quote = useQuote(symbol);
  const bars = useQuery(queries.bars(symbol, '1h', BARS)).data?.data;
  const open = bars === undefined ? null : openOfDay(bars);
  const change = open === null || quote === undefined ? null : changeSince(open, quote);
  return (
    <button type="button" className={classes.watchRow} aria-pressed={current} onClick={() => onChoose(symbol)}>
      <span className={classes.watchName}>{name}</span>
      <span className={classes.watchLine}>
        {bars === undefined ? (
          <Skeleton width={72} height={16} />
        ) : (
          <Sparkline values={bars.map(({ close }) => Number(close))} sign={change?.sign ?? 'even'} />
        )}
      </span>
      <span className={classes.watchFigures}>
        <Price value={quote?.bid} digits={digits} />
        <span className={classes.watchChange}>
          <span className={classes.hidden}>{words.changeToday} </span>
          {change === null ? NO_VALUE : <Change value={change} />}
        </span>
      </span>
    </button>
  );
}
