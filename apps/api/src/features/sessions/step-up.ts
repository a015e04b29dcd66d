import { messages } from '@clearbook/contracts/messages';
import { STEP_UP_LIFE_MS } from '@clearbook/domain/access';
import { type Actor, Problem } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import type { SessionDeps } from './deps.ts';
import { checkOwnPassword } from './own-password.ts';
import { INSIDE } from './second-factor/second-factor.ts';

/**
 * The person behind this session gives the password or a code again; for five minutes the session can do what a borrowed one must not.
 * @throws Problem 422 for a wrong one, 429 after too many, 409 for a code where two-factor is off
 */
export async function stepUp(
  deps: SessionDeps,
  { userId, sessionId }: Actor,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  now: Date,
): Promise<Date> {
  const { pool, secondFactor } = deps;
  const stamp = {
    text: 'update app.session set stepped_up_at = $2, stepped_up_with = $3 where id = $1',
    values: [sessionId, now, code === undefined ? 'password' : 'code'],
  };
  if (code !== undefined) {
    if (!(await secondFactor.isOn(userId)))
      throw new Problem(409, 'auth.second_factor_off', messages.secondFactor.notOn);
    const proof = await secondFactor.examine(userId, code, INSIDE, now);
    await transaction(pool, async (client) => {
      await secondFactor.spend(client, userId, proof, now);
      await client.query(stamp);
    });
    await secondFactor.forgive(userId, INSIDE);
  } else {
    await checkOwnPassword(deps, userId, { password: password ?? '', wrong: messages.stepUp.wrongPassword }, now);
    await pool.query(stamp);
  }
  return new Date(now.getTime() + STEP_UP_LIFE_MS);
}
