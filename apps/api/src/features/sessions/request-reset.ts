import { RESET_LINK_LIFE_MS } from '@clearbook/domain/access';
import { tooMany } from '../../platform/http/index.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { transaction } from '../../platform/transaction.ts';
import type { SessionDeps } from './deps.ts';
import { callerKey, limitKey, MAILS_TO_ADDRESS, RESETS_FROM_ADDRESS } from './limits.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Sends a link to choose a new password, where the address has an account. The answer never waits for that to be found
 * out, so neither its words nor its time tell whether it has.
 */
export async function requestReset(
  deps: SessionDeps,
  { email, ip }: { email: string; ip: string },
  now: Date,
): Promise<void> {
  const verdict = await deps.limits?.take(RESETS_FROM_ADDRESS, callerKey(ip), now);
  if (verdict && !verdict.ok) throw tooMany(verdict.retryAfterSeconds);
  const mayMail = !deps.limits || (await deps.limits.take(MAILS_TO_ADDRESS, limitKey(email), now)).ok;
  if (!mayMail) return;

  void sendLink(deps, email, now).catch((error: unknown) =>
    deps.log.error({ err: error }, 'a password reset could not be prepared'),
  );
}

async function sendLink({ pool }: SessionDeps, email: string, now: Date): Promise<void> {
  await transaction(pool, async (client) => {
    const token = newToken();
    const { rows } = await client.query<{ user_id: string }>(
      `insert into app.password_link (token_hash, user_id, expires_at)
       select $1, u.id, $3 from app.user u join ledger.party p on p.id = u.id and p.status <> 'closed' where u.email = $2
       returning user_id`,
      [hashToken(token), email, new Date(now.getTime() + RESET_LINK_LIFE_MS)],
    );
    if (rows[0])
      await enqueueMail(client, { userId: rows[0].user_id, template: 'password-reset', values: { token } }, now);
  });
}
