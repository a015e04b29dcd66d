import * as z from 'zod/mini';
import { cursorList, id, time } from './common.ts';
import { clientLine, clientReason } from './said-to-clients.ts';
import { messages } from './messages.ts';

/** The closed list of grounds. */
export const holdCode = z.enum(['aml_review', 'court_order', 'security_cooling'], {
  error: messages.hold.codeRequired,
});
export type HoldCode = z.infer<typeof holdCode>;

/** Delays the approval of a client's withdrawals until it ends or is lifted, and nothing else. */
export const hold = z.strictObject({
  id,
  code: holdCode,
  reference: z.string(),
  placed_at: time,
  ends_at: time,
});
export type Hold = z.infer<typeof hold>;

/** The holds that run now on the reader's own money, and the operator's address for complaints; null where nobody operates, in demo mode. */
export const ownHolds = z.strictObject({ ...cursorList(hold).shape, complaints_email: z.nullable(z.string()) });
export type OwnHolds = z.infer<typeof ownHolds>;

export const adminHold = z.strictObject({
  ...hold.shape,
  running: z.boolean(),
  /** A change of access placed it by itself: nobody of the staff did, and nobody can renew it. */
  automatic: z.boolean(),
  /** Empty where nobody placed it. */
  placed_by_email: z.string(),
  /** Who set the end that holds now; null where nobody has renewed it. */
  renewed: z.nullable(z.strictObject({ at: time, by_email: z.string() })),
  lifted: z.nullable(z.strictObject({ at: time, by_email: z.string(), reason: z.string() })),
  /** Whether the reader set its end. */
  set_by_me: z.boolean(),
});
export type AdminHold = z.infer<typeof adminHold>;
/** Of one client: the running ones first, then the past ones, the newest first. */
export const adminHolds = z.strictObject({
  ...cursorList(adminHold).shape,
  /** A hold of staff ran within the last 90 days: placing another one is proposed, and another person decides it. */
  placing_takes_two: z.boolean(),
  as_of: time,
});
export type AdminHolds = z.infer<typeof adminHolds>;
/** 202 where another person has to decide: nothing was placed or renewed yet, and `proposal_id` names what waits. */
export const holdPlaced = z.strictObject({ ...adminHolds.shape, proposal_id: z.nullable(id) });

const end = z.iso.datetime({ error: messages.hold.endRequired });

export const placeHoldBody = z.strictObject({
  code: holdCode,
  reference: clientLine(120, messages.hold.referenceRequired),
  ends_at: end,
});
export const renewHoldBody = z.strictObject({ ends_at: end });
export const liftHoldBody = z.strictObject({ reason: clientReason(messages.hold.reasonRequired) });
