import * as z from 'zod/mini';
import { id, line, paragraph, time } from './common.ts';
import { mailWording } from './mail-wording.ts';
import { messages } from './messages.ts';
import { money } from './money.ts';
import type { Permission } from './permissions.ts';

const words = messages.configuration;

/** Dollars as they are typed. */
function cents(typed: string): bigint {
  const [whole = '0', part = ''] = typed.split('.');
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
}

const limitIn = (error: string) =>
  z.nullable(z.string({ error }).check(z.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, { error })));
const lotsLimit = limitIn(words.lots);
const dollarLimit = limitIn(words.dollars);
const dollarPrice = z.nullable(
  z
    .string({ error: words.price })
    .check(z.regex(/^(?=.*[1-9])(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, { error: words.price })),
);
const moment = z.iso.datetime({ error: words.moment });
const closure = z
  .strictObject({ from: moment, until: moment, name: line(60, words.nameRequired) })
  .check(
    z.refine(({ from, until }) => Date.parse(from) < Date.parse(until), { error: words.reversed, path: ['until'] }),
  );
const announcement = z
  .strictObject({ text: line(200, words.textRequired), from: moment, until: moment })
  .check(
    z.refine(({ from, until }) => Date.parse(from) < Date.parse(until), { error: words.reversed, path: ['until'] }),
  );

/** In percent a year, at most 100. Null: the rate that the instrument comes with. */
const yearlyRate = z.nullable(
  z
    .string({ error: words.rate })
    .check(z.regex(/^(?:100(?:\.0{1,2})?|(?:0|[1-9]\d?)(?:\.\d{1,2})?)$/, { error: words.rate })),
);

/** Pips for forex, basis points otherwise, at most ten. Null: nothing. */
const addedSpread = z.nullable(
  z.string({ error: words.spread }).check(z.regex(/^(?:10(?:\.0)?|\d(?:\.\d)?)$/, { error: words.spread })),
);

/** A price of null: the one that the plan came with. */
const sale = z.strictObject({ state: z.enum(['on_sale', 'retired']), price: dollarPrice });

/** The value of each thing that can be configured (docs/spec/configuration.md). The domain declares how each is read, words/configuration.ts what it is called. */
export const configValues = {
  instrument: z.strictObject({ state: z.enum(['on', 'close_only', 'off']) }),
  closures: z.strictObject({ closures: z.array(closure).check(z.maxLength(40, { error: words.tooManyClosures })) }),
  volume_limit: z.strictObject({ per_client: lotsLimit, all_clients: lotsLimit }),
  financing: z.strictObject({ buy: yearlyRate, sell: yearlyRate }),
  spread: z.strictObject({ added: addedSpread }),
  announcements: z.strictObject({
    announcements: z.array(announcement).check(z.maxLength(20, { error: words.tooManyAnnouncements })),
  }),
  deposit_limit: z.strictObject({ day: dollarLimit, month: dollarLimit }).check(
    z.refine(({ day, month }) => day === null || month === null || cents(day) <= cents(month), {
      error: words.monthBelowDay,
      path: ['month'],
    }),
  ),
  package: sale,
  signal_plan: sale,
  mail_wording: mailWording,
} as const;
export const CONFIG_ITEMS = Object.keys(configValues) as ConfigItem[];
export type ConfigItem = keyof typeof configValues;
/** Those whose keys are ids of plans. */
export const PLAN_ITEMS = ['package', 'signal_plan'] as const satisfies readonly ConfigItem[];
export type PlanItem = (typeof PLAN_ITEMS)[number];
export function isPlanItem(item: ConfigItem): item is PlanItem {
  return PLAN_ITEMS.some((one) => one === item);
}
export type ConfigValue<I extends ConfigItem> = z.infer<(typeof configValues)[I]>;

/** What proposing and approving each takes in addition to `config.change`. The database checks it too. */
export const CONFIG_PERMISSIONS = {
  instrument: 'config.market',
  closures: 'config.market',
  volume_limit: 'config.market',
  financing: 'config.market',
  spread: 'config.market',
  announcements: 'config.notice',
  deposit_limit: 'limit.change',
  package: 'package.change',
  signal_plan: 'package.change',
  mail_wording: 'config.notice',
} as const satisfies Readonly<Record<ConfigItem, Permission>>;

const key = z.string().check(z.regex(/^[A-Za-z.]{1,10}$/, { error: words.unknown }));
const name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,35}$/, { error: words.unknown }));

/** An item, which one of it, and its value. */
export const configSetting = z.discriminatedUnion('item', [
  z.strictObject({ item: z.literal('instrument'), key, value: configValues.instrument }),
  z.strictObject({ item: z.literal('closures'), key, value: configValues.closures }),
  z.strictObject({ item: z.literal('volume_limit'), key, value: configValues.volume_limit }),
  z.strictObject({ item: z.literal('financing'), key, value: configValues.financing }),
  z.strictObject({ item: z.literal('spread'), key, value: configValues.spread }),
  z.strictObject({ item: z.literal('announcements'), key, value: configValues.announcements }),
  z.strictObject({ item: z.literal('deposit_limit'), key, value: configValues.deposit_limit }),
  z.strictObject({ item: z.literal('package'), key: name, value: configValues.package }),
  z.strictObject({ item: z.literal('signal_plan'), key: name, value: configValues.signal_plan }),
  z.strictObject({ item: z.literal('mail_wording'), key: name, value: configValues.mail_wording }),
]);
export type ConfigSetting = z.infer<typeof configSetting>;

export const configureBody = z.strictObject({
  setting: configSetting,
  /** Null: as soon as another person approves, or as the notice is over that the item needs (docs/spec/configuration.md, CF11). */
  effective_at: z.nullable(time),
  /** The version whose place it takes, null where nobody has set anything; left out, the one of this moment. A value that is written on top of another than that is refused. */
  replaces: z.optional(z.nullable(id)),
  reason: paragraph(500, messages.admin.reasonRequired),
});
export const revertBody = z.strictObject({ reason: configureBody.shape.reason });

/** A value that two people set. */
export const configVersion = z.strictObject({
  id,
  setting: configSetting,
  effective_at: time,
  /** `in_force`: it counts now. `scheduled`: its day is to come. `past`: another one took its place. */
  state: z.enum(['in_force', 'scheduled', 'past']),
  proposed_by: z.string(),
  approved_by: z.string(),
  reason: z.string(),
  /** The version that it takes back. */
  reverts: z.nullable(id),
  at: time,
});
export type ConfigVersion = z.infer<typeof configVersion>;

export const configuration = z.strictObject({
  /** What two people set and is in effect. Whatever isn't named is as it comes. */
  in_force: z.array(configVersion),
  scheduled: z.array(configVersion),
  /** What waits for a second person. */
  waiting: z.array(
    z.strictObject({
      proposal_id: id,
      setting: configSetting,
      effective_at: z.nullable(time),
      proposed_by: z.string(),
    }),
  ),
  /** Every version, the newest first. */
  history: z.array(configVersion),
  /** The packages and signal plans that there are, retired ones too, each with the price that it came with. */
  plans: z.array(z.strictObject({ item: z.enum(PLAN_ITEMS), key: z.string(), name: z.string(), price: money })),
});
export type Configuration = z.infer<typeof configuration>;
