import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import type { SecondFactor } from '../sessions/index.ts';
import { hashCode } from './code.ts';

/** Counts wrong codes over all withdrawals of a person. */
const PLACE = 'withdrawal';
/** A stored hash with this prefix is opened by the authenticator, never by an emailed code. */
export const BY_APP = 'app:';

/**
 * What the books store instead of an emailed code's hash if the client's authenticator confirms: a value that only this server can compute,
 * so that a right code of the app, judged outside the books, becomes the one hash that opens this withdrawal.
 */
export function appHash(secondFactor: SecondFactor, withdrawalId: string): string {
  return `${BY_APP}${hashCode(withdrawalId, secondFactor.standIn(`withdrawal:${withdrawalId}`))}`;
}

/** Whether this withdrawal waits for the authenticator's code. */
export async function waitsForApp(pool: Pool, clientId: string, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ledger.withdrawal where id = $1 and client_id = $2 and status = 'awaiting_code' and code_hash like '${BY_APP}%'`,
    [withdrawalId, clientId],
  );
  return rowCount === 1;
}

/**
 * The hash to hand to the books for a code of the authenticator: the right one for a right code, used up with this; any other for a wrong
 * one, which the books count as they count a wrong mailed code. The same request may come again because its answer was lost.
 * @throws Problem 422 for a code that has just run out or has been used, 429 after five wrong ones over all withdrawals
 */
export async function hashForApp(
  secondFactor: SecondFactor,
  of: { clientId: string; withdrawalId: string; code: string; key: string },
  now: Date,
): Promise<string> {
  try {
    const proof = await secondFactor.examine(of.clientId, of.code, PLACE, now);
    await secondFactor.spendAlone(of.clientId, proof, now, `withdrawal:${of.withdrawalId}:${of.key}`);
    await secondFactor.forgive(of.clientId, PLACE);
    return appHash(secondFactor, of.withdrawalId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'auth.code_wrong') return hashCode(of.withdrawalId, of.code);
    if (error.code === 'auth.code_late') throw new Problem(422, 'withdrawal.code_late', error.detail, error.fields);
    if (error.code === 'auth.code_used') throw new Problem(422, 'withdrawal.code_used', error.detail, error.fields);
    throw error;
  }
}

export function alreadyByApp(): Problem {
  return new Problem(409, 'withdrawal.code_from_app', messages.secondFactor.fromApp);
}
