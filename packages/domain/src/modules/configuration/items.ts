import { type AssetClass, isSymbol } from '../../market/index.ts';
import { CLIENT_LEVELS, type ClientLevel } from '../identity/level.ts';
import { DEFAULT_DEPOSIT_LIMITS } from './default-limits.ts';

/** What can be done with an instrument: everything; only close what is open; or the same, and it's no longer offered. */
export const INSTRUMENT_STATES = ['on', 'close_only', 'off'] as const;
export type InstrumentState = (typeof INSTRUMENT_STATES)[number];

/** A holiday, or a closure for another reason: from one moment, until another one. */
export type Closure = { readonly from: string; readonly until: string; readonly name: string };

/** What clients read on every page, from one moment until another one. */
export type Announcement = { readonly text: string; readonly from: string; readonly until: string };

/** Whether a plan is sold, and its price in dollars; null: the price that it came with. What was bought before stays. */
export type Sale = { readonly state: (typeof SALE_STATES)[number]; readonly price: string | null };
export const SALE_STATES = ['on_sale', 'retired'] as const;

/** What an email says: its subject, and its paragraphs. Null: what it comes with. */
export type Wording = { readonly subject: string | null; readonly lines: readonly string[] | null };

/** What two people can set, each by its name, and the value that it has. Values are JSON, as the database keeps them and the API shows them. */
export type ConfigValues = {
  /** Of one instrument. */
  readonly instrument: { readonly state: InstrumentState };
  /** Of one instrument, or of an asset class: every closure that there was and will be. */
  readonly closures: { readonly closures: readonly Closure[] };
  /** Of one instrument, in lots: the most that a client holds on one side, and the most by which all clients' buys and sells differ. Null: no limit. */
  readonly volume_limit: { readonly per_client: string | null; readonly all_clients: string | null };
  /** Of one instrument, in percent a year: what holding either side overnight costs. Null: the rate that it comes with. */
  readonly financing: Readonly<Record<'buy' | 'sell', string | null>>;
  /** Of one instrument: what is added to the spread of its prices, in pips for forex and basis points otherwise. Null: nothing. */
  readonly spread: { readonly added: string | null };
  /** For everyone, or for whoever is signed in: every announcement that is made or will be. */
  readonly announcements: { readonly announcements: readonly Announcement[] };
  /** Of one level of clients, in dollars: the most that they deposit in a UTC day, and in a UTC month. Null: no limit. */
  readonly deposit_limit: { readonly day: string | null; readonly month: string | null };
  /** Of one package, and of one signal plan. */
  readonly package: Sale;
  readonly signal_plan: Sale;
  /** Of one email, by the name of its template. */
  readonly mail_wording: Wording;
};
export type ConfigItem = keyof ConfigValues;

type Declared<I extends ConfigItem> = {
  /** Whether a key names one of these things. */
  readonly has: (key: string) => boolean;
  /** The value until two people set another. */
  readonly standard: (key: string) => ConfigValues[I];
  /** The value as it is stored. @throws RangeError for what the contract doesn't let through */
  readonly read: (stored: unknown) => ConfigValues[I];
  /** What open pages read again, in addition to the settings. */
  readonly topics?: readonly string[];
};

const CLASSES: readonly string[] = ['forex', 'crypto', 'stock'] satisfies readonly AssetClass[];
const isSymbolOrClass = (key: string): boolean => isSymbol(key) || CLASSES.includes(key);

/** Who reads announcements: everybody, or whoever is signed in. */
export const AUDIENCES = ['everyone', 'clients'] as const;

/** The most closures that one instrument or class has, and announcements that one audience has. */
const MAX_CLOSURES = 40;
const MAX_ANNOUNCEMENTS = 20;
/** In hundredths of a percent a year. Nobody is paid for a night. */
export const MAX_FINANCING_BPS = 10_000;
/** In tenths of a pip or of a basis point. */
export const MAX_ADDED_SPREAD = 100;
/** How long an email's subject and each of its paragraphs can be, in characters, and how many paragraphs it has. */
export const MAX_WORDING = { subject: 120, line: 500, lines: 10 } as const;
/** Of plans and emails. The database knows which plans there are, and the API which emails; they take no others. */
const NAME = /^[a-z0-9][a-z0-9-]{0,35}$/;
const TENTHS = /^(?:0|[1-9]\d?)(?:\.\d)?$/;
const HUNDREDTHS = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/;

function isLevel(key: string): key is ClientLevel {
  return CLIENT_LEVELS.some((one) => one === key);
}

const sale: Declared<'package'> & Declared<'signal_plan'> = {
  has: (key) => NAME.test(key),
  topics: ['plans'],
  standard: () => ({ state: 'on_sale', price: null }),
  read: (stored) => {
    const { state, price } = fieldsOf(stored);
    const known = SALE_STATES.find((one) => one === state);
    if (known === undefined) throw new RangeError('a plan in no known state');
    const cost = limitOrNone(price);
    if (cost !== null && hundredths(cost) === 0n) throw new RangeError('a plan that costs nothing');
    return { state: known, price: cost };
  },
};

