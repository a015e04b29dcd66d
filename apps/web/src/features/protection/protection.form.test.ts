import { messages } from '@clearbook/contracts/messages';
import type { OwnLimit } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { breakForm, limitForm } from './protection.form.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const none = { kind: 'deposit_day', amount: null, next: null } as unknown as OwnLimit;
const some = { ...none, amount: usd('100.00') } as OwnLimit;

it('[S65] a tighter limit holds right away, a looser one waits', () => {
  const effect = (limit: OwnLimit, typed: string) => limitForm.preview?.({ [limit.kind]: typed }, limit);
  expect(effect(none, '')).toBe(words.atOnce);
  expect(effect(none, '50')).toBe(words.atOnce);
  expect(effect(some, '99.99')).toBe(words.atOnce);
  expect(effect(some, '100')).toBe(words.same);
  expect(effect(some, '100.01')).toBe(words.later);
  expect(limitForm.initial(some)).toEqual({ deposit_day: '100.00' });
});

it('[S65] a break asks for its length and is confirmed in words', () => {
  expect(errorsOf(breakForm, breakForm.initial(), undefined)).toEqual({
    length: messages.protection.lengthRequired,
    phrase: words.break.mistyped(words.break.phrase),
  });
  const [length] = Object.keys(words.break.lengths) as (keyof typeof words.break.lengths)[];
  const typed = { length: length ?? null, phrase: ` ${words.break.phrase.toUpperCase()} ` };
  expect(errorsOf(breakForm, typed, undefined)).toEqual({});
  expect(requestOf(breakForm, typed, undefined)).toEqual({ body: { length } });
});
