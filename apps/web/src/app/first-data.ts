import { queries } from '../lib/queries.ts';
import { queryClient } from '../lib/query-client.ts';

/**
 * What a page shows right away, by its path. Its HTML asks for the same while the scripts are on their way (first-view.ts of the build,
 * which has the addresses). Pages that are left out ask when they are drawn.
 */
const FIRST: Readonly<Record<string, () => Promise<void>[]>> = {
  '/dashboard': () => [
    queryClient.prefetchQuery(queries.account()),
    queryClient.prefetchQuery(queries.instruments()),
    queryClient.prefetchQuery(queries.equity('1m')),
    queryClient.prefetchQuery(queries.trades('active')),
    queryClient.prefetchQuery(queries.trades('closed')),
  ],
  '/trades': () => [
    queryClient.prefetchQuery(queries.account()),
    queryClient.prefetchQuery(queries.instruments()),
    queryClient.prefetchQuery(queries.marketStatus()),
  ],
  '/copy-trader': () => [queryClient.prefetchQuery(queries.traders())],
  '/signal': () => [
    queryClient.prefetchQuery(queries.signals()),
    queryClient.prefetchQuery(queries.signalCoverage()),
    queryClient.prefetchQuery(queries.signalPlans()),
    queryClient.prefetchQuery(queries.signalRecord()),
  ],
};

/** Asks for what the page at this path, and the frame around it, begin with. Ends when all has been answered, or has failed. */
export async function askFirst(path: string): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(queries.publicSettings()),
    queryClient.prefetchQuery(queries.newestNotifications()),
    ...(FIRST[path]?.() ?? []),
  ]);
}