/** Everything that can be configured, declared once: one that is new is a line here, its schema and words in the contracts, and the rule that asks for it. */
export const CONFIGURABLE: { readonly [I in ConfigItem]: Declared<I> } = {
  instrument: {
    has: isSymbol,
    standard: () => ({ state: 'on' }),
    read: (stored) => {
      const { state } = fieldsOf(stored);
      const known = INSTRUMENT_STATES.find((one) => one === state);
      if (known === undefined) throw new RangeError('an instrument in no known state');
      return { state: known };
    },
  },
  closures: {
    has: isSymbolOrClass,
    standard: () => ({ closures: [] }),
    read: (stored) => {
      const { closures } = fieldsOf(stored);
      if (!Array.isArray(closures) || closures.length > MAX_CLOSURES) throw new RangeError('no list of closures');
      return { closures: closures.map(closureOf) };
    },
  },
  volume_limit: {
    has: isSymbol,
    standard: () => ({ per_client: null, all_clients: null }),
    read: (stored) => {
      const { per_client: client, all_clients: all } = fieldsOf(stored);
      return { per_client: limitOrNone(client), all_clients: limitOrNone(all) };
    },
  },
  financing: {
    has: isSymbol,
    standard: () => ({ buy: null, sell: null }),
    read: (stored) => {
      const { buy, sell } = fieldsOf(stored);
      return { buy: rateOrNone(buy), sell: rateOrNone(sell) };
    },
  },
  spread: {
    has: isSymbol,
    standard: () => ({ added: null }),
    read: (stored) => {
      const { added } = fieldsOf(stored);
      if (added === null) return { added };
      if (typeof added !== 'string' || !TENTHS.test(added) || tenths(added) > MAX_ADDED_SPREAD)
        throw new RangeError('a spread that is none');
      return { added };
    },
  },
  announcements: {
    has: (key) => AUDIENCES.some((one) => one === key),
    standard: () => ({ announcements: [] }),
    read: (stored) => {
      const { announcements } = fieldsOf(stored);
      if (!Array.isArray(announcements) || announcements.length > MAX_ANNOUNCEMENTS)
        throw new RangeError('no list of announcements');
      return { announcements: announcements.map(announcementOf) };
    },
  },
  deposit_limit: {
    has: isLevel,
    standard: (key) => {
      if (!isLevel(key)) throw new RangeError('a limit of no level');
      return DEFAULT_DEPOSIT_LIMITS[key];
    },
    read: (stored) => {
      const { day, month } = fieldsOf(stored);
      return { day: limitOrNone(day), month: limitOrNone(month) };
    },
  },
  package: sale,
  signal_plan: sale,
  mail_wording: {
    has: (key) => NAME.test(key),
    standard: () => ({ subject: null, lines: null }),
    read: (stored) => {
      const { subject, lines } = fieldsOf(stored);
      if (lines !== null && (!Array.isArray(lines) || lines.length === 0 || lines.length > MAX_WORDING.lines))
        throw new RangeError('no list of paragraphs');
      return {
        subject: subject === null ? null : wordsOf(subject, MAX_WORDING.subject),
        lines: lines === null ? null : lines.map((line) => wordsOf(line, MAX_WORDING.line)),
      };
    },
  },
};
export const CONFIG_ITEMS = Object.keys(CONFIGURABLE) as ConfigItem[];

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  if (typeof stored !== 'object' || stored === null) throw new RangeError('a value that is no object');
  return stored as Readonly<Record<string, unknown>>;
}

function announcementOf(stored: unknown): Announcement {
  const { from, until, name: text } = closureOf({ ...fieldsOf(stored), name: fieldsOf(stored)['text'] });
  return { text, from, until };
}

function closureOf(stored: unknown): Closure {
  const { from, until, name } = fieldsOf(stored);
  const [begins, ends] = [new Date(String(from)), new Date(String(until))];
  if (typeof name !== 'string' || !(begins < ends)) throw new RangeError('a closure that ends before it begins');
  return { from: begins.toISOString(), until: ends.toISOString(), name };
}

function wordsOf(stored: unknown, most: number): string {
  if (typeof stored !== 'string' || stored === '' || stored.length > most) throw new RangeError('a text that is none');
  return stored;
}

function limitOrNone(stored: unknown): string | null {
  if (stored === null) return null;
  if (typeof stored !== 'string' || !HUNDREDTHS.test(stored)) throw new RangeError('a limit that is no number');
  return stored;
}

function rateOrNone(stored: unknown): string | null {
  const rate = limitOrNone(stored);
  if (rate !== null && hundredths(rate) > MAX_FINANCING_BPS) throw new RangeError('a rate of more than 100 %');
  return rate;
}

/** Pips or basis points as they are typed, in tenths. */
export function tenths(typed: string): number {
  return Number(hundredths(typed) / 10n);
}

/** Lots, dollars or percent as they are typed, in hundredths. */
export function hundredths(typed: string): bigint {
  const [whole = '0', rest = ''] = typed.split('.');
  return BigInt(whole) * 100n + BigInt(rest.padEnd(2, '0'));
}
