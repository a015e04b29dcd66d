import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { tradingQueries } from '../trading-queries.ts';

/** What this client watches, on all their devices. A star shows right away and goes back where the server could not keep it. */
export function useWatchlist() {
  const { data } = useQuery(tradingQueries.watchlist());
  const { submit } = useSubmit('PUT /me/watchlist', {
    failed: words.watchFailed,
    onProblem: (problem) => {
      toast.error(problem.detail);
      void queryClient.invalidateQueries({ queryKey: ['watchlist'] });
    },
  });
  const symbols = useMemo(() => new Set(data?.symbols), [data]);
  const toggle = useCallback(
    (symbol: string) => {
      const { queryKey } = tradingQueries.watchlist();
      const now = queryClient.getQueryData<{ symbols: string[] }>(queryKey)?.symbols;
      // What is kept is not known yet: a list of this one alone would forget the others.
      if (now === undefined) return;
      const next = { symbols: now.includes(symbol) ? now.filter((one) => one !== symbol) : [...now, symbol] };
      queryClient.setQueryData(queryKey, next);
      void submit({ body: next });
    },
    [submit],
  );
  return { symbols, known: data !== undefined, toggle };
}
