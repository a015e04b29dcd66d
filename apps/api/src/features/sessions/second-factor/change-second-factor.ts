import { messages } from '@clearbook/contracts/messages';
import type { PoolClient } from 'pg';
import { Problem } from '../../../platform/http/index.ts';
import { minute } from '../../../platform/mail/minute.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { MailTemplate } from '../../../platform/mail/index.ts';
import { transaction } from '../../../platform/transaction.ts';
import { revokeRecentTokens } from '../../api-tokens/index.ts';
import { readSitename } from '../../settings/index.ts';
import type { SessionDeps } from '../deps.ts';
import { type Change, coolDown, forgetRecentPasskeys, notifyAccessChange } from '../access-changed.ts';
import { checkOwnPassword } from '../own-password.ts';
import { hashToken, newToken } from '../tokens.ts';
import { INSIDE } from './second-factor.ts';
import { enrolmentUri, newSecret } from './totp.ts';

type Actor = { userId: string; sessionId: string; role: 'client' | 'admin' };
/**
 * Makes a key for an authenticator. It guards nothing until a code has shown that it arrived.
 * @throws Problem 422 for a wrong password, 409 where a second factor is on
 */
export async function enrol(
  deps: SessionDeps,
  actor: Actor,
  password: string,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const { email } = await checkOwnPassword(
    deps,
    actor.userId,
    { password, wrong: messages.secondFactor.wrongPassword },
    now,
  );
  const secret = newSecret();
  await deps.secondFactor.begin(actor.userId, secret, now);
  return { secret, uri: enrolmentUri(secret, await readSitename(deps.pool), email) };
}

/**
 * Turns the second factor on with the first code. Other sessions end: they came in without it. This one goes on under a new token.
 * @returns the recovery codes, shown this once, and the new token
 */
export async function confirmEnrolment(
  deps: SessionDeps,
  actor: Actor,
  code: string,
  now: Date,
): Promise<{ codes: string[]; token: string }> {
  const { pool, secondFactor } = deps;
  const { rows } = await pool.query<{ confirmed_at: Date | null }>(
    'select confirmed_at from app.second_factor where user_id = $1',
    [actor.userId],
  );
  const [begun] = rows;
  if (!begun) throw new Problem(409, 'auth.second_factor_not_begun', messages.secondFactor.notBegun);
  if (begun.confirmed_at) throw new Problem(409, 'auth.second_factor_on', messages.secondFactor.alreadyOn);
  const proof = await secondFactor.examine(actor.userId, code, INSIDE, now);
  const done = await transaction(pool, async (client) => {
    const until = await coolDown(client, actor.userId, now);
    const on = await client.query(
      'update app.second_factor set confirmed_at = $2 where user_id = $1 and confirmed_at is null',
      [actor.userId, now],
    );
    if (on.rowCount !== 1) throw new Problem(409, 'auth.second_factor_on', messages.secondFactor.alreadyOn);
    await secondFactor.spend(client, actor.userId, proof, now);
    const codes = await secondFactor.renewCodes(client, actor.userId);
    const token = await endOthers(client, actor);
    await forgetRecentPasskeys(client, actor.userId, now);
    await revokeRecentTokens(client, actor.userId, 'two_factor_on', now);
    await tell(client, actor, 'two_factor_on', until, now);
    return { codes, token };
  });
  await secondFactor.forgive(actor.userId, INSIDE);
  return done;
}

/** New recovery codes in place of all old ones, used or not. */
export async function renewRecoveryCodes(
  deps: SessionDeps,
  actor: Actor,
  given: { password: string; code: string },
  now: Date,
): Promise<string[]> {
  return withBoth(deps, actor, given, now, async (client, until) => {
    const codes = await deps.secondFactor.renewCodes(client, actor.userId);
    await tell(client, actor, 'recovery_codes', until, now);
    return codes;
  });
}

/** Turns the second factor off. Other sessions end. @returns the new token of this one */
export async function turnOff(
  deps: SessionDeps,
  actor: Actor,
  given: { password: string; code: string },
  now: Date,
): Promise<string> {
  if (deps.config.mode === 'live' && actor.role === 'admin')
    throw new Problem(403, 'auth.second_factor_mandatory', messages.secondFactor.mandatory);
  return withBoth(deps, actor, given, now, async (client, until) => {
    await client.query('delete from app.recovery_code where user_id = $1', [actor.userId]);
    await client.query('delete from app.second_factor where user_id = $1', [actor.userId]);
    const token = await endOthers(client, actor);
    await tell(client, actor, 'two_factor_off', until, now);
    return token;
  });
}

/** Password and code, both asked for now: neither a borrowed session nor a borrowed phone is enough. */
async function withBoth<T>(
  deps: SessionDeps,
  actor: Actor,
  { password, code }: { password: string; code: string },
  now: Date,
  work: (client: PoolClient, until: Date | null) => Promise<T>,
): Promise<T> {
  const { pool, secondFactor } = deps;
  await checkOwnPassword(deps, actor.userId, { password, wrong: messages.secondFactor.wrongPassword }, now);
  if (!(await secondFactor.isOn(actor.userId)))
    throw new Problem(409, 'auth.second_factor_off', messages.secondFactor.notOn);
  const proof = await secondFactor.examine(actor.userId, code, INSIDE, now);
  const done = await transaction(pool, async (client) => {
    const until = await coolDown(client, actor.userId, now);
    await secondFactor.spend(client, actor.userId, proof, now);
    return work(client, until);
  });
  await secondFactor.forgive(actor.userId, INSIDE);
  return done;
}

async function endOthers(client: PoolClient, actor: Actor): Promise<string> {
  const token = newToken();
  await client.query('update app.session set token_hash = $2 where id = $1', [actor.sessionId, hashToken(token)]);
  await client.query('delete from app.session where user_id = $1 and id <> $2', [actor.userId, actor.sessionId]);
  return token;
}

/** By mail alone. Word over the socket would overtake the answer that carries the new token, and the page would ask with the old one. */
async function tell(
  client: PoolClient,
  { userId }: Actor,
  change: keyof typeof TEMPLATES,
  until: Date | null,
  now: Date,
): Promise<void> {
  await notifyAccessChange(client, { userId, change, until }, now);
  await enqueueMail(client, { userId, template: TEMPLATES[change], values: { time: minute(now) } }, now);
}

const TEMPLATES = {
  two_factor_on: 'two-factor-on',
  two_factor_off: 'two-factor-off',
  recovery_codes: 'recovery-codes-new',
} as const satisfies Partial<Record<Change, MailTemplate>>;
