import { change, CASH, LOAN, moved } from './archive-entries.ts';
import { dollars, EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { Refused } from './refused.ts';
import { cents } from './values.ts';

/** What a page shows of an entry; amounts as decimal strings of dollars. What it does not show is left out. */
export type Shown = {
  readonly number: string;
  readonly at?: string;
  readonly event?: string;
  readonly client?: string;
  /** What it changed the total by, the cash, and what is owed. */
  readonly total?: string;
  readonly cash?: string;
  readonly owed?: string;
};

/** Refuses where a page shows an entry in another way than its bytes, which are in the log, have it. */
export function verifyShown(entry: JournalEntry, shown: Shown): void {
  const name = `entry ${entry.number}`;
  const texts = [
    ['number', shown.number, String(entry.number)],
    ['time', shown.at && new Date(shown.at).toISOString(), new Date(entry.at).toISOString()],
    ['event', shown.event, EVENTS[entry.event]],
    ['client', shown.client, entry.client],
  ] as const;
  for (const [what, given, logged] of texts) {
    if (given !== undefined && given !== logged)
      throw new Refused('unproven', `The ${what} of ${name} is shown as ${given}; the log has ${logged}.`);
  }
  const sums = [
    ['total', 'the total', change(entry)],
    ['cash', 'the cash', -moved(entry, CASH)],
    ['owed', 'what is owed', moved(entry, LOAN)],
  ] as const;
  for (const [field, what, logged] of sums) {
    if (shown[field] === undefined) continue;
    const given = cents(shown, field);
    if (given !== logged) {
      throw new Refused(
        'unproven',
        `${dollars(given)} is shown as what ${name} changed ${what} by; the log has ${dollars(logged)} (differs by ${dollars(given - logged)}).`,
      );
    }
  }
}
