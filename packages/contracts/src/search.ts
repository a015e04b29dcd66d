import * as z from 'zod/mini';
import { id, searchText, time } from './common.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import type { Permission } from './permissions.ts';

/** What the search of the Manage area finds, in the order in which it is shown, and what it takes to see it. */
export const SEARCH_GROUPS = {
  clients: 'client.read',
  deposits: 'deposit.read',
  withdrawals: 'withdrawal.read',
  trades: 'trade.read',
  entries: 'client.read',
} as const satisfies Readonly<Record<string, Permission>>;
export type SearchGroupName = keyof typeof SEARCH_GROUPS;
export const SEARCH_GROUP_NAMES = Object.keys(SEARCH_GROUPS) as SearchGroupName[];
/** Of one group so many are shown: whoever sees more than that types more. */
export const SEARCH_HITS_MAX = 8;
/** Below so many characters there is nothing to look for. */
export const SEARCH_LEAST = 2;

export const searchQuery = z.strictObject({
  q: searchText(200).check(z.trim(), z.minLength(SEARCH_LEAST, { error: messages.admin.searchShort(SEARCH_LEAST) })),
});

export const searchHit = z.strictObject({
  /** Of the record; the number of an entry. */
  id: z.string(),
  user_id: id,
  user_email: z.string(),
  user_fullname: z.string(),
  amount: z.nullable(money),
  /** A person's username, a payment's method, a trade's symbol, an entry's kind. */
  about: z.string(),
  status: z.nullable(z.string()),
  at: time,
});
export type SearchHit = z.infer<typeof searchHit>;
export const searchGroup = z.strictObject({
  group: z.enum(SEARCH_GROUP_NAMES as [SearchGroupName, ...SearchGroupName[]]),
  hits: z.array(searchHit),
});
export type SearchGroup = z.infer<typeof searchGroup>;
export const searchReply = z.strictObject({ groups: z.array(searchGroup) });
