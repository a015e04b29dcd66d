import type { Me } from '@clearbook/contracts';
import { STORED } from '../../app/storage-names.ts';
import { firstQueries as queries } from '../../lib/first-queries.ts';
import { beginReading, queryClient } from '../../lib/query-client.ts';
import { tellSessionEnd } from '../../lib/session-end.ts';
import { store } from '../../lib/stored.ts';

/** Where somebody wanted to go before they had to log in. */
export type CameFrom = { from?: string; message?: string };

/** Whose session this page is in; null before there is one, and after it ended. */
let whose: string | null = null;

/** Whether the server says that the page is in the session of somebody else than it began with: they signed in from another tab. */
export function isAnother(me: Me): boolean {
  return whose !== null && whose !== me.id;
}

/** Remembers who signed in; what another person left in memory is forgotten first. */
export function beginSession(me: Me): void {
  const before = queryClient.getQueryData(queries.me().queryKey);
  if (before !== undefined && before.id !== me.id) endSession();
  if (before?.id !== me.id) beginReading();
  queryClient.setQueryData(queries.me().queryKey, me);
  store(STORED.signedIn, 'yes');
  whose = me.id;
}

/** Forgets everything that belonged to the person who was signed in. */
export function endSession(): void {
  whose = null;
  store(STORED.signedIn, null);
  tellSessionEnd();
  queryClient.removeQueries({ predicate: (query) => query.queryKey[1] !== 'GET /settings/public' });
}
