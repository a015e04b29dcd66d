import type { AdminDeposit, AdminTrade, AdminUser, AdminWithdrawal, DepositCredit } from '@clearbook/contracts/admin';
import type { AdminHold } from '@clearbook/contracts/holds';
import type { AdminVerification } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { depositLimitWords } from '@clearbook/contracts/words/deposit-limits';
import { manageWords } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import {
  approveIdentity,
  approveWithdrawal,
  declineIdentity,
  deleteUser,
  documentFunds,
  liftHold,
  placeHold,
  rejectWithdrawal,
  renewHold,
  returnPayout,
  setStatus,
} from './decisions.ts';
import { adjustmentForm, adjustmentQuestion, recordTradeForm } from './manual.form.ts';
import { approveDeposit, isFar, rejectDeposit } from './receipt.ts';
import { quotedOf, resultOf, settleForm } from './settle.form.ts';
import { stepUpForm } from '../access/step-up.form.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const { review, user: userWords } = manageWords;
const suspending = { id: 'u1', to: 'suspended', already: false } as const;
const unsuspending = { ...suspending, to: 'active' } as const;
const client = { id: 'u1', email: 'fay@example.test', status: 'active' } as AdminUser;
const withdrawal = { id: 'w1', user_email: client.email, amount: usd('100.00'), net: usd('98.50') } as AdminWithdrawal;

describe('a decision that asks for its reason', () => {
  it('[S65] sends it with what is decided, and is not sent without it', () => {
    expect(errorsOf(setStatus, { reason: ' ' }, suspending)).toEqual({ reason: messages.admin.reasonRequired });
    expect(requestOf(setStatus, { reason: 'Asked for' }, suspending)).toEqual({
      params: { id: 'u1' },
      body: { status: 'suspended', reason: 'Asked for' },
    });
    expect(requestOf(rejectWithdrawal, { reason: 'No such account' }, withdrawal).body).toEqual({
      decision: 'reject',
      reason: 'No such account',
    });
    expect(requestOf(deleteUser, { reason: 'Asked for' }, client).body).toEqual({ reason: 'Asked for' });
    expect(errorsOf(liftHold, liftHold.initial({ id: 'h1' } as AdminHold), { id: 'h1' } as AdminHold)).toHaveProperty(
      'reason',
    );
  });

  it('[S65] speaks of the state that it was asked for, and is not sent once it has come to that', () => {
    expect(setStatus.title(suspending, { reason: '' })).toBe(userWords.suspendTitle);
    expect(setStatus.title(unsuspending, { reason: '' })).toBe(userWords.unsuspendTitle);
    expect(setStatus.danger?.(unsuspending, { reason: '' })).toBe(false);
    expect(requestOf(setStatus, { reason: 'Cleared up' }, unsuspending).body).toMatchObject({ status: 'active' });
    expect(setStatus.fields(suspending, { reason: '' })).toEqual([{ kind: 'reason', name: 'reason' }]);

    const late = { ...suspending, already: true };
    expect(setStatus.title(late, { reason: '' })).toBe(userWords.suspendTitle);
    expect(setStatus.text(late)).toBe(userWords.suspendedAlready);
    expect(errorsOf(setStatus, { reason: 'Asked for' }, suspending)).toEqual({});
    expect(errorsOf(setStatus, { reason: 'Asked for' }, late)).toEqual({ reason: userWords.suspendedAlready });
    const { staff } = depositLimitWords;
    const funds = { userId: 'u1', documented: true, already: false };
    expect(errorsOf(documentFunds, { reason: 'Sent payslips' }, funds)).toEqual({});
    expect(errorsOf(documentFunds, { reason: 'Sent payslips' }, { ...funds, already: true })).toEqual({
      reason: staff.documentedAlready,
    });
    expect(documentFunds.text({ ...funds, documented: false, already: true })).toBe(staff.takenBackAlready);
  });

  it('[S65] says whether it is done or waits for a second person', () => {
    expect(returnPayout.done({ ...withdrawal, status: 'returned' } as never, withdrawal)).toBe(
      review.withdrawalReturned,
    );
    expect(returnPayout.done({ ...withdrawal, status: 'approved' } as never, withdrawal)).toBe(messages.proposal.made);
  });
});

describe('approving a withdrawal', () => {
  it('[S65] asks for the payout reference with real money, and sends none that was not typed', () => {
    const demo = { withdrawal, demo: true };
    const live = { withdrawal, demo: false };
    const empty = approveWithdrawal.initial(live);
    expect(errorsOf(approveWithdrawal, empty, live)).toEqual({
      payout_reference: messages.withdrawal.payoutReferenceRequired,
    });
    expect(requestOf(approveWithdrawal, empty, demo).body).toEqual({ decision: 'approve' });
    expect(requestOf(approveWithdrawal, { payout_reference: 'PAY-77001' }, live).body).toEqual({
      decision: 'approve',
      payout_reference: 'PAY-77001',
    });
  });
});

