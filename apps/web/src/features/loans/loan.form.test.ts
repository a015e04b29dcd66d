import type { Loan, LoanLevel } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { applicationForm, mostOf, repayForm } from './loan.form.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const loan = { id: 'l1', owed: usd('110.00'), interest: usd('10.00') } as Loan;

describe('paying a loan back', () => {
  it('[S65] says how much of it is interest, which comes first', () => {
    expect(repayForm.preview?.({ amount: '4' }, loan)).toEqual({ interest: '4.00', principal: '0.00' });
    expect(repayForm.preview?.({ amount: '60' }, loan)).toEqual({ interest: '10.00', principal: '50.00' });
    expect(repayForm.preview?.({ amount: '0' }, loan)).toBeNull();
    expect(repayForm.preview?.({ amount: 'x' }, loan)).toBeNull();
  });

  it('[S65] offers all that is owed, or all that is available', () => {
    expect(mostOf(loan, '500.00')).toEqual({ amount: '110.00', whole: true });
    expect(mostOf(loan, '50.00')).toEqual({ amount: '50.00', whole: false });
  });

  it('[S65] is sent to its loan', () => {
    expect(requestOf(repayForm, { amount: '60' }, loan)).toEqual({ params: { id: 'l1' }, body: { amount: '60' } });
    expect(errorsOf(repayForm, { amount: '-1' }, loan)).toEqual({ amount: messages.amount.positive });
  });
});

it('[S65] an application names its level and asks for income and goals', () => {
  const level = { level: 2 } as LoanLevel;
  expect(Object.keys(errorsOf(applicationForm, applicationForm.initial(level), level))).toEqual([
    'monthly_income',
    'goals',
  ]);
  expect(requestOf(applicationForm, { monthly_income: '900', goals: 'A workshop of my own' }, level).body).toEqual({
    level: 2,
    monthly_income: '900',
    goals: 'A workshop of my own',
  });
});
