import type { Reply, RouteKey, Topic } from '@clearbook/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, type RequestOptions } from './api.ts';

/** Topics come from the socket; the audit log's data does not change by events, so it has a key of its own. */
export type QueryTopic = Topic | 'audit' | 'queues' | 'overview' | 'views' | 'charts';

export function read<K extends RouteKey>(topic: QueryTopic, key: K, options: RequestOptions<K> = {}) {
  return queryOptions({
    queryKey: [topic, key, options.params ?? null, options.query ?? null] as const,
    queryFn: ({ signal }): Promise<Reply<K>> => api(key, { ...options, signal }),
  });
}

/** A browser waits for three weeks at most, and one whose clock is ahead asks every few seconds. */
function msUntil(time: string): number {
  return Math.min(Math.max(Date.parse(time) - Date.now(), 5_000), 86_400_000);
}

/** What the login page asks for; all others are in queries.ts, which that page does not load. */
export const firstQueries = {
  publicSettings: () => {
    const settings = read('settings', 'GET /settings/public');
    return queryOptions({
      ...settings,
      staleTime: 300_000,
      // What every page announces comes and goes by the clock.
      refetchInterval: ({ state: { data } }) => {
        const next = data?.notices_change_at ?? null;
        return next === null ? false : msUntil(next);
      },
    });
  },
  me: () => ({ ...read('me', 'GET /me'), staleTime: 60_000 }),
};
