import type { Trade } from '@clearbook/contracts';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { usePageKeys } from '../../../app/shortcuts.ts';

type Over = {
  act: (trade: Trade) => void;
  close: (trade: Trade) => void;
  closeAll: (symbol: string | null) => void;
};

/** P manages and X closes the position in whose row the focus is, or the newest one of the asset on the chart, or of all; C closes several, and so does an address that asks for it (?do=close-all). */
export function usePositionKeys(trades: readonly Trade[] | undefined, over: Over): void {
  const [search, setSearch] = useSearchParams();
  const all = trades !== undefined && trades.length > 0;
  const wanted = search.get('do') === 'close-all';
  const asked = useRef(false);
  useEffect(() => {
    if (!wanted) asked.current = false;
    // Asked for once, however often the page is drawn until its address no longer says so.
    if (!wanted || asked.current || trades === undefined) return;
    asked.current = true;
    setSearch(
      (now) => {
        now.delete('do');
        return now;
      },
      { replace: true },
    );
    if (all) over.closeAll(null);
  });
  const meant = (): Trade | undefined => {
    const row = document.activeElement?.closest('tr')?.querySelector('[data-trade]')?.getAttribute('data-trade');
    return (
      trades?.find(({ id }) => id === row) ??
      trades?.find(({ symbol }) => symbol === search.get('symbol')) ??
      trades?.[0]
    );
  };
  const about = (act: (trade: Trade) => void) => () => {
    const trade = meant();
    if (trade !== undefined) act(trade);
  };
  usePageKeys({
    p: about(over.act),
    x: about((trade) => trade.closing === null && over.close(trade)),
    c: () => all && over.closeAll(null),
  });
}
