import { messages } from '@clearbook/contracts/messages';
import type { Config } from '../../platform/config.ts';
import { Problem } from '../../platform/http/index.ts';

export type Lending = Pick<Config, 'mode' | 'lendingLicence'>;

/** Anyone may lend paper money; lending real money takes a licence. */
export function lends({ mode, lendingLicence }: Lending): boolean {
  return mode === 'demo' || lendingLicence !== undefined;
}

/** Refuses new loans. Running loans continue as agreed. */
export function requireLending(lending: Lending): void {
  if (!lends(lending)) throw new Problem(422, 'loan.not_offered', messages.loan.notOffered);
}
