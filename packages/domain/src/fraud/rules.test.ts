import { describe, expect, it } from 'vitest';
import type { Condition, RuleFacts } from './rule-facts.ts';
import { depositRuleFacts, type Rule, ruleHolds, ruleSignals, type RuleSubject, withdrawalRuleFacts } from './rules.ts';

const AT = new Date('2026-03-11T16:00:00.000Z');
const before = (ms: number) => new Date(AT.getTime() - ms);
const DAY_MS = 86_400_000;

const record = {
  amount: 1_200_000n,
  method: 'bank',
  at: AT,
  openedAt: before(3 * DAY_MS),
  paidHere: false,
  lastDepositAt: before(2 * DAY_MS),
  broughtIn: 1_500_000n,
  requests: 2,
} as const;
const facts = withdrawalRuleFacts(record);
const withdrawal = (given: Partial<RuleFacts<'withdrawal'>> = {}): RuleSubject => ({
  about: 'withdrawal',
  at: AT,
  facts: { ...facts, ...given },
});
const rule = (...when: Condition<'withdrawal'>[]): Rule => ({
  name: 'Mine',
  about: 'withdrawal',
  severity: 'look',
  when,
});
const holds = (condition: Condition<'withdrawal'>, given: Partial<RuleFacts<'withdrawal'>> = {}) =>
  ruleHolds(rule(condition), withdrawal(given));

describe('conditions', () => {
  it('[FS18] a bound holds at itself, and not one cent or one whole number beyond it', () => {
    const amount = (is: 'at_least' | 'at_most', value: bigint) => holds({ fact: 'amount', is, value });
    expect([1_199_999n, 1_200_000n, 1_200_001n].map((value) => amount('at_least', value))).toEqual([true, true, false]);
    expect([1_199_999n, 1_200_000n, 1_200_001n].map((value) => amount('at_most', value))).toEqual([false, true, true]);
    for (const fact of [
      'account_age_days',
      'days_since_last_deposit',
      'percent_of_recent_deposits',
      'withdrawals_in_24_hours',
    ] as const) {
      const at = (is: 'at_least' | 'at_most', value: number) => holds({ fact, is, value: 7 }, { [fact]: value });
      expect(
        [6, 7, 8].map((value) => at('at_least', value)),
        fact,
      ).toEqual([false, true, true]);
      expect(
        [6, 7, 8].map((value) => at('at_most', value)),
        fact,
      ).toEqual([true, true, false]);
    }
  });

  it('[FS18] a word is one of the words, and yes is not no', () => {
    expect(holds({ fact: 'method', is: 'one_of', values: ['gcash', 'bank'] })).toBe(true);
    expect(holds({ fact: 'method', is: 'one_of', values: ['gcash'] })).toBe(false);
    expect([true, false].map((is) => holds({ fact: 'first_payout', is }))).toEqual([true, false]);
    expect([true, false].map((is) => holds({ fact: 'first_payout', is }, { first_payout: false }))).toEqual([
      false,
      true,
    ]);
  });

  it('[FS18] what is not known makes no condition hold', () => {
    const none = { days_since_last_deposit: null, percent_of_recent_deposits: null };
    for (const fact of ['days_since_last_deposit', 'percent_of_recent_deposits'] as const)
      for (const is of ['at_least', 'at_most'] as const) expect(holds({ fact, is, value: 0 }, none)).toBe(false);
    expect(holds({ fact: 'days_since_last_deposit', is: 'at_most', value: 0 }, { days_since_last_deposit: 0 })).toBe(
      true,
    );
  });

  it('[FS18] all must hold, of what the rule is about', () => {
    const large = { fact: 'amount', is: 'at_least', value: 1_000_000n } as const;
    expect(ruleHolds(rule(large, { fact: 'first_payout', is: true }), withdrawal())).toBe(true);
    expect(ruleHolds(rule(large, { fact: 'first_payout', is: false }), withdrawal())).toBe(false);
    const deposits: Rule = { name: 'Mine', about: 'deposit', severity: 'note', when: [large] };
    expect(ruleHolds(deposits, withdrawal())).toBe(false);
  });
});

describe('facts', () => {
  it('[FS18] of a withdrawal: whole days and whole percent, and none of a deposit that was never made', () => {
    expect(facts).toEqual({
      amount: 1_200_000n,
      method: 'bank',
      account_age_days: 3,
      first_payout: true,
      days_since_last_deposit: 2,
      percent_of_recent_deposits: 80,
      withdrawals_in_24_hours: 2,
    });
    const almost = withdrawalRuleFacts({ ...record, openedAt: before(3 * DAY_MS - 1), amount: 1_199_999n });
    expect(almost).toMatchObject({ account_age_days: 2, percent_of_recent_deposits: 79 });
    const none = withdrawalRuleFacts({ ...record, lastDepositAt: null, broughtIn: null, paidHere: true });
    expect(none).toMatchObject({
      days_since_last_deposit: null,
      percent_of_recent_deposits: null,
      first_payout: false,
    });
  });

  it('[FS18] of a deposit', () => {
    const { amount, at, openedAt, requests } = record;
    const deposit = { amount, at, openedAt, requests, method: 'tether', creditedBefore: false } as const;
    expect(depositRuleFacts(deposit)).toEqual({
      amount: 1_200_000n,
      method: 'tether',
      account_age_days: 3,
      first_deposit: true,
      deposits_in_24_hours: 2,
    });
    expect(depositRuleFacts({ ...deposit, creditedBefore: true, openedAt: new Date(AT.getTime() + 1) })).toMatchObject({
      first_deposit: false,
      account_age_days: 0,
    });
  });
});

it('[FS18] a signal names its rule and each fact that it asked about once, as of the moment of the request', () => {
  const amount = { fact: 'amount', is: 'at_least', value: 1n } as const;
  const mine = rule(amount, { fact: 'first_payout', is: true }, { ...amount, is: 'at_most', value: 2_000_000n });
  const other = { ...rule(amount), name: 'Other', severity: 'serious' } as const;
  const never = rule({ fact: 'first_payout', is: false });
  expect(ruleSignals([mine, never, other], withdrawal())).toEqual([
    {
      kind: 'rule',
      name: 'Mine',
      severity: 'look',
      since: AT,
      related: [],
      facts: [
        { fact: 'amount', value: 1_200_000n },
        { fact: 'first_payout', value: true },
      ],
    },
    {
      kind: 'rule',
      name: 'Other',
      severity: 'serious',
      since: AT,
      related: [],
      facts: [{ fact: 'amount', value: 1_200_000n }],
    },
  ]);
});
