import { type AdminDeposit, depositDecisionBody, type DepositCredit } from '@clearbook/contracts/admin';
import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { loanWords } from '@clearbook/contracts/words/loans';
import { manageWords } from '@clearbook/contracts/words/manage';
import { toCents } from '../../lib/decimal.ts';
import { formatUsd } from '../../lib/format.ts';
import { decisionOf, type Field, reasonDecision } from './decision.ts';
import { fromUtcField } from './utc-field.ts';

const { review } = manageWords;
const { review: loanReview } = loanWords;

/** What staff type of a payment, as text. */
export type Receipt = Record<'txid' | 'output_index' | 'received_amount' | 'received_at' | 'confirm_credit', string>;
const NOTHING: Receipt = { txid: '', output_index: '', received_amount: '', received_at: '', confirm_credit: '' };

/** Only what was typed is sent; the rest is for the server to fill in (demo mode) or to ask for. */
export function approvalOf(typed: Receipt) {
  const text = (name: keyof Receipt) => typed[name].trim();
  const index = text('output_index');
  const at = fromUtcField(typed.received_at);
  return {
    decision: 'approve' as const,
    ...(text('txid') !== '' && { txid: typed.txid }),
    ...(index !== '' && { output_index: /^\d+$/.test(index) ? Number(index) : Number.NaN }),
    ...(text('received_amount') !== '' && { received_amount: text('received_amount') }),
    ...(at !== '' && { received_at: at }),
    ...(text('confirm_credit') !== '' && { confirm_credit: text('confirm_credit').replaceAll(/[$,\s]/g, '') }),
  };
}

/** A loan is lent, not received: there is nothing to identify, only a yes or a no. */
export const isLoan = ({ method }: AdminDeposit) => method === LOAN_METHOD;

/** Where the client has sent another proof since, it is not decided about this one. */
const looked = ({ proof_file: proof }: AdminDeposit) => (proof === null ? {} : { proof_file: proof });

export type ApprovalOf = { deposit: AdminDeposit; demo: boolean; credit: DepositCredit | undefined };

const decided = {
  route: 'POST /admin/deposits/:id/decision',
  schema: depositDecisionBody,
  topics: ['deposits', 'users', 'proposals'],
} as const;

/** What identifies a payment, so that it is credited once, and what it credits. */
export const approveDeposit = decisionOf({
  ...decided,
  id: ({ deposit }: ApprovalOf) => deposit.id,
  initial: () => NOTHING,
  body: (typed, { deposit }) => ({ ...approvalOf(typed), ...looked(deposit) }),
  check: (typed, { deposit, demo }) => {
    const index = typed.output_index.trim();
    const asked = !demo && !isLoan(deposit);
    return {
      ...(asked && typed.txid.trim() === '' && { txid: review.txidRequired }),
      ...(asked && typed.received_amount.trim() === '' && { received_amount: review.receivedRequired }),
      ...(asked && fromUtcField(typed.received_at) === '' && { received_at: review.receivedAtRequired }),
      ...(index !== '' && !/^\d{1,9}$/.test(index) && { output_index: review.outputIndexFormat }),
    };
  },
  title: ({ deposit }) => (isLoan(deposit) ? loanReview.approveTitle : review.approveDeposit),
  text: ({ deposit }) =>
    isLoan(deposit)
      ? loanReview.approveText(deposit.user_email, formatUsd(deposit.amount.amount))
      : review.approveDepositText(deposit.user_email),
  act: () => review.approve,
  fields: ({ deposit, demo }) => (isLoan(deposit) ? [] : receiptFields(deposit, demo)),
  after: ({ credit }) => confirmation(credit),
  done: ({ status }, { deposit }) =>
    status !== 'approved' ? messages.proposal.made : isLoan(deposit) ? loanReview.approved : review.depositApproved,
});

function receiptFields({ pay_amount, created_at }: AdminDeposit, demo: boolean): Field[] {
  return [
    { kind: 'code', name: 'txid', label: review.txid, hint: review.txidHint, first: true },
    { kind: 'number', name: 'output_index', label: review.outputIndex },
    { kind: 'amount', name: 'received_amount', label: review.received(pay_amount?.currency ?? '') },
    ...(demo
      ? []
      : [
          {
            kind: 'time' as const,
            name: 'received_at',
            label: review.receivedAt,
            hint: review.receivedAtHint,
            from: new Date(created_at),
          },
        ]),
  ];
}

/** Asked for where the credit is far from what was expected. */
function confirmation(credit: DepositCredit | undefined): Field[] {
  if (credit === undefined || !credit.confirm || credit.credited === null) return [];
  const hint = review.confirmCreditHint(formatUsd(credit.credited.amount));
  return [{ kind: 'dollars', name: 'confirm_credit', label: review.confirmCredit, hint }];
}

export const rejectDeposit = reasonDecision({
  ...decided,
  id: (of: AdminDeposit) => of.id,
  with: (of) => ({ decision: 'reject', ...looked(of) }),
  title: (of) => (isLoan(of) ? loanReview.rejectTitle : review.rejectDeposit),
  text: (of) => (isLoan(of) ? loanReview.rejectText(of.user_email) : review.rejectDepositText(of.user_email)),
  act: () => review.reject,
  danger: () => true,
  done: (_, of) => (isLoan(of) ? loanReview.rejected : review.depositRejected),
});

/** For the colour alone: the server decides by its own count. */
export function isFar({ credited, expected }: DepositCredit): boolean {
  if (credited === null) return false;
  const [got, asked] = [toCents(credited.amount), toCents(expected.amount)];
  const difference = got > asked ? got - asked : asked - got;
  return difference * 50n > asked;
}
