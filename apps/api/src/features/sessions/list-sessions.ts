import type { Session } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { describeBrowser, isSessionAlive } from '@clearbook/domain/access';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';

/** Sessions that are shown; nobody has more browsers, and a list has an end. */
const SESSIONS_SHOWN = 200;

type Actor = { userId: string; sessionId: string; role: 'client' | 'admin' };

/**
 * Where this person is signed in, and where a session that has idled out still brings notifications (WP1): the present browser first, then the one used
 * last. Never a token.
 */
export async function listSessions(pool: Pool, actor: Actor, now: Date): Promise<Session[]> {
  const { rows } = await pool.query<{
    id: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    notified: boolean;
  }>(
    `select s.id, s.user_agent, s.created_at, s.last_seen_at, s.expires_at, p.id is not null as notified
     from app.session s left join app.push_subscription p on p.session_id = s.id where s.user_id = $1 and s.expires_at > $2
     order by s.id = $3 desc, s.last_seen_at desc, s.id desc limit ${SESSIONS_SHOWN}`,
    [actor.userId, now, actor.sessionId],
  );
  const judged = rows.map((row) => ({
    ...row,
    // Who asks is in.
    alive:
      row.id === actor.sessionId ||
      isSessionAlive({ role: actor.role, lastSeenAt: row.last_seen_at, expiresAt: row.expires_at }, now),
  }));
  const shown = judged.filter(({ alive, notified }) => alive || notified);
  return shown.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    signed_in: row.alive,
    device: describeBrowser(row.user_agent),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}

/** Ends one session of this person, the present one included. Its sockets close. @throws Problem 404 where there is none */
export async function endSession(pool: Pool, actor: Actor, sessionId: string): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query('delete from app.session where id = $1 and user_id = $2', [
      sessionId,
      actor.userId,
    ]);
    if (rowCount !== 1) throw new Problem(404, 'session.not_found', messages.session.notFound);
    await invalidate(client, [{ c: actor.userId, t: ['sessions'], e: 'session_ended', s: sessionId, a: false }]);
  });
}

/** Ends all sessions of this person but the present one. */
export async function endOtherSessions(pool: Pool, actor: Actor): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('delete from app.session where user_id = $1 and id <> $2', [actor.userId, actor.sessionId]);
    await invalidate(client, [{ c: actor.userId, t: ['sessions'], e: 'sessions_ended', s: null, a: false }]);
  });
}
