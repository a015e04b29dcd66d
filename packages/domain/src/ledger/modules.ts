import type { Result } from '../kernel/decision.ts';
import type { CommandRule, Follow, Module, Posted } from '../kernel/module.ts';
import { PARTIES } from '../kernel/party.ts';
import { COMMON_REFUSALS, type Refusal } from '../kernel/refusal.ts';
import { AUDITS, NOTES } from '../kernel/records.ts';
import type { AnyTable } from '../kernel/table.ts';
import { actions } from '../modules/actions/module.ts';
import { clients } from '../modules/clients/module.ts';
import { configuration } from '../modules/configuration/module.ts';
import { copying } from '../modules/copying/module.ts';
import { corporateActions } from '../modules/corporate-actions/module.ts';
import { funding } from '../modules/funding/module.ts';
import { holds } from '../modules/holds/module.ts';
import { identity } from '../modules/identity/module.ts';
import { loans } from '../modules/loans/module.ts';
import { manual } from '../modules/manual/module.ts';
import { plans } from '../modules/plans/module.ts';
import { positions } from '../modules/positions/module.ts';
import { proposals } from '../modules/proposals/module.ts';
import { protection } from '../modules/protection/module.ts';
import { releases } from '../modules/releases/module.ts';
import { site } from '../modules/site/module.ts';
import { switches } from '../modules/switches/module.ts';
import { trading } from '../modules/trading/module.ts';

/** Every module of the books. A new one is one more line here. */
export const MODULES = [
  actions,
  clients,
  configuration,
  copying,
  corporateActions,
  funding,
  holds,
  identity,
  loans,
  manual,
  plans,
  positions,
  proposals,
  protection,
  releases,
  site,
  switches,
  trading,
] as const satisfies readonly Module[];

/**
 * Every table that commands write, each module's after those of the modules it uses. The database writes them in this order,
 * owners before what they own.
 */
export const TABLES: readonly AnyTable[] = [
  PARTIES,
  ...inOrder(MODULES).flatMap(({ tables = [] }) => tables),
  NOTES,
  AUDITS,
];
export const FOLLOWS: readonly Follow[] = MODULES.flatMap(({ follows = [] }: Module) => follows);
export const POSTED: readonly Posted[] = MODULES.flatMap(({ posted }: Module) => posted ?? []);

function inOrder(modules: readonly Module[]): Module[] {
  const sorted: Module[] = [];
  const place = (one: Module): void => {
    if (sorted.includes(one)) return;
    for (const other of modules) if (one.uses.includes(other.name)) place(other);
    sorted.push(one);
  };
  for (const one of modules) place(one);
  return sorted;
}

type Merged<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;
type Declared<M, K extends string> = M extends Readonly<Record<K, infer D>> ? D : never;
type Of<K extends 'commands' | 'readings' | 'refusals'> = Merged<Declared<(typeof MODULES)[number], K>>;

type Rules = Of<'commands'>;
export const RULES = merged('commands');

/** The commands of a kind, or all of them. */
export type Command<K extends keyof Rules = keyof Rules> = { [Kind in K]: Parameters<Rules[Kind]['handle']>[1] }[K];
export type CommandKind = keyof Rules;

/** What a second person decides instead, where one person may not release it alone. */
export type Proposed = { readonly id: string; readonly proposal: string };

type ResultOfRule<R> = R extends CommandRule<never, infer Done> ? Done : never;
/** What a command answers: small, because it is stored forever under its key. */
export type ResultOf<K extends CommandKind> = {
  [Kind in K]: ResultOfRule<Rules[Kind]> | (Rules[Kind] extends { readonly release: unknown } ? Proposed : never);
}[K];

/** Every refusal of the books, with its HTTP status. The words are in the message catalogue. */
export const REFUSALS = { ...COMMON_REFUSALS, ...merged('refusals') };
export type RefusalCode = keyof typeof REFUSALS;

/** Refusals that only the database can know, by the constraint that was broken. */
export const CONSTRAINTS: Readonly<Record<string, RefusalCode>> = Object.assign(
  {},
  ...MODULES.map(({ constraints }: Module) => constraints ?? {}),
);

/** The tables whose rows are read by key, in the one order in which every process locks them. */
export const LOCKED: readonly AnyTable[] = [PARTIES, ...MODULES.flatMap(({ locks }: Module) => locks ?? [])];
/** Everything else that is read, by the name of its constant. */
export const READINGS = merged('readings');

function merged<K extends 'commands' | 'readings' | 'refusals'>(what: K): Of<K> {
  return Object.assign({}, ...MODULES.map((one: Module) => one[what] ?? {})) as Of<K>;
}

/** The rule of any command. */
export function ruleOf(kind: CommandKind): CommandRule<Command, Result> {
  return RULES[kind] as unknown as CommandRule<Command, Result>;
}

/** The outcome of a command: its result, or the refusal. */
export type OutcomeOf<K extends CommandKind> =
  | { readonly ok: true; readonly result: ResultOf<K> }
  | { readonly ok: false; readonly refusal: Refusal<RefusalCode> };
