import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Button, NativeSelect } from '@mantine/core';
import { X } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { beginnings, periodOf, PERIODS } from './days.ts';
import classes from './performance.module.css';
import type { FilterAt } from './use-performance-filters.ts';

export function FilterBar({ at, tags }: { at: FilterAt; tags: readonly string[] }) {
  const { filters, set, narrowed, clear } = at;
  const { list = [] } = useInstruments();
  const now = Date.now();
  const period = periodOf(filters, now);
  const shownTags = filters.tag === undefined || tags.includes(filters.tag) ? tags : [...tags, filters.tag];
  const all = { value: '', label: words.all };
  return (
    <search className={classes.filters} aria-label={words.filters}>
      <NativeSelect
        label={words.period}
        data={[
          ...PERIODS.map((value) => ({ value: value as string, label: words.periods[value] as string })),
          ...(period === 'day' ? [{ value: 'day', label: words.periods.day }] : []),
          ...(period === 'dates' ? [{ value: 'dates', label: datesText(filters) }] : []),
        ]}
        value={period}
        onChange={(event) => {
          const chosen = PERIODS.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) set({ from: beginnings(now)[chosen], to: '' });
        }}
      />
      <NativeSelect
        label={words.asset}
        data={[all, ...list.map(({ symbol, name }) => ({ value: symbol as string, label: name }))]}
        value={filters.symbol ?? ''}
        onChange={(event) => set({ symbol: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.side}
        data={[all, { value: 'buy', label: words.buy }, { value: 'sell', label: words.sell }]}
        value={filters.side ?? ''}
        onChange={(event) => set({ side: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.tag}
        data={[all, ...shownTags.map((tag) => ({ value: tag, label: tag }))]}
        value={filters.tag ?? ''}
        onChange={(event) => set({ tag: event.currentTarget.value })}
      />
      <Button variant="default" onClick={clear} disabled={!narrowed}>
        {words.clear}
      </Button>
      <Chips at={at} />
    </search>
  );
}

function datesText({ from, to }: FilterAt['filters']): string {
  return words.dates(from === undefined ? null : formatDate(from), to === undefined ? null : formatDate(to));
}

/** What was chosen in the page itself, and the way back from it. */
function Chips({ at: { filters, set } }: { at: FilterAt }) {
  const { from, to, hour, holding, outcome } = filters;
  const chips = [
    ...(from !== undefined && from === to
      ? [{ text: words.chips.day(formatDate(from)), off: () => set({ from: '', to: '' }) }]
      : []),
    ...(hour === undefined ? [] : [{ text: words.chips.hour(hour), off: () => set({ hour: '' }) }]),
    ...(holding === undefined
      ? []
      : [{ text: words.chips.holding(words.holding[holding].toLowerCase()), off: () => set({ holding: '' }) }]),
    ...(outcome === undefined ? [] : [{ text: words.chips[outcome], off: () => set({ outcome: '' }) }]),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips}>
      {chips.map(({ text, off }) => (
        <button key={text} type="button" className={classes.chip} aria-label={words.remove(text)} onClick={off}>
          {text} <X size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
