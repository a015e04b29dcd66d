import { Select } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { SparklineWire } from '@clearbook/contracts/market';
import { dashboardWords, tradeWords as words } from '@clearbook/contracts/words/trading';
import { marketListWords } from '@clearbook/contracts/words/market-list';
import { uiWords } from '@clearbook/contracts/words/ui';
import { fullNameOf, matchesAsset } from '@clearbook/domain/market';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Star } from 'lucide-react';
import { memo, useMemo, useState, type KeyboardEvent } from 'react';
import { useChangeSince } from '../../../lib/change.ts';
import { latestQuotes } from '../../../lib/quotes.ts';
import { queries } from '../../../lib/queries.ts';
import { useOnScreen } from '../../../lib/use-on-screen.ts';
import { Change } from '../../../ui/change.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PriceAge } from '../../../ui/price-age.tsx';
import { LivePrice } from '../../../ui/price.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { InstrumentMark } from '../../../ui/instrument-mark.tsx';
import type { Filter } from './market-filter.tsx';
import { type Sort, sorted, SORTS } from './sorting.ts';
import classes from './market.module.css';

type Props = {
  list: Instrument[];
  chosen: Instrument;
  filter: Filter;
  watched: ReadonlySet<string>;
  onChoose: (symbol: string) => void;
  onWatch: (symbol: string) => void;
};

/**
 * Assets with their live quotes, change today and the last day's way: of the open category, or whatever a search or the watchlist
 * leaves of all. One Tab stop; the arrow keys go through the rows, Enter picks. A tick draws its own row again and nothing else,
 * and none that is scrolled out of sight.
 */
export function MarketList({ list, chosen, filter, watched, onChoose, onWatch }: Props) {
  const found = useMemo(() => shown(list, chosen.class, filter, watched), [list, chosen.class, filter, watched]);
  const lines = useLines(list);
  const [sort, setSort] = useState<Sort>('listed');
  // By the figures of the moment it was asked for: no row moves away under a pointer.
  const rows = useMemo(() => {
    const since = new Map([...lines].map(([symbol, line]) => [symbol, line.since]));
    return sorted(found, sort, { quotes: latestQuotes(found.map(({ symbol }) => symbol)), since });
  }, [found, sort, lines]);
  const [at, setAt] = useState<string | null>(null);
  const stop = [at, chosen.symbol].find((symbol) => rows.some((row) => row.symbol === symbol)) ?? rows[0]?.symbol;
  return (
    <div className={classes.market}>
      <div className={classes.head}>
        <span />
        {/* A choice is two elements, and this is one column. */}
        <span>
          <Select
            variant="unstyled"
            size="xs"
            className={classes.sort ?? ''}
            aria-label={marketListWords.sort}
            allowDeselect={false}
            withScrollArea={false}
            comboboxProps={{ width: 140, position: 'bottom-start' }}
            data={SORTS.map((value) => ({ value, label: marketListWords.sorts[value] }))}
            value={sort}
            onChange={(value) => setSort(SORTS.find((one) => one === value) ?? 'listed')}
          />
        </span>
        <span />
        <span aria-hidden>{words.bid}</span>
        <span aria-hidden>{words.ask}</span>
      </div>
      {rows.length === 0 &&
        (filter.text.trim() === '' ? (
          <EmptyState title={words.watchEmpty} text={words.watchEmptyText} />
        ) : (
          <EmptyState kind="search" title={words.noAsset} text={uiWords.nothingFoundText} />
        ))}
      <ul className={classes.rows} aria-label={words.marketList} onKeyDown={onArrow}>
        {rows.map((instrument) => (
          <MarketRow
            key={instrument.symbol}
            instrument={instrument}
            line={lines.get(instrument.symbol)}
            current={instrument.symbol === chosen.symbol}
            stop={instrument.symbol === stop}
            watched={watched.has(instrument.symbol)}
            onChoose={onChoose}
            onWatch={onWatch}
            onFocus={setAt}
          />
        ))}
      </ul>
    </div>
  );
}

function useLines(list: Instrument[]): ReadonlyMap<string, SparklineWire> {
  const symbols = useMemo(() => list.map(({ symbol }) => symbol), [list]);
  const { data } = useQuery(queries.sparklines(symbols));
  return useMemo(() => new Map(data?.data.map((line) => [line.symbol, line])), [data]);
}

function shown(list: Instrument[], of: Instrument['class'], { text, watched }: Filter, stars: ReadonlySet<string>) {
  const wanted = text.trim();
  const all = list.filter(({ symbol }) => !watched || stars.has(symbol));
  if (wanted !== '') return all.filter(({ symbol }) => matchesAsset(symbol, wanted));
  return watched ? all : all.filter((instrument) => instrument.class === of);
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function onArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-market-row]')];
  const index = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  if (index < 0) return;
  event.preventDefault();
  rows[step(index, rows.length - 1)]?.focus();
}

type RowProps = {
  instrument: Instrument;
  line: SparklineWire | undefined;
  current: boolean;
  /** The one row that the Tab key stops at. */
  stop: boolean;
  watched: boolean;
  onChoose: (symbol: string) => void;
  onWatch: (symbol: string) => void;
  onFocus: (symbol: string) => void;
};

const MarketRow = memo(function MarketRow(props: RowProps) {
  const { instrument, line, current, stop, watched, onChoose, onWatch, onFocus } = props;
  const { symbol, name } = instrument;
  const [row, seen] = useOnScreen<HTMLLIElement>();
  return (
    <li ref={row} className={classes.row}>
      <button
        type="button"
        className={clsx(classes.star, watched && classes.starred)}
        aria-label={words.watchAsset(name)}
        aria-pressed={watched}
        tabIndex={stop ? 0 : -1}
        onClick={() => onWatch(symbol)}
      >
        <Star size={14} aria-hidden fill={watched ? 'currentColor' : 'none'} />
      </button>
      <button
        type="button"
        data-market-row={symbol}
        className={classes.pick}
        aria-current={current}
        tabIndex={stop ? 0 : -1}
        title={fullNameOf(symbol)}
        onFocus={() => onFocus(symbol)}
        onClick={() => onChoose(symbol)}
      >
        <LiveCells instrument={instrument} line={line} seen={seen} />
      </button>
    </li>
  );
});

/** What a tick draws again. */
function LiveCells({ instrument, line, seen }: Pick<RowProps, 'instrument' | 'line'> & { seen: boolean }) {
  const { symbol, digits, open } = instrument;
  const values = useMemo(() => line?.closes.map(Number) ?? [], [line]);
  const change = useChangeSince(symbol, line?.since ?? null, seen);
  return (
    <>
      <InstrumentMark symbol={symbol} size={20} />
      <span className={classes.name}>
        {symbol}
        <span className={classes.wideName}>{fullNameOf(symbol)}</span>
        <span className={classes.under}>
          {!open && words.marketClosed}
          {open && (
            <PriceAge symbols={[symbol]} seen={seen}>
              {change !== null && (
                <>
                  <span className={classes.hidden}>{dashboardWords.changeToday} </span>
                  <Change value={change} />
                </>
              )}
            </PriceAge>
          )}
        </span>
      </span>
      <Sparkline values={values} sign={change?.sign ?? 'even'} />
      <LivePrice symbol={symbol} at="bid" digits={digits} seen={seen} />
      <LivePrice symbol={symbol} at="ask" digits={digits} seen={seen} />
    </>
  );
}
