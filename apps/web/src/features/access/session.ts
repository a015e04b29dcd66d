import type { Me } from '@clearbook/contracts';
import { STORED } from '../../app/storage-names.ts';
import { firstQueries as queries } from '../../lib/first-queries.ts';
import { beginReading, queryClient } from '../../lib/query-client.ts';
import { tellSessionEnd } from '../../lib/session-end.ts';
import { store } from '../../lib/stored.ts';

/** Where somebody wanted to go before they had to log in. */
export type CameFrom = { from?: string; message?: string };

/** Remembers who signed in; what another person left in memory is forgotten first. */
export function beginSession(me: Me): void {
  const before = queryClient.getQueryData(queries.me().queryKey);
  if (before !== undefined && before.id !== me.id) endSession();
  if (before?.id !== me.id) beginReading();
  queryClient.setQueryData(queries.me().queryKey, me);
  store(STORED.signedIn, 'yes');
}

/** Forgets everything that belonged to the person who was signed in. */
export function endSession(): void {
  store(STORED.signedIn, null);
  tellSessionEnd();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[1] !== 'GET /settings/public' });
}
