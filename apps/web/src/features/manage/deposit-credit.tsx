import { type AdminDeposit, type DepositCredit, depositCreditQuery } from '@clearbook/contracts/admin';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { safeParse } from 'zod/mini';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useCan } from './use-can.ts';
import { approvalOf, isFar, isLoan, type Receipt } from './receipt.ts';

const { review } = words;

/** `old`: of what was typed before; its own answer is under way. */
type Asked = { readonly credit: DepositCredit | undefined; readonly old: boolean };

/** The server's own figure for what was typed so far; what it could not read yet is left out of the question. */
export function useCredit(deposit: AdminDeposit, typed: Receipt | null): Asked {
  const can = useCan();
  const { received_amount, received_at } = typed === null ? {} : approvalOf(typed);
  const asked = safeParse(depositCreditQuery, {
    ...(received_amount !== undefined && { received_amount }),
    ...(received_at !== undefined && { received_at }),
  });
  const query = asked.success ? asked.data : {};
  const { data, isPlaceholderData } = useQuery({
    ...queries.depositCredit(deposit.id, query),
    // Before the dialog opens: nobody approves without it, and it moves no button there.
    enabled: deposit.status === 'pending' && !isLoan(deposit) && can('deposit.decide'),
  });
  return { credit: data, old: isPlaceholderData };
}

/** The resulting credit next to what was expected. */
export function Credit({ credit, old }: { credit: DepositCredit; old: boolean }) {
  const { credited, expected, refused } = credit;
  if (old)
    return (
      <Alert p="sm" color="ink" role="status" aria-busy title={review.creditAsked}>
        {review.creditExpected(formatUsd(expected.amount))}
      </Alert>
    );
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
