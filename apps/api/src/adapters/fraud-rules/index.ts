import { readFileSync } from 'node:fs';
import type { Rule } from '@clearbook/domain/fraud';
import { parseRules } from '../../features/fraud/index.ts';
import type { Config } from '../../platform/config.ts';
import { PlainError } from '../../platform/plain-error.ts';

/** FRAUD_RULES, read once: a server works with the rules that it started with. Without a file there are the built-in signals only. */
export function openFraudRules({ fraudRules }: Pick<Config, 'fraudRules'>): Rule[] {
  return fraudRules === undefined ? [] : rulesInFile(fraudRules, `${fraudRules} of FRAUD_RULES`);
}

/** @throws PlainError with one sentence about the file, which `source` names */
export function rulesInFile(path: string, source = path): Rule[] {
  return parseRules(contentOf(path, source), source);
}

function contentOf(path: string, source: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new PlainError(`${source} cannot be read: check that the file exists and that this user may read it.`);
  }
}
