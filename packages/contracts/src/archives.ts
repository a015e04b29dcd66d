import * as z from 'zod/mini';
import { id, time } from './common.ts';

/** Everything of one account in one file, while it is made and for as long as it is kept. */
export const archive = z.strictObject({
  id,
  state: z.enum(['waiting', 'building', 'ready', 'failed']),
  asked_at: time,
  /** Percent. */
  progress: z.number(),
  failure: z.nullable(z.enum(['log_not_signed', 'storage', 'interrupted', 'other'])),
  made_at: z.nullable(time),
  expires_at: z.nullable(time),
  bytes: z.nullable(z.number()),
  entries: z.nullable(z.number()),
});
export type Archive = z.infer<typeof archive>;
