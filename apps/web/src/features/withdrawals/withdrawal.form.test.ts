import type { WithdrawalTerms } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, placed, requestOf } from '../../lib/form.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { codeForm } from './code.form.ts';
import { withdrawalForm, type WithdrawalOf } from './withdrawal.form.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const terms = {
  withdrawable: usd('100.00'),
  minimum: usd('50.00'),
  fee_applies: true,
  fee_percent: '1.50',
} as WithdrawalTerms;
const of: WithdrawalOf = { method: 'paypal', terms };
const typed = (amount: string) => ({ ...withdrawalForm.initial(of), paypalemail: 'a@example.test', amount });

describe('a withdrawal', () => {
  it('[S65] begins with the fields of its method, all empty', () => {
    expect(withdrawalForm.initial(of)).toEqual({ method: 'paypal', amount: '', paypalemail: '' });
    expect(errorsOf(withdrawalForm, withdrawalForm.initial(of), of)).toEqual({
      amount: messages.withdrawal.amountRequired,
      paypalemail: messages.withdrawal.paypalRequired,
    });
  });

  it('[S65] is at most what can be withdrawn, and at least the minimum unless it is everything', () => {
    expect(errorsOf(withdrawalForm, typed('100.01'), of)).toEqual({ amount: messages.withdrawal.insufficient });
    expect(errorsOf(withdrawalForm, typed('49.99'), of)).toEqual({ amount: messages.withdrawal.minimum('$50.00') });
    expect(errorsOf(withdrawalForm, typed('50'), of)).toEqual({});
    const little = { ...of, terms: { ...terms, withdrawable: usd('20.00') } };
    expect(errorsOf(withdrawalForm, typed('20.00'), little)).toEqual({});
  });

  it('[S17] shows its fee as it is typed and sends the one that was shown', () => {
    expect(withdrawalForm.preview?.(typed('x'), of)).toBeNull();
    expect(withdrawalForm.preview?.(typed('100'), of)).toMatchObject({ fee: '1.50', net: '98.50' });
    expect(requestOf(withdrawalForm, typed('100'), of).body).toEqual({
      method: 'paypal',
      paypalemail: 'a@example.test',
      amount: '100',
      expected_fee: '1.50',
    });
  });

  it('[S65] a refusal about the balance stands beside the amount', () => {
    const problem = new ApiProblem(409, 'withdrawal.insufficient_balance', 'Insufficient');
    expect(placed(withdrawalForm, problem, typed('100'))).toEqual({ errors: { amount: 'Insufficient' }, all: true });
  });
});

describe('the code of a withdrawal', () => {
  it('[S65] may be typed in groups', () => {
    expect(requestOf(codeForm, { code: ' 123 456 ' }, 'w1')).toEqual({
      params: { id: 'w1' },
      body: { code: '123456' },
    });
    expect(errorsOf(codeForm, { code: ' ' }, 'w1')).toEqual({ code: messages.withdrawal.codeRequired });
  });
});
