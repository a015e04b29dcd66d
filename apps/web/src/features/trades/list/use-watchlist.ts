import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { tradingQueries } from '../trading-queries.ts';

type Watched = { symbols: string[] };

/** What this client watches, on all their devices. A star shows right away and goes back where the server could not keep it. */
export function useWatchlist() {
  const { data } = useQuery(tradingQueries.watchlist());
  const { submit } = useSubmit('PUT /me/watchlist', {
    failed: words.watchFailed,
    onProblem: (problem) => toast.error(problem.detail),
  });
  const symbols = useMemo(() => new Set(data?.symbols), [data]);
  // As it was wanted last, until all of it is kept: what is starred while another list is on its way goes after that one.
  const wanted = useRef<Watched | null>(null);
  const send = useCallback(async () => {
    let sent: Watched | null;
    do {
      sent = wanted.current;
      const kept = sent === null ? undefined : await submit({ body: sent });
      // One that can't be kept takes those after it along: nobody knows which of them it was.
      if (kept === undefined) break;
    } while (wanted.current !== sent);
    wanted.current = null;
    await queryClient.invalidateQueries({ queryKey: ['watchlist'] });
  }, [submit]);
  const toggle = useCallback(
    (symbol: string) => {
      const { queryKey } = tradingQueries.watchlist();
      const now = (wanted.current ?? queryClient.getQueryData<Watched>(queryKey))?.symbols;
      // What is kept is not known yet: a list of this one alone would forget the others.
      if (now === undefined) return;
      const next = { symbols: now.includes(symbol) ? now.filter((one) => one !== symbol) : [...now, symbol] };
      const under = wanted.current !== null;
      wanted.current = next;
      queryClient.setQueryData(queryKey, next);
      if (!under) void send();
    },
    [send],
  );
  return { symbols, known: data !== undefined, toggle };
}
