import * as z from 'zod/mini';
import { id, paragraph, time } from './common.ts';
import { messages } from './messages.ts';

/** What is decided, with its signals beside it. */
export const fraudSubject = z.enum(['deposit', 'withdrawal', 'verification'], { error: messages.common.badFilter });
export type FraudSubject = z.infer<typeof fraudSubject>;

export const fraudSignalKind = z.enum(
  [
    'same_image',
    'similar_image',
    'payment_tried',
    'shared_destination',
    'name_differs',
    'lookalike_address',
    'first_payout',
    'new_device',
    'access_changed',
    'straight_out',
    'listed_name',
    'deposit_doubtful',
    'staff_browser',
    'given_by_staff',
    'own_copiers',
    'opposite_trades',
    'rule',
  ],
  { error: messages.common.badFilter },
);
export type FraudSignalKind = z.infer<typeof fraudSignalKind>;
export const fraudSeverity = z.enum(['serious', 'look', 'note']);

/** A record of another client that a signal is about, or an earlier one of the same. Its person only for whoever may see clients. */
export const fraudRecord = z.strictObject({
  what: fraudSubject,
  id: z.nullable(id),
  user_id: id,
  user_email: z.string(),
});

export const fraudSignal = z.strictObject({
  kind: fraudSignalKind,
  severity: fraudSeverity,
  text: z.string(),
  since: time,
  /** Names what it is about: a dismissal counts for that alone. */
  digest: z.string().check(z.regex(/^[0-9a-f]{32}$/, { error: messages.common.badFilter })),
  records: z.array(fraudRecord),
  dismissed: z.nullable(z.strictObject({ at: time, by_email: z.string(), reason: z.string() })),
});
export type FraudSignal = z.infer<typeof fraudSignal>;
/** The gravest first. `flags`: how many are more than a note and not dismissed. */
export const fraudSignals = z.strictObject({ signals: z.array(fraudSignal), flags: z.number() });
export type FraudSignals = z.infer<typeof fraudSignals>;

export const dismissSignalBody = z.strictObject({
  what: fraudSubject,
  id,
  kind: fraudSignalKind,
  digest: fraudSignal.shape.digest,
  reason: paragraph(500, messages.fraud.reasonRequired),
});
