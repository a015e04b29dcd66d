import * as z from 'zod/mini';
import { account } from './account.ts';
import { cursorList, id, line, time } from './common.ts';
import { deposit, withdrawal } from './funding.ts';
import { messages } from './messages.ts';
import { notification } from './notifications.ts';
import type { Permission } from './permissions.ts';
import { trade } from './trading.ts';

export const TAG_MAX_LENGTH = 30;
/** Tags of one client. */
export const TAGS_MAX = 20;
export const tagBody = z.strictObject({ tag: line(TAG_MAX_LENGTH, messages.admin.tagRequired) });
export const clientTag = z.strictObject({ id: z.string(), by_email: z.string(), at: time });
export type ClientTag = z.infer<typeof clientTag>;
export const clientTags = cursorList(clientTag);

/** What two clients may have in common, and what it takes to see each. */
export const SHARED_KINDS = {
  destination: 'withdrawal.read',
  payment: 'deposit.read',
  picture: 'document.read',
  device: 'client.read',
} as const satisfies Readonly<Record<string, Permission>>;
export type SharedKind = keyof typeof SHARED_KINDS;
export const SHARED_KIND_NAMES = Object.keys(SHARED_KINDS) as SharedKind[];

export const relatedClient = z.strictObject({
  id,
  email: z.string(),
  fullname: z.string(),
  status: z.enum(['active', 'suspended', 'closed']),
  /** What both have: of each kind how many, and since when the second of them has it. */
  shares: z.array(
    z.strictObject({
      kind: z.enum(SHARED_KIND_NAMES as [SharedKind, ...SharedKind[]]),
      count: z.number(),
      since: time,
    }),
  ),
});
export type RelatedClient = z.infer<typeof relatedClient>;
export const relatedClients = cursorList(relatedClient);

/** What a client reads on their own pages, by the same reading. Null where the role does not include it. */
export const asClient = z.strictObject({
  account,
  trades: z.nullable(z.array(trade)),
  deposits: z.nullable(z.array(deposit)),
  withdrawals: z.nullable(z.array(withdrawal)),
  notifications: z.array(notification),
  as_of: time,
});
export type AsClient = z.infer<typeof asClient>;
