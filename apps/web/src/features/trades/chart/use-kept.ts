import type { ChartDrawings, ChartLayout, Drawing } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { problemText } from '../../../lib/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../ui/toast.ts';
import { PLAIN } from './layout.ts';
import { chartQueries } from './queries.ts';
import { changed, NO_STEPS, redone, type Steps, undone } from './steps.ts';

/** What is changed in one go is saved once. */
const SAVE_AFTER_MS = 600;
const NONE: readonly Drawing[] = [];

type Save<T> = (value: T, keepalive: boolean) => Promise<unknown>;

/** Saves the newest value of each subject a moment after its last change, and right away when another subject, the chart's end or the page's comes first. */
function useSaver<T>(subject: string, save: Save<T>): (value: T) => void {
  const waiting = useRef<{ value: T; save: Save<T>; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const flush = useCallback((keepalive: boolean) => {
    const now = waiting.current;
    if (now === null) return;
    clearTimeout(now.timer);
    waiting.current = null;
    now.save(now.value, keepalive).catch((error: unknown) => toast.error(`${words.notSaved}: ${problemText(error)}`));
  }, []);
  useEffect(() => {
    const leaves = () => flush(true);
    globalThis.addEventListener('pagehide', leaves);
    return () => {
      globalThis.removeEventListener('pagehide', leaves);
      flush(false);
    };
  }, [flush, subject]);
  return useCallback(
    (value) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      // As it is meant now: what waits is never saved under another subject.
      waiting.current = { value, save: latest.current, timer: setTimeout(() => flush(false), SAVE_AFTER_MS) };
    },
    [flush],
  );
}

/** A client's charts; undefined until they are here. */
export function useLayout(): {
  layout: ChartLayout | undefined;
  change: (of: (now: ChartLayout) => ChartLayout) => void;
} {
  const { data, error } = useQuery(chartQueries.layout());
  // What couldn't be read is changed on screen alone: nothing is saved over it.
  const [unread, setUnread] = useState(PLAIN);
  const save = useSaver('layout', (body: ChartLayout, keepalive) => api('PUT /me/chart', { body, keepalive }));
  const change = useCallback(
    (of: (now: ChartLayout) => ChartLayout) => {
      const { queryKey } = chartQueries.layout();
      const known = queryClient.getQueryData<ChartLayout>(queryKey);
      if (known === undefined) {
        setUnread(of);
        return;
      }
      const next = of(known);
      queryClient.setQueryData(queryKey, next);
      save(next);
    },
    [save],
  );
  return { layout: data ?? (error === null ? undefined : unread), change };
}

type Drawings = readonly Drawing[];
export type KeptDrawings = {
  readonly drawings: Drawings;
  readonly ready: boolean;
  /** `done`: not while something is still being pulled. */
  change(next: Drawings, done?: boolean): void;
  /** Takes back the last change of this visit, or makes it again; null where there is none. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

/** Drawings over one symbol. Until they are here nothing can be drawn, so that nothing is saved over them. */
export function useDrawings(symbol: string): KeptDrawings {
  const { data } = useQuery(chartQueries.drawings(symbol));
  const save = useSaver(symbol, (drawings: readonly Drawing[], keepalive) =>
    api('PUT /me/charts/:id', { params: { id: symbol }, body: { drawings: [...drawings] }, keepalive }),
  );
  const [kept, setKept] = useState<{ symbol: string; steps: Steps<Drawings> }>({ symbol, steps: NO_STEPS });
  const steps = kept.symbol === symbol ? kept.steps : NO_STEPS;
  // What stood before something was taken hold of.
  const before = useRef<Drawings | null>(null);
  const show = useCallback(
    (next: Drawings) =>
      queryClient.setQueryData<ChartDrawings>(chartQueries.drawings(symbol).queryKey, { drawings: [...next] }),
    [symbol],
  );
  const change = useCallback(
    (next: Drawings, done = true) => {
      const { queryKey } = chartQueries.drawings(symbol);
      before.current ??= queryClient.getQueryData<ChartDrawings>(queryKey)?.drawings ?? NONE;
      show(next);
      if (!done) return;
      const was = before.current;
      before.current = null;
      setKept((now) => ({ symbol, steps: changed(now.symbol === symbol ? now.steps : NO_STEPS, was) }));
      save(next);
    },
    [save, show, symbol],
  );
  const drawings = data?.drawings ?? NONE;
  const going = (step: { steps: Steps<Drawings>; value: Drawings } | null) =>
    step === null
      ? null
      : () => {
          setKept({ symbol, steps: step.steps });
          show(step.value);
          save(step.value);
        };
  const [undo, redo] = [going(undone(steps, drawings)), going(redone(steps, drawings))];
  return { drawings, ready: data !== undefined, change, undo, redo };
}
