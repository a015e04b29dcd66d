import * as z from 'zod/mini';
import { count, cursor, cursorList, day, id, time } from './common.ts';
import { messages } from './messages.ts';
import { isUsdAmount, money } from './money.ts';
import type { Permission } from './permissions.ts';

const HOUR_MS = 3_600_000;

/**
 * What waits for staff, one line a queue: what it takes to see it, and how long an item may wait before it is late. The database's part of each
 * is features/queues/sources.ts.
 */
export const QUEUES = {
  deposits: { can: 'deposit.read', targetMs: 4 * HOUR_MS },
  loans: { can: 'deposit.read', targetMs: 24 * HOUR_MS },
  withdrawals: { can: 'withdrawal.read', targetMs: 24 * HOUR_MS },
  not_received: { can: 'withdrawal.read', targetMs: 24 * HOUR_MS },
  verifications: { can: 'verification.read', targetMs: 48 * HOUR_MS },
  source_of_funds: { can: 'verification.read', targetMs: 48 * HOUR_MS },
  proposals: { can: 'proposal.read', targetMs: 8 * HOUR_MS },
} as const satisfies Readonly<Record<string, { can: Permission; targetMs: number }>>;
export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** Whoever takes an item has it to themselves for so long. */
export const CLAIM_MS = HOUR_MS / 2;
/** A summary counts no further: beyond it, the figure is “more than”. */
export const QUEUE_COUNT_MAX = 10_000;

export const queueName = z.enum(QUEUE_NAMES as [QueueName, ...QueueName[]], { error: messages.common.badFilter });
export const claimBody = z.strictObject({ queue: queueName, id });

const amount = z.optional(z.string().check(z.refine(isUsdAmount, { error: messages.amount.format })));

export const queueExportQuery = z.strictObject({
  queue: queueName,
  sort: z.optional(z.enum(['oldest', 'newest'])),
  method: z.optional(z.string().check(z.regex(/^[a-z_]{2,20}$/, { error: messages.common.badFilter }))),
  least: amount,
  most: amount,
  /** Nobody has taken it, or whoever asks has. */
  claim: z.optional(z.enum(['free', 'mine'])),
  /** Waiting since this UTC day at the earliest, and at the latest. */
  from: z.optional(day),
  to: z.optional(day),
});
export const queueQuery = z.strictObject({
  ...queueExportQuery.shape,
  limit: count(100),
  /** Where the page before ended: its last item's moment in milliseconds, and its id. */
  cursor: cursor(/^\d{13}\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
});

/** Who works on an item, and until when it is theirs. */
export const queueClaim = z.strictObject({ staff_id: id, email: z.string(), until: time, mine: z.boolean() });
export const queueItem = z.strictObject({
  id,
  user_id: z.nullable(id),
  user_email: z.nullable(z.string()),
  user_fullname: z.nullable(z.string()),
  amount: z.nullable(money),
  method: z.nullable(z.string()),
  /** Of a proposal that is about no client: what it would set, or whose access it would change. */
  about: z.nullable(z.string()),
  since: time,
  /** When it is late. */
  target_at: time,
  late: z.boolean(),
  claim: z.nullable(queueClaim),
});
export type QueueItem = z.infer<typeof queueItem>;
export const queueItemList = cursorList(queueItem);

export const queueSummary = z.strictObject({
  queue: queueName,
  /** At most 10,000; `capped` where there are more. */
  waiting: z.number(),
  capped: z.boolean(),
  late: z.number(),
  oldest: z.nullable(time),
  /** Taken by whoever asks. */
  mine: z.number(),
});
export type QueueSummary = z.infer<typeof queueSummary>;
export const queueSummaries = z.strictObject({ as_of: time, queues: z.array(queueSummary) });
