import type { Reply, RouteKey, Topic } from '@clearbook/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api, type RequestOptions } from './api.ts';

/** Topics come from the socket; the audit log's data does not change by events, so it has a key of its own. */
export type QueryTopic = Topic | 'audit' | 'queues' | 'overview';

export function read<K extends RouteKey>(topic: QueryTopic, key: K, options: RequestOptions<K> = {}) {
  return queryOptions({
    queryKey: [topic, key, options.params ?? null, options.query ?? null] as const,
    queryFn: ({ signal }): Promise<Reply<K>> => api(key, { ...options, signal }),
  });
}

/** What the login page asks for; all others are in queries.ts, which that page does not load. */
export const firstQueries = {
  publicSettings: () => ({ ...read('settings', 'GET /settings/public'), staleTime: 300_000 }),
  me: () => ({ ...read('me', 'GET /me'), staleTime: 60_000 }),
};
