import type { ViewAddress } from '@clearbook/contracts/views';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** How long to wait after the last key before the server is asked. */
const SEARCH_WAIT_MS = 250;
const MAX_PAGE = 1_000_000;

/** Search text, filter, order and page of the table on screen, kept in the address. `typed` follows the keys, `q` is what is asked for. */
export function useTableAddress() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab');
  const q = search.get('q') ?? '';
  const status = search.get('status') ?? '';
  const sort = search.get('sort') ?? '';
  const page = Math.min(MAX_PAGE, Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1));
  const [typed, setTyped] = useState(q);

  // Back and Forward change the address without a key being pressed.
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed.trim() === q) return;
    const { pathname } = location;
    const timer = setTimeout(() => {
      // The address may have moved on to another tab or page that is not on screen yet: a late search must not take it back.
      const now = new URLSearchParams(location.search);
      if (location.pathname === pathname && now.get('tab') === tab)
        setSearch(change(now, { q: typed.trim(), page: '' }), { replace: true });
    }, SEARCH_WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, q, tab, setSearch]);

  const setPage = (next: number) =>
    setSearch(change(new URLSearchParams(location.search), { page: next === 1 ? '' : String(next) }));
  const setStatus = (next: string) =>
    setSearch(change(new URLSearchParams(location.search), { status: next, page: '' }));
  const setSort = (next: string) => setSearch(change(new URLSearchParams(location.search), { sort: next, page: '' }));
  /** A saved view: its search, filter and order instead of what is on screen, from the first page on. */
  const show = (view: ViewAddress) => {
    setTyped(view.q ?? '');
    const { q: part = '', status: state = '', sort: order = '' } = view;
    setSearch(change(new URLSearchParams(location.search), { q: part, status: state, sort: order, page: '' }));
  };
  return { q, page, status, sort, typed, setTyped, setPage, setStatus, setSort, show };
}

function change(now: URLSearchParams, values: Record<string, string>): URLSearchParams {
  for (const [name, value] of Object.entries(values)) {
    if (value === '') now.delete(name);
    else now.set(name, value);
  }
  return now;
}
