import { statementFilters, type StatementFilters } from '@clearbook/contracts/statement';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** How long to wait after the last key before the server is asked. */
const SEARCH_WAIT_MS = 250;
const NAMES = ['kind', 'from', 'to', 'q'] as const;

/** What narrows the statement, kept in the address: it survives a reload, and a link shows another person's eyes the same. */
export function useStatementFilters() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const q = filters.q ?? '';
  const [typed, setTyped] = useState(q);

  // Back and Forward change the address without a key being pressed.
  useEffect(() => setTyped(q), [q]);
  const set = (values: Partial<Record<(typeof NAMES)[number] | 'trade', string>>, replace = false) =>
    setSearch((now) => change(now, values), { replace });
  useEffect(() => {
    if (typed.trim() === q) return undefined;
    const timer = setTimeout(
      () => setSearch((now) => change(now, { q: typed.trim() }), { replace: true }),
      SEARCH_WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, q, setSearch]);

  return {
    filters,
    typed,
    setTyped,
    set,
    narrowed: Object.keys(filters).length > 0,
    clear: () => {
      setTyped('');
      set({ kind: '', from: '', to: '', q: '' });
    },
    trade: search.get('trade'),
  };
}

/** Only what the server would take: a hand-written address must not turn the whole page into an error. */
function readFilters(search: URLSearchParams): StatementFilters {
  const entries = NAMES.flatMap((name) => {
    const value = search.get(name);
    const read = value === null || value === '' ? undefined : statementFilters.shape[name].safeParse(value);
    return read?.success === true && read.data !== undefined ? [[name, read.data] as const] : [];
  });
  return Object.fromEntries(entries) as StatementFilters;
}

function change(now: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
