import type { Deposit } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** A deposit's state as a badge; one whose rate has run out unpaid reads Expired. */
export function DepositStatus({ deposit }: { deposit: Pick<Deposit, 'status' | 'expired'> }) {
  const { status, expired } = deposit;
  const shown = status === 'awaiting_payment' && expired ? 'expired' : status;
  return (
    <StatusBadge
      status={shown}
      label={Object.hasOwn(words.history.status, shown) ? words.history.status[shown] : words.history.status.unknown}
    />
  );
}