describe('approving a deposit', () => {
  const deposit = {
    id: 'd1',
    method: 'bitcoin',
    user_email: client.email,
    created_at: '2026-11-21T12:00:00Z',
  } as AdminDeposit;
  const of = { deposit, demo: false, credit: undefined };
  const empty = approveDeposit.initial(of);
  it('[S65] asks with real money for all that identifies the payment', () => {
    expect(errorsOf(approveDeposit, empty, of)).toEqual({
      txid: review.txidRequired,
      received_amount: review.receivedRequired,
      received_at: review.receivedAtRequired,
    });
    expect(errorsOf(approveDeposit, empty, { ...of, demo: true })).toEqual({});
    expect(errorsOf(approveDeposit, { ...empty, output_index: 'x' }, { ...of, demo: true })).toEqual({
      output_index: review.outputIndexFormat,
    });
  });

  it('[S65] asks nothing about a loan', () => {
    const loan = { ...of, deposit: { ...deposit, method: 'Loan', amount: usd('500.00') } as AdminDeposit };
    expect(errorsOf(approveDeposit, empty, loan)).toEqual({});
    expect(approveDeposit.fields(loan, empty)).toEqual([]);
    expect(requestOf(rejectDeposit, { reason: 'Too much' }, loan.deposit).body).toEqual({
      decision: 'reject',
      reason: 'Too much',
    });
  });

  it('[S65] has the credit typed again where it is far from what was expected', () => {
    const credit = { credited: usd('90.00'), expected: usd('100.00'), confirm: true } as DepositCredit;
    expect(approveDeposit.after?.({ ...of, credit }).map(({ name }) => name)).toEqual(['confirm_credit']);
    expect(approveDeposit.after?.(of)).toEqual([]);
    expect(isFar(credit)).toBe(true);
    expect(isFar({ ...credit, credited: usd('98.00') })).toBe(false);
    expect(approveDeposit.body({ ...empty, confirm_credit: '$1,090.00' }, of)).toMatchObject({
      confirm_credit: '1090.00',
    });
  });
});

describe('identity', () => {
  const pending = { status: 'pending' } as AdminVerification['front'];
  const verification = {
    id: 'u1',
    status: 'pending',
    submission: 3,
    front: pending,
    back: pending,
  } as unknown as AdminVerification;
  it('[S65] a decline names the pictures, all that wait at first', () => {
    const of = { verification, live: false };
    const first = declineIdentity.initial(of);
    expect(first.documents).toEqual(['front', 'back']);
    expect(declineIdentity.fields(of, first).map(({ name }) => name)).toEqual(['documents', 'reason']);
    expect(declineIdentity.body({ ...first, reason: 'Blurred' }, of)).toEqual({
      decision: 'reject',
      reason: 'Blurred',
      documents: ['front', 'back'],
      submission: 3,
    });
  });

  it('[S65] an approval that is taken back names none, and waits for another person with real money', () => {
    const of = {
      verification: { ...verification, status: 'approved', is_verified: true } as AdminVerification,
      live: true,
    };
    expect(declineIdentity.body({ reason: 'Forged', documents: [] }, of)).not.toHaveProperty('documents');
    expect(declineIdentity.done({} as never, of)).toBe(proposalWords.proposed);
    expect(approveIdentity.done({} as never, { ...of, live: false })).toBe(manageWords.verifications.approved);
  });
});

it('[S65] a hold has a ground, a reference and an end in UTC', () => {
  const of = { user: client, now: '2026-11-21T12:00:00Z' };
  expect(Object.keys(errorsOf(placeHold, placeHold.initial(of), of))).toEqual(['code', 'reference', 'ends_at']);
  expect(placeHold.body({ code: 'x', reference: 'R-1', ends_at: '2026-11-22T12:00' }, of)).toMatchObject({
    ends_at: '2026-11-22T12:00:00.000Z',
  });
  const [end] = renewHold.fields({ hold: {} as AdminHold, now: of.now }, { ends_at: '' });
  expect(end).toMatchObject({ kind: 'time', until: new Date('2026-12-21T12:00:00Z') });
});

describe('entries by hand', () => {
  it('[S65] name the entry that they correct only where they take something', () => {
    const typed = { ...adjustmentForm.initial(client), amount: ' 5 ', corrects: '12', reason: 'Twice' };
    expect(adjustmentForm.body(typed, client)).toEqual({ direction: 'credit', amount: '5', reason: 'Twice' });
    expect(adjustmentForm.body({ ...typed, direction: 'debit' }, client)).toMatchObject({ corrects: '12' });
    expect(adjustmentQuestion({ direction: 'debit' }, '$5.00')).toMatchObject({
      takes: true,
      title: userWords.confirmDebit('$5.00'),
    });
    const trade = { ...recordTradeForm.initial(client), amount: '5', corrects: '12', reason: 'Twice' };
    expect(recordTradeForm.body(trade, client)).not.toHaveProperty('corrects');
    expect(recordTradeForm.body({ ...trade, type: 'loss' }, client)).toHaveProperty('corrects', '12');
  });

  it('[S65] a result follows the quote until somebody types another', () => {
    const of = { trade: { id: 't1' } as AdminTrade, quoted: quotedOf(-250n) };
    const values = settleForm.initial(of);
    expect(quotedOf(null)).toEqual({ type: 'profit', amount: '' });
    expect(requestOf(settleForm, values, of).body).toEqual({ type: 'loss', amount: '2.50', as_quoted: true });
    const later = { ...of, quoted: quotedOf(300n) };
    expect(resultOf(values, later)).toEqual({ type: 'profit', amount: '3.00' });
    const typed = { ...values, typed: true, amount: '7', reason: 'Agreed' };
    expect(resultOf(typed, later)).toEqual({ type: 'loss', amount: '7' });
    expect(settleForm.body(typed, later)).toEqual({ type: 'loss', amount: '7', reason: 'Agreed' });
  });
});

it('[S65] one proof is sent, the password or a code', () => {
  const typed = { ...stepUpForm.initial('code'), code: '123456', password: 'left there' };
  expect(stepUpForm.body(typed, 'code')).toEqual({ code: '123456' });
  expect(stepUpForm.body({ ...typed, way: 'password' }, 'code')).toEqual({ password: 'left there' });
});
