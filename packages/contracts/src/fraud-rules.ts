import * as z from 'zod/mini';
import { line } from './common.ts';
import { fraudSeverity } from './fraud.ts';
import { isUsdAmount, MAX_USD_CENTS, usdToCents } from './money.ts';
import { fraudRuleProblems as say } from './words/fraud-rules.ts';

const MAX_RULES = 100;
const MAX_CONDITIONS = 10;
/** Days, requests and percent: a larger one is a slip of the keyboard. */
const MAX_NUMBER = 100_000;

/** An object of a file that a person writes: a key that is not known is named, because it may be a slip in one that is. */
function written<S extends z.core.$ZodShape>(shape: S) {
  const keys = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? say.unknownKey(issue.keys[0] ?? '', keys) : say.object(keys),
  });
}

const words = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: say.oneOf(values) });
const bound = words(['at_least', 'at_most']);

const aboutMoney = <F extends string>(fact: F) =>
  written({
    fact: z.literal(fact),
    is: bound,
    value: z
      .string({ error: say.money })
      .check(z.refine((text) => isUsdAmount(text) && usdToCents(text) <= MAX_USD_CENTS, { error: say.money })),
  });
const aboutNumber = <F extends string>(fact: F) =>
  written({
    fact: z.literal(fact),
    is: bound,
    value: z.number({ error: say.number(MAX_NUMBER) }).check(
      z.refine((value) => Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER, {
        error: say.number(MAX_NUMBER),
      }),
    ),
  });
const aboutYesNo = <F extends string>(fact: F) =>
  written({ fact: z.literal(fact), is: z.boolean({ error: say.yesNo }) });
const aboutWords = <F extends string, const T extends readonly [string, ...string[]]>(fact: F, values: T) =>
  written({
    fact: z.literal(fact),
    is: words(['one_of']),
    values: z
      .array(words(values), { error: say.list(values) })
      .check(z.minLength(1, { error: say.list(values) }), z.maxLength(values.length, { error: say.list(values) })),
  });

const name = z.string({ error: say.name }).check(
  z.trim(),
  z.refine((text) => line(60, say.name).safeParse(text).success, { error: say.name }),
);

/** What a rule can ask about a withdrawal. */
const withdrawalConditions = [
  aboutMoney('amount'),
  aboutWords('method', ['bank', 'crypto', 'paypal', 'cashapp', 'gcash']),
  aboutNumber('account_age_days'),
  aboutYesNo('first_payout'),
  aboutNumber('days_since_last_deposit'),
  aboutNumber('percent_of_recent_deposits'),
  aboutNumber('withdrawals_in_24_hours'),
] as const;
/** What a rule can ask about a deposit. */
const depositConditions = [
  aboutMoney('amount'),
  aboutWords('method', ['bitcoin', 'ethereum', 'tether']),
  aboutNumber('account_age_days'),
  aboutYesNo('first_deposit'),
  aboutNumber('deposits_in_24_hours'),
] as const;

type Conditions = typeof withdrawalConditions | typeof depositConditions;
const factsOf = (conditions: Conditions) => conditions.flatMap(({ shape }) => shape.fact.def.values);

function ruleAbout<A extends string, const C extends Conditions>(about: A, conditions: C) {
  return written({
    name,
    about: z.literal(about),
    severity: z.enum(fraudSeverity.options, { error: say.oneOf(fraudSeverity.options) }),
    when: z
      .array(z.discriminatedUnion('fact', conditions, { error: say.fact(about, factsOf(conditions)) }), {
        error: say.conditions(MAX_CONDITIONS),
      })
      .check(
        z.minLength(1, { error: say.conditions(MAX_CONDITIONS) }),
        z.maxLength(MAX_CONDITIONS, { error: say.conditions(MAX_CONDITIONS) }),
      ),
  });
}

const fraudRule = z.discriminatedUnion(
  'about',
  [ruleAbout('withdrawal', withdrawalConditions), ruleAbout('deposit', depositConditions)],
  { error: (issue) => (issue.code === 'invalid_union' ? say.oneOf(['withdrawal', 'deposit']) : say.rule) },
);
export type FraudRule = z.infer<typeof fraudRule>;

/** A file of rules by which an operator marks withdrawals and deposits that deserve a look. No code and no expressions: a list of facts and bounds. */
const fraudRules = written({
  rules: z.array(fraudRule, { error: say.rules(MAX_RULES) }).check(
    z.minLength(1, { error: say.rules(MAX_RULES) }),
    z.maxLength(MAX_RULES, { error: say.rules(MAX_RULES) }),
    z.check(({ value, issues }) => {
      const names = value.map(({ name }) => name.toLowerCase());
      const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
      if (twice >= 0)
        issues.push({ code: 'custom', input: value, path: [twice, 'name'], message: say.twice, continue: true });
    }),
  ),
});

/** The rules of a file's text, or the first thing that is wrong with it in one sentence: which rule, where in it, and what to write instead. */
export function readFraudRules(text: string): { readonly rules: readonly FraudRule[] } | { readonly problem: string } {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { problem: say.notJson(error instanceof Error ? error.message : '') };
  }
  const read = fraudRules.safeParse(file);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return { problem: issue === undefined ? say.rules(MAX_RULES) : problemOf(file, issue) };
}

function problemOf(file: unknown, { path, message }: z.core.$ZodIssue): string {
  const [top, nth, ...rest] = path;
  if (top === undefined || typeof nth !== 'number') return say.inFile(top === undefined ? null : String(top), message);
  const { rules } = file as { readonly rules: readonly ({ readonly name?: unknown } | null)[] };
  const named = rules[nth]?.name;
  const condition = rest[0] === 'when' && typeof rest[1] === 'number' ? rest[1] + 1 : null;
  const key = rest.slice(condition === null ? 0 : 2).find((each) => typeof each === 'string');
  const ruleName = typeof named === 'string' && named !== '' ? named.slice(0, 60) : null;
  return say.inRule({ nth: nth + 1, name: ruleName, condition, key: key ?? null }, message);
}
