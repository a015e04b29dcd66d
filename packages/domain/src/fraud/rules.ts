import type { Condition, NamedFact, RuleAbout, RuleFacts } from './rule-facts.ts';
import type { Severity } from './related.ts';
import type { Signal } from './signals.ts';

const DAY_MS = 86_400_000;
/** What came in for so long before a withdrawal is recent. */
export const RECENT_DEPOSITS_MS = 14 * DAY_MS;
/** Requests are counted over so long. */
export const REQUESTS_MS = DAY_MS;

type RuleOf<A extends RuleAbout> = {
  readonly name: string;
  readonly about: A;
  readonly severity: Severity;
  /** All of them must hold. */
  readonly when: readonly Condition<A>[];
};
/** What an operator finds worth a look, from a file. Like every signal it decides nothing. */
export type Rule = { [A in RuleAbout]: RuleOf<A> }[RuleAbout];

/** A withdrawal or a deposit as rules see it: what was known of it at its moment. */
export type RuleSubject = {
  [A in RuleAbout]: { readonly about: A; readonly at: Date; readonly facts: RuleFacts<A> };
}[RuleAbout];

type AnyFacts = Partial<RuleFacts<'withdrawal'> & RuleFacts<'deposit'>>;

/** Whether a rule is about it and all its conditions hold. What is not known makes none hold. */
export function ruleHolds(rule: Rule, { about, facts }: RuleSubject): boolean {
  const conditions: readonly Condition[] = rule.when;
  return rule.about === about && conditions.every((condition) => holds(condition, facts));
}

/** The signals of the rules that hold, in the order of the file. */
export function ruleSignals(rules: readonly Rule[], subject: RuleSubject): Signal[] {
  return rules
    .filter((rule) => ruleHolds(rule, subject))
    .map(({ name, severity, when }) => {
      const facts = factsOf(when, subject.facts);
      return { kind: 'rule', name, facts, severity, since: subject.at, related: [] };
    });
}

function holds(condition: Condition, facts: AnyFacts): boolean {
  switch (condition.is) {
    case 'one_of':
      return condition.values.some((value) => value === facts[condition.fact]);
    case 'at_least': {
      const value = facts[condition.fact] ?? null;
      return value !== null && value >= condition.value;
    }
    case 'at_most': {
      const value = facts[condition.fact] ?? null;
      return value !== null && value <= condition.value;
    }
    case true:
    case false:
      return facts[condition.fact] === condition.is;
  }
}

/** Each fact that a rule asks about, once: two bounds of one amount are about one amount. */
function factsOf(when: readonly Condition[], facts: AnyFacts): NamedFact[] {
  return [...new Set(when.map(({ fact }) => fact))].map((fact) => ({ fact, value: facts[fact] }) as NamedFact);
}

type Client = { readonly amount: bigint; readonly at: Date; readonly openedAt: Date };
type WithdrawalOnRecord = Client & {
  readonly method: NonNullable<RuleFacts<'withdrawal'>['method']>;
  /** Whether the client was paid at this destination before, by then. */
  readonly paidHere: boolean;
  readonly lastDepositAt: Date | null;
  /** Credited in the RECENT_DEPOSITS_MS before; null where nothing was. */
  readonly broughtIn: bigint | null;
  /** Asked for in the REQUESTS_MS before, with this one. */
  readonly requests: number;
};

export function withdrawalRuleFacts(record: WithdrawalOnRecord): RuleFacts<'withdrawal'> {
  const { amount, method, at, openedAt, lastDepositAt, broughtIn } = record;
  return {
    amount,
    method,
    account_age_days: daysBetween(openedAt, at),
    first_payout: !record.paidHere,
    days_since_last_deposit: lastDepositAt === null ? null : daysBetween(lastDepositAt, at),
    percent_of_recent_deposits: broughtIn === null ? null : Number((amount * 100n) / broughtIn),
    withdrawals_in_24_hours: record.requests,
  };
}

type DepositOnRecord = Client & {
  readonly method: NonNullable<RuleFacts<'deposit'>['method']>;
  /** Whether anything was credited to the client by then. */
  readonly creditedBefore: boolean;
  readonly requests: number;
};

export function depositRuleFacts(record: DepositOnRecord): RuleFacts<'deposit'> {
  const { amount, method, at, openedAt } = record;
  return {
    amount,
    method,
    account_age_days: daysBetween(openedAt, at),
    first_deposit: !record.creditedBefore,
    deposits_in_24_hours: record.requests,
  };
}

/** Whole days that have passed. */
function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
}
