import { type FraudRule, readFraudRules } from '@clearbook/contracts/fraud-rules';
import { usdToCents } from '@clearbook/contracts/money';
import type { Rule } from '@clearbook/domain/fraud';
import { PlainError } from '../../platform/plain-error.ts';

/**
 * The rules of a file's text.
 * @param source how to name the file where something is wrong with it
 * @throws PlainError with one sentence: which rule, where in it, and what to write instead
 */
export function parseRules(text: string, source: string): Rule[] {
  const read = readFraudRules(text);
  if ('problem' in read) throw new PlainError(`${source}: ${read.problem}`);
  return read.rules.map(ruleOf);
}

/** Money is text in the file and cents in a decision. Whatever the file can say, the domain knows: else this does not compile. */
function ruleOf(rule: FraudRule): Rule {
  return rule.about === 'withdrawal'
    ? { ...rule, when: rule.when.map((each) => (each.fact === 'amount' ? inCents(each) : each)) }
    : { ...rule, when: rule.when.map((each) => (each.fact === 'amount' ? inCents(each) : each)) };
}

function inCents<C extends { readonly value: string }>(condition: C): Omit<C, 'value'> & { value: bigint } {
  return { ...condition, value: usdToCents(condition.value) };
}
