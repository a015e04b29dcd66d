import { statementFilters, type StatementFilters } from '@clearbook/contracts/statement';
import { useSearchParams } from 'react-router';
import { useTypedAddress } from '../../lib/use-typed-address.ts';

const NAMES = ['kind', 'from', 'to', 'q'] as const;

/** What narrows the statement, kept in the address: it survives a reload, and a link shows another person's eyes the same. */
export function useStatementFilters() {
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const q = filters.q ?? '';
  const set = (values: Partial<Record<(typeof NAMES)[number] | 'trade', string>>, replace = false) =>
    setSearch((now) => change(now, values), { replace });
  const [typed, setTyped] = useTypedAddress(q, (text) => set({ q: text }, true));

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
