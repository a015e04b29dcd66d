import type { Withdrawal } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';

type Shown = Pick<Withdrawal, 'status' | 'overdue' | 'not_received'> & { readonly timeline?: Withdrawal['timeline'] };

/** The plain sentence for where this money is now. */
export function stateSentence({ status, overdue, not_received, timeline }: Shown): string {
  if (not_received) return words.notReceivedNote;
  const hold = timeline?.find((step) => step.status === 'on_hold');
  if (hold !== undefined) return hold.text;
  if (overdue && status === 'pending') return messages.withdrawal.state.overdue;
  return messages.withdrawal.state[status];
}

const KEPT: readonly Withdrawal['status'][] = ['rejected', 'cancelled', 'lapsed', 'returned'];

/** False where the whole amount stays with or went back to the balance, so that nothing is received. */
export function paysOut({ status }: Pick<Withdrawal, 'status'>): boolean {
  return !KEPT.includes(status);
}

/** The word on the badge. Overdue is not a state of its own, but it is what a person must see first. */
export function statusWord({ status, overdue, not_received }: Shown): keyof typeof words.status {
  if ((overdue && status === 'pending') || not_received) return 'overdue';
  return Object.hasOwn(words.status, status) ? status : 'unknown';
}

export function withdrawalMethodLabel(method: string): string {
  const labels: Readonly<Record<string, string>> = words.methods;
  return labels[method] ?? method;
}
