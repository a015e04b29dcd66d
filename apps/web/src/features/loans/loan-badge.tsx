import type { LoanStatus } from '@clearbook/contracts/loans';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** A loan that is approved is open; the others read as they are. */
export function LoanBadge({ status }: { status: LoanStatus }) {
  return <StatusBadge status={status} label={words.status[status]} />;
}
