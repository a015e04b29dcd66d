import type { StaffSessionRow } from '@clearbook/contracts/admin-export';
import { messages } from '@clearbook/contracts/messages';
import type { StaffSession } from '@clearbook/contracts/proposals';
import { describeBrowser, isSessionAlive } from '@clearbook/domain/access';
import type { Pool } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';
import { readable } from './start-session.ts';

/** Sessions that are shown, of all staff together. */
const SESSIONS_SHOWN = 500;

type Asking = {
  readonly sessionId: string;
  readonly now: Date;
  /** How many are shown: a file has them all. */
  readonly limit?: number | null;
};

/** Where staff are signed in: the browser used last comes first. Never a token. */
export async function listStaffSessions(
  pool: Pool,
  { sessionId, now, limit = SESSIONS_SHOWN }: Asking,
): Promise<StaffSession[]> {
  const { rows } = await pool.query<{
    id: string;
    user_id: string;
    email: string;
    user_agent: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  }>(
    `select s.id, s.user_id, u.email, s.user_agent, s.created_at, s.last_seen_at, s.expires_at
     from app.session s join app.user u on u.id = s.user_id
     where u.role = 'admin' and s.expires_at > $1 order by s.last_seen_at desc, s.id desc limit $2`,
    [now, limit],
  );
  return rows
    .filter((row) => isSessionAlive({ role: 'admin', lastSeenAt: row.last_seen_at, expiresAt: row.expires_at }, now))
    .map((row) => ({
      id: row.id,
      member: { id: row.user_id, email: row.email },
      current: row.id === sessionId,
      device: describeBrowser(row.user_agent),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    }));
}

export function staffSessionFileRow(session: StaffSession): StaffSessionRow {
  return {
    id: session.id,
    email: session.member.email,
    member_id: session.member.id,
    device: session.device,
    current: session.current ? 'yes' : 'no',
    created_utc: session.created_at,
    last_used_utc: session.last_used_at,
    expires_utc: session.expires_at,
  };
}

type Ending = { staffId: string; sessionId: string; reason: string };

/** Ends a session of a member of staff, who is told by whom and why. @throws Problem 404 where no member of staff has it */
export async function endStaffSession(pool: Pool, { staffId, sessionId, reason }: Ending, now: Date): Promise<void> {
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ user_id: string; user_agent: string }>(
      `delete from app.session s using app.user u where s.id = $1 and u.id = s.user_id and u.role = 'admin' returning s.user_id, s.user_agent`,
      [sessionId],
    );
    const [ended] = rows;
    if (ended === undefined) throw new Problem(404, 'session.not_found', messages.session.notFound);
    const note = await keepReason(client, { whose: staffId, reason, now });
    await client.query("select ledger.record_audit($1, 'staff.end_session', 'user', $2::text, null, $3, $4)", [
      staffId,
      ended.user_id,
      note,
      now,
    ]);
    const values = { time: minute(now), device: readable(ended.user_agent) || 'unknown', reason };
    await enqueueMail(client, { userId: ended.user_id, template: 'session-ended', values }, now);
    await invalidate(client, [
      { c: ended.user_id, t: ['sessions', 'mailbox'], e: 'session_ended', s: sessionId, a: true },
    ]);
  });
}
