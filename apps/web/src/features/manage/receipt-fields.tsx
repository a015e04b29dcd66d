import { depositCreditQuery } from '@clearbook/contracts/admin';
import type { AdminDeposit, DepositCredit } from '@clearbook/contracts/admin';
import { LOAN_METHOD } from '@clearbook/contracts/funding';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Alert, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { safeParse } from 'zod/mini';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { fromUtcField, toUtcField } from './utc-field.ts';
import { TwoPeopleNote } from './two-people-note.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';

const { review } = words;

/** What staff type of a payment, as text. */
export type Typed = {
  txid: string;
  output_index: string;
  received_amount: string;
  received_at: string;
  confirm_credit: string;
};
export const NOTHING_TYPED: Typed = {
  txid: '',
  output_index: '',
  received_amount: '',
  received_at: '',
  confirm_credit: '',
};

/** Only what was typed is sent; the rest is for the server to fill in (demo mode) or to ask for. */
export function approvalOf(typed: Typed) {
  const text = (name: keyof Typed) => typed[name].trim();
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

/** The server's own figure for what was typed so far; what it could not read yet is left out of the question. */
export function useCredit(deposit: AdminDeposit, typed: Typed, opened: boolean): DepositCredit | undefined {
  const { received_amount, received_at } = approvalOf(typed);
  const asked = safeParse(depositCreditQuery, {
    ...(received_amount !== undefined && { received_amount }),
    ...(received_at !== undefined && { received_at }),
  });
  const query = asked.success ? asked.data : {};
  return useQuery({ ...queries.depositCredit(deposit.id, query), enabled: opened && deposit.method !== LOAN_METHOD })
    .data;
}

type InputProps = {
  value: string;
  error: string | undefined;
  onChange: (next: string | { currentTarget: { value: string } }) => void;
};

/** What identifies a payment, so that it is credited once, and what it credits. In demo mode the server fills in what is left out. */
export function ReceiptFields({
  demo,
  deposit,
  credit,
  input,
}: {
  demo: boolean;
  deposit: AdminDeposit;
  credit: DepositCredit | undefined;
  input: (name: keyof Typed) => InputProps;
}) {
  return (
    <>
      {demo ? (
        <Text size="sm" c="dimmed">
          {review.demoFilled}
        </Text>
      ) : null}
      <TextInput
        label={review.txid}
        description={review.txidHint}
        autoComplete="off"
        spellCheck={false}
        {...input('txid')}
      />
      <TextInput label={review.outputIndex} inputMode="numeric" autoComplete="off" {...input('output_index')} />
      <DecimalInput label={review.received(deposit.pay_amount?.currency ?? '')} {...input('received_amount')} />
      {demo ? null : (
        <TextInput
          type="datetime-local"
          label={review.receivedAt}
          description={review.receivedAtHint}
          min={toUtcField(new Date(deposit.created_at))}
          {...input('received_at')}
        />
      )}
      {credit === undefined ? null : <Credit credit={credit} />}
      {credit?.confirm && credit.credited !== null ? (
        <DecimalInput
          label={review.confirmCredit}
          description={review.confirmCreditHint(formatUsd(credit.credited.amount))}
          leftSection="$"
          {...input('confirm_credit')}
        />
      ) : null}
      {credit?.takes_two ? <TwoPeopleNote>{proposalWords.noticePayout}</TwoPeopleNote> : null}
    </>
  );
}

/** The resulting credit next to what was expected. */
function Credit({ credit }: { credit: DepositCredit }) {
  const { credited, expected, refused } = credit;
  const off = refused !== null || isFar(credit);
  return (
    <Alert
      p="sm"
      color={off ? 'loss' : 'ink'}
      role="status"
      title={credited === null ? review.creditUnknown : review.credits(formatUsd(credited.amount))}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      {review.creditExpected(formatUsd(expected.amount))}
      {refused === null ? (off ? ` · ${review.creditOff}` : '') : ` · ${refused}`}
    </Alert>
  );
}

/** For the colour alone: the server decides by its own count. */
function isFar({ credited, expected }: DepositCredit): boolean {
  if (credited === null) return false;
  const [got, asked] = [centsOf(credited.amount), centsOf(expected.amount)];
  const difference = got > asked ? got - asked : asked - got;
  return difference * 50n > asked;
}

function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
