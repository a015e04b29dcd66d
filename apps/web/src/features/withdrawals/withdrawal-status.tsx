import type { Withdrawal } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { statusWord } from './withdrawal-words.ts';

export function WithdrawalStatus({
  withdrawal,
}: {
  withdrawal: Pick<Withdrawal, 'status' | 'overdue' | 'not_received'>;
}) {
  const word = statusWord(withdrawal);
  return <StatusBadge status={word} label={words.status[word]} />;
}
