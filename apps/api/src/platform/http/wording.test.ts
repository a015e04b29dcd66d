import { mailWordingMessages } from '@clearbook/contracts/mail-wording-messages';
import { messages } from '@clearbook/contracts/messages';
import { routes, type Route } from '@clearbook/contracts/routes';
import { expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import type { $ZodType } from 'zod/v4/core';
// What some dependency does to every schema of the process, in English and with regular expressions.
import 'zod';

/** Values that schemas refuse, of every kind. */
const WRONG: readonly unknown[] = [
  undefined, null, '', ' ', 0, -1, 1.5, 1e12, true, [], {}, 'x', '!!', 'a'.repeat(6_000), ['x'], [{}], '\u0000', '9'.repeat(40),
  [1, 1, 1], Array.from({ length: 400 }, () => 'EURUSD'),
]; // prettier-ignore

it('[X10] says in sentences of the catalogue what any field of any route refuses', () => {
  const known = catalogue();
  const strange = new Map<string, string>();
  for (const [key, route] of Object.entries(routes) as [string, Route][])
    for (const part of ['body', 'query', 'params'] as const)
      for (const { place, schema } of parts(route[part], `${key} ${part}`))
        for (const value of WRONG)
          for (const { code, message } of safeParse(schema, value).error?.issues ?? [])
            if (code !== 'unrecognized_keys' && !known.test(message)) strange.set(message, place);
  expect(Object.fromEntries(strange)).toEqual({});
});

type Def = { shape?: Record<string, $ZodType>; options?: $ZodType[]; items?: $ZodType[] } & Record<
  'innerType' | 'element' | 'valueType' | 'keyType' | 'in' | 'out',
  $ZodType | undefined
>;

/** A schema and everything in it. */
function parts(schema: $ZodType | undefined, place: string): { place: string; schema: $ZodType }[] {
  if (schema === undefined) return [];
  const def = schema._zod.def as unknown as Def;
  const inner = [
    def.innerType,
    def.element,
    def.valueType,
    def.keyType,
    def.in,
    def.out,
    ...(def.options ?? []),
    ...(def.items ?? []),
  ];
  return [
    { place, schema },
    ...inner.flatMap((each) => parts(each, place)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, each]) => parts(each, `${place}.${name}`)),
  ];
}

/** Every sentence of the catalogue, with anything where it has values. */
function catalogue(): RegExp {
  const sentences: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') sentences.push(value);
    else if (typeof value === 'function') sentences.push(...said(value as (...values: unknown[]) => unknown));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect([messages, mailWordingMessages]);
  // One of values alone would know anything.
  const worded = sentences.filter((each) => each.replaceAll('¤', '').trim().length > 5);
  const escaped = worded.map((each) => each.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll('¤', '[^]+'));
  return new RegExp(`^(?:${escaped.join('|')})$`);
}

/** A sentence with its values blotted out; of one whose value must be a list, with one in it. */
function said(sentence: (...values: unknown[]) => unknown): string[] {
  for (const blot of ['¤', ['¤']])
    try {
      return [String(sentence(...Array.from({ length: Math.max(1, sentence.length) }, () => blot)))];
    } catch {
      continue;
    }
  return [];
}
