import type { ViewAddress } from '@clearbook/contracts/views';
import { useLocation, useSearchParams } from 'react-router';
import { useTypedAddress } from '../../lib/use-typed-address.ts';

const MAX_PAGE = 1_000_000;

/** Search text, filter, order and page of the table on screen, kept in the address. `typed` follows the keys, `q` is what is asked for. */
export function useTableAddress() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab');
  const q = search.get('q') ?? '';
  const status = search.get('status') ?? '';
  const sort = search.get('sort') ?? '';
  const page = Math.min(MAX_PAGE, Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1));
  const { pathname } = useLocation();
  const [typed, setTyped] = useTypedAddress(q, (text) => {
    // The address may have moved on to another tab or page that is not on screen yet: a late search must not take it back.
    const now = new URLSearchParams(location.search);
    if (location.pathname === pathname && now.get('tab') === tab)
      setSearch(change(now, { q: text, page: '' }), { replace: true });
  });

  const setPage = (next: number, replace = false) =>
    setSearch(change(new URLSearchParams(location.search), { page: next === 1 ? '' : String(next) }), { replace });
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
