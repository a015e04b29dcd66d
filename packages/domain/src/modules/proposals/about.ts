import type { Cents } from '../../money/index.ts';
import { type ProposedCommand, declared } from './proposed-command.ts';

/** The client whose books it is about; null where it is about staff or the site. */
export function clientOf(command: ProposedCommand): string | null {
  return 'clientId' in command ? command.clientId : null;
}

/** The record that it is about: a payout, a trade, a hold, a member of staff. */
export function subjectOf(command: ProposedCommand): string | null {
  const { subject } = declared(command);
  return subject === null ? null : String((command as Readonly<Record<string, unknown>>)[subject]);
}

/** The record about which only one proposal waits at a time; null where several may. */
export function aloneOn(command: ProposedCommand): string | null {
  return declared(command).once ? subjectOf(command) : null;
}

export function amountOf(command: ProposedCommand): Cents | null {
  return 'amount' in command ? command.amount : null;
}

/** What it sets for everybody; null where it is about one record. */
export function nameSetBy(command: ProposedCommand): string | null {
  return declared(command).sets?.(command) ?? null;
}
