import { performanceQuery, type PerformanceFilters } from '@clearbook/contracts/performance';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

const NAMES = ['from', 'to', 'symbol', 'side', 'hour', 'holding', 'outcome', 'tag'] as const;
type Name = (typeof NAMES)[number];
export type FilterAt = ReturnType<typeof usePerformanceFilters>;

/** What narrows the figures, kept in the address: it survives a reload, and Back takes it back. */
export function usePerformanceFilters() {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const set = (values: Partial<Record<Name | 'trade', string>>) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    filters,
    set,
    narrowed: Object.keys(filters).length > 0,
    clear: () => set(Object.fromEntries(NAMES.map((name) => [name, '']))),
    trade: search.get('trade'),
  };
}

/** Only what the server would take: a hand-written address must not turn the whole page into an error. */
function readFilters(search: URLSearchParams): PerformanceFilters {
  const named = NAMES.flatMap((name) => {
    const value = search.get(name);
    return value !== null && value !== '' && performanceQuery.safeParse({ [name]: value }).success
      ? [[name, value] as const]
      : [];
  });
  const whole = performanceQuery.safeParse(Object.fromEntries(named));
  return whole.success ? whole.data : {};
}
