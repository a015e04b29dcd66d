import type { TimelineItem } from '@clearbook/contracts/timeline';
import { statusWords, UNKNOWN_STATUS } from '@clearbook/contracts/words/ui';
import { timelineWords as words } from '@clearbook/contracts/words/timeline';
import { withdrawalWords } from '@clearbook/contracts/words/withdrawals';
import { displaySymbol } from '@clearbook/domain/market';
import { actionLabel } from './action-words.ts';
import { eventLabel } from './event-words.ts';

/** What happened, in words. */
export function titleOf({ kind, what }: TimelineItem): string {
  switch (kind) {
    case 'entry':
      return words.entry(eventLabel(what));
    case 'deposit':
      return words.deposit(methodOf(what));
    case 'withdrawal':
      return words.withdrawal(methodOf(what));
    case 'trade_opened':
      return words.tradeOpened(displaySymbol(what));
    case 'trade_closed':
      return words.tradeClosed(displaySymbol(what));
    case 'sign_in':
      return words.signIn(what);
    case 'email':
      return words.email(nameOf(what));
    case 'notification':
      return words.notification(nameOf(what));
    case 'staff_action':
      return actionLabel(what);
    case 'note':
      return words.note;
  }
}

/** A state in words: an email's are its own. */
export function stateOf({ kind, status }: TimelineItem): string | null {
  if (status === null) return null;
  const mail: Readonly<Record<string, string>> = words.mailStates;
  return (kind === 'email' ? mail[status] : statusWords[status]) ?? UNKNOWN_STATUS;
}

/** The page of a payment. */
export function pageOf({ kind, record_id }: TimelineItem): string | null {
  if (record_id === null) return null;
  return kind === 'deposit' ? `/deposit/${record_id}` : `/withdrawal/${record_id}`;
}

function methodOf(method: string): string {
  const labels: Readonly<Record<string, string>> = withdrawalWords.methods;
  return labels[method] ?? method;
}

/** The name of a mail as a person reads it: "deposit-approved" is “deposit approved”. */
function nameOf(template: string): string {
  return template.replaceAll('-', ' ');
}
