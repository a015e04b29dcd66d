import * as z from 'zod/mini';
import { time } from './common.ts';

/** Whether the books agree with their own record, for staff: when they were last walked, and what was found that still stands. */
export const adminIntegrity = z.strictObject({
  /** When the last hour's entries were last walked; null before the first time. */
  recent_at: z.nullable(time),
  /** When everything was last walked and compared, and how many entries that were. */
  all_at: time,
  entries: z.number(),
  /** How many findings stand, and the first of them, oldest first. */
  standing: z.number(),
  findings: z.array(z.strictObject({ relation: z.string(), key: z.string(), fault: z.string(), found_at: time })),
});
export type AdminIntegrity = z.infer<typeof adminIntegrity>;
