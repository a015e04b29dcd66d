import { queries } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

/** What Home shows right away. dashboard.html asks for the same while the scripts are on their way (first-view.ts of the build). */
export function asksFirst(): void {
  void queryClient.prefetchQuery(queries.publicSettings());
  void queryClient.prefetchQuery(queries.account());
  void queryClient.prefetchQuery(queries.instruments());
  void queryClient.prefetchQuery(queries.trades('closed'));
  void queryClient.prefetchQuery(queries.newestNotifications());
}
