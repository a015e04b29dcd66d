import type { Instrument } from '@clearbook/contracts/market';
import {
  CONFIG_ITEMS,
  type ConfigItem,
  type ConfigSetting,
  type Configuration,
  type ConfigValue,
  type ConfigVersion,
  configureBody,
  isPlanItem,
  type PlanItem,
  revertBody,
} from '@clearbook/contracts/configuration';
import { CONFIG_NOTICE_MS } from '@clearbook/domain/configuration-notice';
import { DEFAULT_DEPOSIT_LIMITS } from '@clearbook/domain/default-limits';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { displaySymbol, instrument, isSymbol } from '@clearbook/domain/market';
import { configWords as words } from '@clearbook/contracts/words/configuration';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { decisionOf, type Field, reasonDecision } from './decision.ts';
import { fromUtcField } from './utc-field.ts';

/** What a change is proposed of: how things are, and what can be named. */
export type ConfigOf = {
  readonly configuration: Configuration;
  readonly instruments: readonly Pick<Instrument, 'symbol' | 'name' | 'class' | 'financing_rates'>[];
  /** What whoever proposes may change. */
  readonly items: readonly FormItem[];
  readonly now: Date;
};
type Closure = ConfigValue<'closures'>['closures'][number];
type Announcement = ConfigValue<'announcements'>['announcements'][number];

const CLASSES = ['forex', 'crypto', 'stock'] as const;
const AUDIENCES = ['everyone', 'clients'] as const;
const isAudience = (key: string): key is (typeof AUDIENCES)[number] => AUDIENCES.some((one) => one === key);
const LEVELS = ['email', 'identity', 'funds'] as const;
const isLevel = (key: string): key is (typeof LEVELS)[number] => LEVELS.some((one) => one === key);
const isClass = (key: string): key is (typeof CLASSES)[number] => CLASSES.some((one) => one === key);

/** What plans are called, by kind and id. Two may have one name. */
export function planNames({ plans }: Configuration): [string, string][] {
  return plans.map(({ item, key, name, price }) => [`${item} ${key}`, words.plan(name, formatUsd(price.amount))]);
}

/** What something is called: "Instrument EUR/USD", "Holidays and closures, All stocks". */
export function whatOf({ item, key }: ConfigSetting, names: ReadonlyMap<string, string>): string {
  if (isPlanItem(item)) return `${words.items[item]}: ${names.get(`${item} ${key}`) ?? key}`;
  const which = isClass(key)
    ? words.classes[key]
    : isAudience(key)
      ? words.audiences[key]
      : isLevel(key)
        ? words.levels[key]
        : item === 'mail_wording'
          ? mailName(key)
          : (names.get(key) ?? displaySymbol(key));
  return `${words.items[item]}: ${which}`;
}

