import * as z from 'zod/mini';
import { time } from './common.ts';
import { messages } from './messages.ts';
import { money, usdAmount } from './money.ts';

export const limitKind = z.enum(['daily_loss', 'deposit_day', 'deposit_week', 'deposit_month']);
export type LimitKind = z.infer<typeof limitKind>;

/** A limit that a client set on themselves, and how much of it is used. */
export const ownLimit = z.strictObject({
  kind: limitKind,
  /** What holds now; null where there is none. */
  amount: z.nullable(money),
  /** Lost today, or paid in and on its way in the period. */
  used: money,
  /** When the period ends and the use begins at nothing again. */
  resets_at: time,
  /** A looser limit, or none (null), and when it takes the place of the present one. */
  next: z.nullable(z.strictObject({ amount: z.nullable(money), at: time })),
});
export type OwnLimit = z.infer<typeof ownLimit>;

export const protection = z.strictObject({
  limits: z.array(ownLimit),
  /** A break that stands now; null where there is none. */
  time_out: z.nullable(
    z.strictObject({
      kind: z.enum(['time_out', 'self_exclusion']),
      started_at: time,
      until: time,
      /** The time is over, and the client may ask to come back. */
      may_return: z.boolean(),
      /** They have asked: from then on they may trade again. */
      return_at: z.nullable(time),
    }),
  ),
  as_of: time,
});
export type Protection = z.infer<typeof protection>;

const wanted = z.optional(z.nullable(usdAmount()));

/** Limits to change; null takes one away, and what is not named stays. Naming the present limit takes back a change that waits. */
export const setProtectionBody = z
  .strictObject({ daily_loss: wanted, deposit_day: wanted, deposit_week: wanted, deposit_month: wanted })
  .check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: messages.protection.nothing,
    }),
  );

export const timeOutLength = z.enum(['24h', '7d', '30d', '6m', '1y', '5y'], {
  error: messages.protection.lengthRequired,
});
export type TimeOutLength = z.infer<typeof timeOutLength>;
export const takeTimeOutBody = z.strictObject({ length: timeOutLength });
