import type { SearchGroupName, SearchHit } from '@clearbook/contracts/search';
import { manageWords } from '@clearbook/contracts/words/manage';
import { searchWords as words } from '@clearbook/contracts/words/search';
import { statusWords, UNKNOWN_STATUS } from '@clearbook/contracts/words/ui';
import { withdrawalWords } from '@clearbook/contracts/words/withdrawals';
import { displaySymbol } from '@clearbook/domain/market';
import { formatDateTime, formatMoney, NO_VALUE } from '../../lib/format.ts';

export type HitLine = { id: string; label: string; hint: string; to: string };

/** What a result is called, and where it leads. Trades and entries are on the page of their client. */
export function hitLine(group: SearchGroupName, hit: SearchHit): HitLine {
  const id = `${group}:${hit.id}:${hit.user_id}`;
  const person = hit.user_fullname;
  const at = formatDateTime(hit.at);
  const amount = hit.amount === null ? NO_VALUE : formatMoney(hit.amount);
  const hint = hit.status === null ? words.recordOf(person, at) : words.record(person, at, statusOf(hit.status));
  const client = `/user/${hit.user_id}`;
  if (group === 'clients') return { id, label: person, hint: words.client(hit.user_email, hit.about), to: client };
  if (group === 'trades') return { id, label: words.trade(displaySymbol(hit.about), amount), hint, to: client };
  if (group === 'entries') return { id, label: words.entry(hit.id, eventOf(hit.about)), hint, to: client };
  const page = group === 'deposits' ? '/deposit' : '/withdrawal';
  return { id, label: words.payment(amount, methodOf(hit.about)), hint, to: `${page}/${hit.id}` };
}

function statusOf(status: string): string {
  return statusWords[status] ?? UNKNOWN_STATUS;
}

function eventOf(event: string): string {
  const labels: Readonly<Record<string, string>> = manageWords.events;
  return labels[event] ?? event.replaceAll('_', ' ');
}

function methodOf(method: string): string {
  const labels: Readonly<Record<string, string>> = withdrawalWords.methods;
  return labels[method] ?? method;
}