/** What an email is called: "Withdrawal approved". */
export function mailName(key: string): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}`.replaceAll('-', ' ');
}

/** A value in words. */
export function valueText(setting: ConfigSetting): string {
  switch (setting.item) {
    case 'instrument':
      return words.states[setting.value.state];
    case 'closures': {
      const { closures } = setting.value;
      return closures.length === 0 ? words.noClosures : closures.map(closureText).join('; ');
    }
    case 'announcements': {
      const { announcements } = setting.value;
      return announcements.length === 0 ? words.noAnnouncements : announcements.map(announcementText).join('; ');
    }
    case 'volume_limit': {
      const { per_client: client, all_clients: all } = setting.value;
      const parts = [client === null ? [] : [words.perClient(client)], all === null ? [] : [words.allClients(all)]];
      return parts.flat().join(', ') || words.noLimit;
    }
    case 'financing': {
      const { buy, sell } = setting.value;
      return words.rates(rateText(buy), rateText(sell));
    }
    case 'spread':
      return spreadText(setting);
    case 'deposit_limit': {
      const { day, month } = setting.value;
      const parts = [
        day === null ? [] : [words.perDay(dollars(day))],
        month === null ? [] : [words.perMonth(dollars(month))],
      ];
      return parts.flat().join(', ') || words.noLimit;
    }
    case 'package':
    case 'signal_plan':
      return saleText(setting.value, words.ownPrice);
    case 'mail_wording': {
      const { subject, lines } = setting.value;
      return words.wording(subject ?? words.ownSubject, lines ?? [words.ownLines]);
    }
  }
}

function saleText({ state, price }: ConfigValue<'package'>, original: string): string {
  return state === 'retired' ? words.sales.retired : words.onSaleFor(price === null ? original : dollars(price));
}

function spreadText({ key, value: { added } }: Extract<ConfigSetting, { item: 'spread' }>): string {
  if (added === null) return words.nothingAdded;
  return words.spreadAdded(isSymbol(key) ? tradeWords.markupOf(added, instrument(key).class) : added);
}

function rateText(percent: string | null): string {
  return percent === null ? words.ownRate : words.ratePercent(percent);
}

function dollars(typed: string): string {
  return formatUsd(centsText(toCents(typed)));
}

function closureText({ name, from, until }: Closure): string {
  return words.closure(name, formatDateTime(from), formatDateTime(until));
}

function announcementText({ text, from, until }: Announcement): string {
  return words.announcement(text, formatDateTime(from), formatDateTime(until));
}

/** The version that counts at this moment; now, while it is null. */
function versionOf(
  { in_force, scheduled }: Configuration,
  item: ConfigItem,
  key: string,
  at: string | null = null,
): ConfigVersion | undefined {
  const begun = scheduled.filter(({ effective_at }) => at !== null && Date.parse(effective_at) <= Date.parse(at));
  return [...in_force, ...begun].findLast(({ setting }) => setting.item === item && setting.key === key);
}

function valueOf<I extends ConfigItem>(
  ...of: [Configuration, I, string, (string | null)?]
): ConfigValue<I> | undefined {
  return versionOf(...of)?.setting.value as ConfigValue<I> | undefined;
}

/** When a change begins, as it is typed. */
export type Start = { when: 'now' | 'later'; effective_at: string };
export const RIGHT_AWAY: Start = { when: 'now', effective_at: '' };

/** From when on the change counts; null: as soon as it is approved. */
export const effectiveAtOf = ({ when, effective_at }: Start): string | null =>
  when === 'now' ? null : fromUtcField(effective_at);

const DAY_MS = 86_400_000;

/** The days of notice that a change of it needs; 0 for none. */
export function noticeDays(item: ConfigItem): number {
  return (CONFIG_NOTICE_MS[item] ?? 0) / DAY_MS;
}

/** From when on it counts if it is approved right away; null: from then on. */
function beginsAt(values: Values, now: Date): string | null {
  const proposed = effectiveAtOf(values);
  const days = noticeDays(values.setting.item);
  if (days === 0) return proposed;
  const earliest = new Date(now.getTime() + days * DAY_MS);
  return proposed === null || new Date(proposed) < earliest ? earliest.toISOString() : proposed;
}

/** When a change counts whose moment nobody named. */
export function startText({ item }: Pick<ConfigSetting, 'item'>): string {
  const days = noticeDays(item);
  return days === 0 ? words.onApproval : words.afterNotice(days);
}

/** Closures that are not over yet, as they stand when the change begins. */
function closuresOf({ configuration, now }: ConfigOf, values: Values): readonly Closure[] {
  const { closures = [] } = valueOf(configuration, 'closures', values.setting.scope, effectiveAtOf(values)) ?? {};
  return closures.filter(({ until }) => new Date(until) > now);
}

/** Announcements that are not over yet, as they stand when the change begins. */
function announcementsOf({ configuration, now }: ConfigOf, values: Values): readonly Announcement[] {
  const of = valueOf(configuration, 'announcements', values.setting.audience, effectiveAtOf(values));
  return (of?.announcements ?? []).filter(({ until }) => new Date(until) > now);
}

/** What is changed here; an email's text is changed where it is read (wording.form.ts). */
type FormItem = Exclude<ConfigItem, 'mail_wording'>;
export const FORM_ITEMS = CONFIG_ITEMS.filter((item) => item !== 'mail_wording');

type Values = Start & {
  setting: {
    item: FormItem;
    key: string;
    scope: string;
    audience: string;
    level: (typeof LEVELS)[number];
    /** By kind, the one that was chosen; empty: the first. */
    plan: Record<PlanItem, string>;
    /** Empty: one is added. */
    removed: string;
    value: {
      state: ConfigValue<'instrument'>['state'];
      per_client: string;
      all_clients: string;
      buy: string;
      sell: string;
      added: string;
      day: string;
      month: string;
      sale: ConfigValue<'package'>['state'];
      price: string;
      closures: Closure[];
      announcements: Announcement[];
    };
  };
  reason: string;
};

const BLANK: Closure = { name: '', from: '', until: '' };
const BLANK_TEXT: Announcement = { text: '', from: '', until: '' };
/** What was chosen for another instrument is none of this one's. */
const isRemoved = (known: readonly (Closure | Announcement)[], removed: string): boolean =>
  known.some((one) => idOf(one) === removed);
/** Two can begin in one moment. */
const idOf = (one: Closure | Announcement): string => JSON.stringify(one);
const orNone = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

function planOf(
  { setting }: Values,
  { configuration }: ConfigOf,
  item: PlanItem,
): Configuration['plans'][number] | undefined {
  const plans = configuration.plans.filter((one) => one.item === item);
  return plans.find(({ key }) => key === setting.plan[item]) ?? plans[0];
}

type Setting = Pick<ConfigSetting, 'item' | 'key'> & { readonly value: unknown };

function settingOf(values: Values, of: ConfigOf): Setting {
  const { item, key, scope, audience, level, removed, value } = values.setting;
  switch (item) {
    case 'instrument':
      return { item, key, value: { state: value.state } };
    case 'volume_limit':
      return { item, key, value: { per_client: orNone(value.per_client), all_clients: orNone(value.all_clients) } };
    case 'financing':
      return { item, key, value: { buy: orNone(value.buy), sell: orNone(value.sell) } };
    case 'spread':
      return { item, key, value: { added: orNone(value.added) } };
    case 'deposit_limit':
      return { item, key: level, value: { day: orNone(value.day), month: orNone(value.month) } };
    case 'package':
    case 'signal_plan':
      return {
        item,
        key: planOf(values, of, item)?.key ?? '',
        value: { state: value.sale, price: value.sale === 'retired' ? null : orNone(value.price) },
      };
    case 'announcements': {
      const { text, from, until } = value.announcements[0] ?? BLANK_TEXT;
      const known = announcementsOf(of, values);
      const added = { text, from: fromUtcField(from), until: fromUtcField(until) };
      const announcements = isRemoved(known, removed)
        ? known.filter((one) => idOf(one) !== removed)
        : [added, ...known];
      return { item, key: audience, value: { announcements } };
    }
    case 'closures': {
      const { name, from, until } = value.closures[0] ?? BLANK;
      const known = closuresOf(of, values);
      const added = { name, from: fromUtcField(from), until: fromUtcField(until) };
      const closures = isRemoved(known, removed) ? known.filter((one) => idOf(one) !== removed) : [added, ...known];
      return { item, key: scope, value: { closures } };
    }
  }
}

/** Proposes a value for something, which another person has to approve. */
export const proposeConfiguration = decisionOf({
  route: 'POST /admin/configuration',
  schema: configureBody,
  initial: ({ instruments, items }: ConfigOf): Values => ({
    setting: {
      item: items[0] ?? 'instrument',
      key: instruments[0]?.symbol ?? '',
      scope: 'stock',
      audience: 'everyone',
      level: 'identity',
      plan: { package: '', signal_plan: '' },
      removed: '',
      value: {
        state: 'close_only',
        per_client: '',
        all_clients: '',
        buy: '',
        sell: '',
        added: '',
        day: '',
        month: '',
        sale: 'retired',
        price: '',
        closures: [BLANK],
        announcements: [BLANK_TEXT],
      },
    },
    ...RIGHT_AWAY,
    reason: '',
  }),
  body: (values, of) => {
    const setting = settingOf(values, of);
    const effectiveAt = effectiveAtOf(values);
    const replaces = versionOf(of.configuration, setting.item, setting.key, beginsAt(values, of.now))?.id ?? null;
    return { setting, effective_at: effectiveAt, replaces, reason: values.reason };
  },
  complaints: ({ fields }) => fields.map((one) => (one.name === 'key' ? { ...one, name: 'setting.key' } : one)),
  title: () => words.proposeTitle,
  text: () => words.proposeText,
  act: () => words.send,
  fields: (of, values) => [
    {
      kind: 'one',
      name: 'setting.item',
      label: words.item,
      hint: words.does[values.setting.item],
      first: true,
      choices: of.items.map((value) => ({ value, label: words.items[value] })),
    },
    ...FIELDS[values.setting.item](of, values),
    ...lastFields(values.setting.item, values, of),
  ],
  topics: ['proposals', 'settings'],
  failed: words.failed,
  done: () => words.proposed,
});

/** From when on, and why: asked of every change. */
export function lastFields(item: ConfigItem, { when }: Start, of: Pick<ConfigOf, 'now'>): readonly Field[] {
  const days = noticeDays(item);
  return [
    {
      kind: 'one',
      name: 'when',
      label: words.when,
      choices: [
        { value: 'now', label: days === 0 ? words.atOnce : words.afterNotice(days) },
        { value: 'later', label: words.later },
      ],
    },
    ...(when === 'later'
      ? [timeField('effective_at', words.at, of, days === 0 ? words.atHint : words.noticeHint(days))]
      : []),
    { kind: 'text', name: 'reason', label: words.reason, hint: words.reasonHint },
  ];
}

function timeField(name: string, label: string, { now }: Pick<ConfigOf, 'now'>, hint?: string): Field {
  return { kind: 'time', name, label, from: now, ...(hint !== undefined && { hint }) };
}

/** The fields of each thing: one that is new needs some. */
const FIELDS: { readonly [I in FormItem]: (of: ConfigOf, values: Values) => readonly Field[] } = {
  instrument: (of, { setting }) => [
    instrumentField(of),
    {
      kind: 'one',
      name: 'setting.value.state',
      label: words.state,
      hint: words.now(words.states[valueOf(of.configuration, 'instrument', setting.key)?.state ?? 'on']),
      choices: (['close_only', 'off', 'on'] as const).map((value) => ({ value, label: words.states[value] })),
    },
  ],
  closures: (of, values) => [
    {
      kind: 'one',
      name: 'setting.scope',
      label: words.scope,
      choices: [
        ...CLASSES.map((value) => ({ value, label: words.classes[value] })),
        ...of.instruments.map(({ symbol, name }) => ({ value: symbol, label: name })),
      ],
    },
    {
      kind: 'one',
      name: 'setting.removed',
      label: words.change,
      choices: [
        { value: '', label: words.add },
        ...closuresOf(of, values).map((one) => ({ value: idOf(one), label: words.remove(closureText(one)) })),
      ],
    },
    ...(!isRemoved(closuresOf(of, values), values.setting.removed)
      ? [
          { kind: 'text', name: 'setting.value.closures.0.name', label: words.name, hint: words.nameHint } as const,
          timeField('setting.value.closures.0.from', words.from, of),
          timeField('setting.value.closures.0.until', words.until, of),
        ]
      : []),
  ],
  announcements: (of, values) => [
    {
      kind: 'one',
      name: 'setting.audience',
      label: words.scope,
      choices: AUDIENCES.map((value) => ({ value, label: words.audiences[value] })),
    },
    {
      kind: 'one',
      name: 'setting.removed',
      label: words.change,
      choices: [
        { value: '', label: words.addAnnouncement },
        ...announcementsOf(of, values).map((one) => ({
          value: idOf(one),
          label: words.remove(announcementText(one)),
        })),
      ],
    },
    ...(!isRemoved(announcementsOf(of, values), values.setting.removed)
      ? [
          {
            kind: 'text',
            name: 'setting.value.announcements.0.text',
            label: words.text,
            hint: words.textHint,
          } as const,
          timeField('setting.value.announcements.0.from', words.from, of),
          timeField('setting.value.announcements.0.until', words.until, of),
        ]
      : []),
  ],
  deposit_limit: (of, { setting }) => {
    const { level } = setting;
    const now = valueOf(of.configuration, 'deposit_limit', level) ?? DEFAULT_DEPOSIT_LIMITS[level];
    const hint = (limit: string | null) => words.limitHint(limit === null ? words.noLimit : dollars(limit));
    return [
      {
        kind: 'one',
        name: 'setting.level',
        label: words.scope,
        choices: LEVELS.map((value) => ({ value, label: words.levels[value] })),
      },
      { kind: 'amount', name: 'setting.value.day', label: words.perDayLabel, hint: hint(now.day) },
      { kind: 'amount', name: 'setting.value.month', label: words.perMonthLabel, hint: hint(now.month) },
    ];
  },
  financing: (of, { setting }) => {
    const rates = of.instruments.find(({ symbol }) => symbol === setting.key)?.financing_rates;
    return [
      instrumentField(of),
      ...(['buy', 'sell'] as const).map((side): Field => ({
        kind: 'amount',
        name: `setting.value.${side}`,
        label: words.rateLabels[side],
        ...(rates && { hint: words.rateHint(rateText(rates[side].percent_year)) }),
      })),
    ];
  },
  spread: (of, { setting: { key } }) => {
    const kind = of.instruments.find(({ symbol }) => symbol === key)?.class ?? 'forex';
    const value = valueOf(of.configuration, 'spread', key) ?? { added: null };
    return [
      instrumentField(of),
      {
        kind: 'amount',
        name: 'setting.value.added',
        label: words.spreadLabels[kind],
        hint: words.spreadHint(spreadText({ item: 'spread', key, value })),
      },
    ];
  },
  package: (of, values) => saleFields('package', of, values),
  signal_plan: (of, values) => saleFields('signal_plan', of, values),
  volume_limit: (of, { setting }) => {
    const { per_client: client = null, all_clients: all = null } =
      valueOf(of.configuration, 'volume_limit', setting.key) ?? {};
    return [
      instrumentField(of),
      {
        kind: 'amount',
        name: 'setting.value.per_client',
        label: words.perClientLabel,
        hint: words.limitHint(client ?? words.noLimit),
      },
      {
        kind: 'amount',
        name: 'setting.value.all_clients',
        label: words.allClientsLabel,
        hint: words.limitHint(all ?? words.noLimit),
      },
    ];
  },
};

function saleFields(item: PlanItem, of: ConfigOf, values: Values): readonly Field[] {
  const plans = of.configuration.plans.filter((one) => one.item === item);
  const plan = planOf(values, of, item);
  if (plan === undefined) return [];
  const original = formatUsd(plan.price.amount);
  const now = saleText(valueOf(of.configuration, item, plan.key) ?? { state: 'on_sale', price: null }, original);
  return [
    {
      kind: 'one',
      name: `setting.plan.${item}`,
      label: words.scope,
      choices: plans.map(({ key, name, price }) => ({ value: key, label: words.plan(name, formatUsd(price.amount)) })),
    },
    {
      kind: 'one',
      name: 'setting.value.sale',
      label: words.state,
      hint: words.now(now),
      choices: (['retired', 'on_sale'] as const).map((value) => ({ value, label: words.sales[value] })),
    },
    ...(values.setting.value.sale === 'on_sale'
      ? [
          {
            kind: 'amount',
            name: 'setting.value.price',
            label: words.priceLabel,
            hint: words.priceHint(original, now),
          } as const,
        ]
      : []),
  ];
}

function instrumentField({ instruments }: ConfigOf): Field {
  const choices = instruments.map(({ symbol, name }) => ({ value: symbol, label: name }));
  return { kind: 'one', name: 'setting.key', label: words.key, choices };
}

/** A version, and what it is of in words. */
export type Version = { readonly version: ConfigVersion; readonly what: string };

/** Proposes the value that held before. */
export const revertConfiguration = reasonDecision({
  route: 'POST /admin/configuration/:id/revert',
  schema: revertBody,
  id: ({ version }: Version) => version.id,
  title: ({ what }) => words.revertTitle(what),
  text: () => words.revertText,
  act: () => words.revert,
  topics: ['proposals', 'settings'],
  failed: words.failed,
  done: () => words.proposed,
});
