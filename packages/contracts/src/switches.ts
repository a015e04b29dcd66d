import * as z from 'zod/mini';
import { paragraph, time } from './common.ts';
import { messages } from './messages.ts';
import { clientLine } from './said-to-clients.ts';

/** What staff can stop for everybody (docs/spec/switches.md). Closing, cancelling and withdrawing are not among them. */
export const switchName = z.enum(['trading', 'forex', 'crypto', 'stocks', 'deposits', 'sign_up', 'copying']);
export type SwitchName = z.infer<typeof switchName>;
export const SWITCH_NAMES = switchName.options;

export const switchParams = z.strictObject({ id: switchName });
const reason = paragraph(500, messages.admin.reasonRequired);
export const stopBody = z.strictObject({
  /** What clients read on every page. */
  banner: clientLine(200, messages.switches.bannerRequired),
  reason,
});
export const startBody = z.strictObject({ reason });

/** What clients, and whoever is not signed in, read on every page. */
export const stopNotice = z.strictObject({ name: switchName, banner: z.string() });

export const switchChange = z.strictObject({
  name: switchName,
  stopped: z.boolean(),
  /** Empty for a start. */
  banner: z.string(),
  reason: z.string(),
  /** The email of whoever did it. */
  by: z.string(),
  at: time,
});
export type SwitchChange = z.infer<typeof switchChange>;
export const switchState = z.strictObject({
  name: switchName,
  stopped: z.boolean(),
  /** Null where it was never stopped. */
  last: z.nullable(switchChange),
});
export const switches = z.strictObject({
  /** In a fixed order. */
  switches: z.array(switchState),
  /** Every stop and start, the newest first. */
  history: z.array(switchChange),
});
export type Switches = z.infer<typeof switches>;
export type Switch = Switches['switches'][number];
