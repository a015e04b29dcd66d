import { manageWords as words } from '@clearbook/contracts/words/manage';

/** What happened in an entry, in words. A kind that came later than this page is shown by its name. */
export function eventLabel(event: string): string {
  const labels: Readonly<Record<string, string>> = words.events;
  return labels[event] ?? event.replaceAll('_', ' ');
}
