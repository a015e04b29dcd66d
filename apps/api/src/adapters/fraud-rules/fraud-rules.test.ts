import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NamedFact } from '@clearbook/domain/fraud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFraudRules, rulesInFile } from './index.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../../docs/fraud-rules.example.json', import.meta.url));
let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fraud-rules-'));
  path = join(folder, 'rules.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

const amount = { fact: 'amount', is: 'at_least', value: '1000.00' };
const rule = { name: 'Large', about: 'withdrawal', severity: 'look', when: [amount] };
const read = (content: unknown) => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return openFraudRules({ fraudRules: path });
};
const problem = (content: unknown): string => {
  try {
    read(content);
  } catch (error) {
    return (error as Error).message.replace(`${path} of FRAUD_RULES: `, '');
  }
  return 'none';
};
const ofRule = (changed: object) => problem({ rules: [{ ...rule, ...changed }] });
const ofCondition = (condition: object) => ofRule({ when: [amount, condition] });

describe('a file of rules', () => {
  it('[FS18] as in the example, whose money is cents from here on', () => {
    expect(rulesInFile(EXAMPLE).map(({ name, about, severity }) => [name, about, severity])).toEqual([
      ['Large first payout', 'withdrawal', 'serious'],
      ['New account, most of its deposit to Cash App or GCash', 'withdrawal', 'look'],
      ['Many withdrawals in a day', 'withdrawal', 'look'],
      ['Several small deposits of a new account', 'deposit', 'note'],
    ]);
    expect(rulesInFile(EXAMPLE)[0]?.when[0]).toEqual({ fact: 'amount', is: 'at_least', value: 1_000_000n });
    expect(openFraudRules({})).toEqual([]);
  });

  it('[FS18] can ask about every fact that there is', () => {
    const bounds = [
      { is: 'at_least', value: 0 },
      { is: 'at_most', value: 100_000 },
    ];
    const asked: Record<NamedFact['fact'], readonly object[]> = {
      amount: [
        { is: 'at_least', value: '0.01' },
        { is: 'at_most', value: '5' },
      ],
      method: [{ is: 'one_of', values: ['crypto'] }],
      account_age_days: bounds,
      first_payout: [{ is: true }, { is: false }],
      days_since_last_deposit: bounds,
      percent_of_recent_deposits: bounds,
      withdrawals_in_24_hours: bounds,
      first_deposit: [{ is: true }, { is: false }],
      deposits_in_24_hours: bounds,
    };
    for (const [fact, conditions] of Object.entries(asked)) {
      const about = fact.includes('deposit') && !/since|percent/.test(fact) ? 'deposit' : 'withdrawal';
      for (const condition of conditions) expect(ofRule({ about, when: [{ fact, ...condition }] }), fact).toBe('none');
    }
  });

  it('[FS18] refuses a key that it doesn’t know, and says which there are', () => {
    expect(ofRule({ nmae: 'x' })).toBe(
      'rule 1 (“Large”): there is no key “nmae”; use "name", "about", "severity", "when".',
    );
    expect(ofCondition({ ...amount, values: [] })).toBe(
      'rule 1 (“Large”), condition 2: there is no key “values”; use "fact", "is", "value".',
    );
    expect(problem({ rules: [rule], code: 'x' })).toBe('the file: there is no key “code”; use "rules".');
  });

  it('[FS18] refuses a name that is missing, too long or taken', () => {
    const says = 'must be one line of 1 to 60 characters, which staff read.';
    expect(ofRule({ name: ' ' })).toContain(`"name" ${says}`);
    expect(ofRule({ name: undefined })).toBe(`rule 1: "name" ${says}`);
    expect(ofRule({ name: 'x'.repeat(61) })).toContain(says);
    expect(ofRule({ name: 'two\nlines' })).toContain(says);
    expect(ofRule({ name: 'x'.repeat(60) })).toBe('none');
    expect(problem({ rules: [rule, { ...rule, name: 'Other' }, { ...rule, name: 'large ' }] })).toBe(
      'rule 3 (“large ”): "name" is the name of an earlier rule too; give each rule a name of its own.',
    );
  });

  it('[FS18] refuses numbers and money that aren’t, each with the rule, the condition and what to write', () => {
    const number = '"value" must be a whole number from 0 to 100000, without quotation marks.';
    for (const value of ['3', -1, 1.5, 100_001, null, undefined])
      expect(ofCondition({ fact: 'account_age_days', is: 'at_most', value })).toBe(
        `rule 1 (“Large”), condition 2: ${number}`,
      );
    const money = '"value" must be dollars as text, such as "1000.00".';
    for (const value of [1000, '1,000', '-1', '1.005', '', '9999999999.00', undefined])
      expect(ofCondition({ ...amount, value }), String(value)).toBe(`rule 1 (“Large”), condition 2: ${money}`);
  });

  it('[FS18] refuses facts, words and bounds that there are not', () => {
    expect(ofCondition({ fact: 'first_deposit', is: true })).toContain(
      '"fact" must be a fact about a withdrawal, one of "amount", ',
    );
    expect(ofCondition({ ...amount, is: 'over' })).toContain('"is" must be one of "at_least", "at_most".');
    expect(ofCondition({ fact: 'first_payout', is: 'true' })).toContain('"is" must be true or false');
    expect(ofCondition({ fact: 'method', is: 'one_of', values: ['iban'] })).toContain(
      '"values" must be one of "bank", ',
    );
    expect(ofCondition({ fact: 'method', is: 'one_of', values: [] })).toContain(
      '"values" must be a list of at least one of "bank", ',
    );
    expect(ofRule({ about: 'verification' })).toContain('"about" must be one of "withdrawal", "deposit".');
    expect(ofRule({ severity: 'grave' })).toContain('"severity" must be one of "serious", "look", "note".');
    expect(ofRule({ when: [] })).toBe('rule 1 (“Large”): "when" must be a list of 1 to 10 conditions.');
    expect(problem({ rules: [null] })).toContain('rule 1: must be an object with a name');
  });

  it('[FS18] refuses what is no list of rules, and names the file', () => {
    expect(problem('{"rules": [')).toMatch(/^it isn’t valid JSON \(.+\)\.$/);
    expect(problem([])).toBe('the file: must be an object with the keys "rules".');
    expect(problem({ rules: [] })).toBe('"rules" must be a list of 1 to 100 rules.');
    expect(() => rulesInFile(join(folder, 'none.json'))).toThrow(
      `${join(folder, 'none.json')} cannot be read: check that`,
    );
    expect(() => read('x')).toThrow(`${path} of FRAUD_RULES: it isn’t valid JSON`);
  });
});
