import type { Bar } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { queries } from '../../../lib/queries.ts';

/** Older bars come so many at a time, and a chart holds so many at most. */
const OLDER = 500;
const MOST = 6000;

/** Whether the next bars go on from those that are known. They do not after a long absence, nor after a split: a bar that is over changes by nothing else. */
export function goOn(known: readonly Bar[], next: readonly Bar[]): boolean {
  const first = next[0];
  if (first === undefined) return true;
  const same = known.find((bar) => bar.time === first.time);
  if (same === undefined || same === known.at(-1)) return same !== undefined;
  return same.open === first.open && same.close === first.close;
}

/** The bars that are known, with newer ones in the place of those they begin at: no gap, whatever has moved on since. */
export function joined(known: readonly Bar[], next: readonly Bar[]): readonly Bar[] {
  const first = next[0];
  if (first === undefined) return known;
  if (!goOn(known, next)) return next;
  const before = known.filter((bar) => bar.time < first.time);
  return before.length === 0 ? next : [...before, ...next];
}

/** Bars of a symbol: the newest, and older ones for as far as somebody has scrolled. */
export function useBars(symbol: string, interval: Interval) {
  const { data, error, refetch } = useQuery(queries.bars(symbol, interval));
  const [older, setOlder] = useState<readonly Bar[]>([]);
  const loading = useRef(false);
  const [newest, setNewest] = useState<{ from: readonly Bar[]; bars: readonly Bar[] }>({ from: [], bars: [] });
  if (data !== undefined && data.data !== newest.from) {
    // What was scrolled to is read again where somebody still looks at it.
    if (older.length > 0 && !goOn(newest.bars, data.data)) setOlder([]);
    setNewest({ from: data.data, bars: joined(newest.bars, data.data) });
  }
  const bars = older.length === 0 ? newest.bars : [...older, ...newest.bars];
  const first = bars[0]?.time;
  // A chart of months is often all there is from the start.
  const complete = older.length === 0 && data?.next_cursor === null;
  const wantOlder = useCallback(() => {
    if (loading.current || first === undefined || bars.length >= MOST || complete) return;
    loading.current = true;
    api('GET /bars', { query: { symbol, interval, limit: OLDER, before: first } }).then(
      (reply) => {
        // At the beginning of the record nothing more is asked.
        loading.current = reply.data.length === 0;
        if (reply.data.length > 0) setOlder((known) => [...reply.data, ...known]);
      },
      () => {
        loading.current = false;
      },
    );
  }, [symbol, interval, first, bars.length, complete]);
  return { bars: data === undefined ? undefined : bars, error, refetch, wantOlder };
}
