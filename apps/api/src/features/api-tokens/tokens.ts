import { hash, randomBytes } from 'node:crypto';
import type { ApiTokenRow } from '@clearbook/contracts/admin-export';
import { type ApiToken, type CreatedApiToken, TOKEN_PREFIX, TOKENS_MAX } from '@clearbook/contracts/api-tokens';
import { messages } from '@clearbook/contracts/messages';
import type { TokenPermission } from '@clearbook/contracts/permissions';
import { COOLING_MS } from '@clearbook/domain/holds';
import type { ClientBase, Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { Problem } from '../../platform/http/index.ts';
import { minute } from '../../platform/mail/minute.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { lockPerson, transaction, transactionOf } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';

/** Of those that work no more. */
const SHOWN = 500;
const SECRET_BYTES = 32;
const DAY_MS = 86_400_000;

type Row = {
  id: string;
  name: string;
  owner_id: string;
  email: string;
  permissions: TokenPermission[];
  networks: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

const TOKENS = `
  select t.id, t.name, t.owner_id, u.email, t.permissions, t.networks, t.created_at, t.expires_at, t.last_used_at, t.revoked_at
  from app.api_token t join app."user" u on u.id = t.owner_id`;

/** Every one that works, however old it is, since somebody may have to revoke it, and then so many of the others, or all without a limit: each newest first. */
export async function listTokens(pool: Pool, now: Date, others: number | null = SHOWN): Promise<ApiToken[]> {
  const { rows } = await pool.query<Row>(
    `${TOKENS} where t.revoked_at is null and t.expires_at > $1
       or t.id in (select o.id from app.api_token o where o.revoked_at is not null or o.expires_at <= $1 order by o.created_at desc, o.id desc limit $2)
     order by (t.revoked_at is null and t.expires_at > $1) desc, t.created_at desc, t.id desc`,
    [now, others],
  );
  return rows.map((row) => shown(row, now));
}

function shown(row: Row, now: Date): ApiToken {
  const current = row.expires_at > now ? 'active' : 'expired';
  return {
    id: row.id,
    name: row.name,
    member: { id: row.owner_id, email: row.email },
    permissions: row.permissions,
    networks: row.networks,
    status: row.revoked_at === null ? current : 'revoked',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}

export function tokenFileRow(token: ApiToken): ApiTokenRow {
  return {
    id: token.id,
    name: token.name,
    status: token.status,
    permissions: token.permissions.join('; '),
    networks: token.networks.join('; '),
    email: token.member.email,
    member_id: token.member.id,
    created_utc: token.created_at,
    expires_utc: token.expires_at,
    last_used_utc: token.last_used_at ?? '',
  };
}

type Wanted = {
  ownerId: string;
  sessionId: string;
  name: string;
  permissions: TokenPermission[];
  networks: string[];
  days: number;
};

/**
 * The secret leaves in this answer and is nowhere afterwards. Its maker is told by mail: whoever is in with their account may be somebody else.
 * @throws Problem 401 where its maker's session has ended, 409 where the person has as many active ones as there can be
 */
export async function createToken(
  pool: Pool,
  { ownerId, sessionId, name, permissions, networks, days }: Wanted,
  now: Date,
): Promise<CreatedApiToken> {
  const id = newId();
  const secret = `${TOKEN_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const each = [...new Set(permissions)];
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  return transactionOf(pool, ownerId, async (client) => {
    // A changed password or a lock may have overtaken this request: whatever ended its session has revoked the tokens already.
    const session = await client.query('select from app.session where id = $1', [sessionId]);
    if (session.rowCount !== 1) throw new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    const { rowCount } = await client.query(
      'select from app.api_token where owner_id = $1 and revoked_at is null and expires_at > $2',
      [ownerId, now],
    );
    if ((rowCount ?? 0) >= TOKENS_MAX) throw new Problem(409, 'token.too_many', messages.token.tooMany(TOKENS_MAX));
    await client.query(
      `insert into app.api_token (id, token_hash, owner_id, name, permissions, networks, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, hash('sha256', secret, 'buffer'), ownerId, name, each, networks, now, expiresAt],
    );
    await record(client, { staffId: ownerId, action: 'token.create', id, facts: { permissions: each, days } }, now);
    const values = { time: minute(now), until: minute(expiresAt), name };
    await enqueueMail(client, { userId: ownerId, template: 'api-token-created', values }, now);
    const { rows } = await client.query<Row>(`${TOKENS} where t.id = $1`, [id]);
    const [row] = rows;
    if (row === undefined) throw new Error('A token that was just written is not there.');
    return { token: shown(row, now), secret };
  });
}

/** @throws Problem 404 where there is none, or it was revoked already */
export async function revokeToken(
  pool: Pool,
  { staffId, tokenId, reason }: { staffId: string; tokenId: string; reason: string },
  now: Date,
): Promise<void> {
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update app.api_token set revoked_at = $2 where id = $1 and revoked_at is null',
      [tokenId, now],
    );
    if (rowCount !== 1) throw new Problem(404, 'token.not_found', messages.token.notFound);
    const facts = await keepReason(client, { whose: staffId, reason, now });
    await record(client, { staffId, action: 'token.revoke', id: tokenId, facts }, now);
  });
}

export type Because = 'account_locked' | 'password_reset' | 'password_changed' | 'two_factor_on';

/** Whoever was in with the account may have made one to come back with. */
export function revokeTokensOf(client: ClientBase, userId: string, because: Because, now: Date): Promise<void> {
  return revokeMadeAfter(client, { userId, after: new Date(0), because }, now);
}

/** Those that were made while a change of access holds payouts, as with passkeys: older ones are the owner's, and programs go on with them. */
export function revokeRecentTokens(client: ClientBase, userId: string, because: Because, now: Date): Promise<void> {
  return revokeMadeAfter(client, { userId, after: new Date(now.getTime() - COOLING_MS), because }, now);
}

type Made = { userId: string; after: Date; because: Because };

async function revokeMadeAfter(client: ClientBase, { userId, after, because }: Made, now: Date): Promise<void> {
  await lockPerson(client, userId);
  const { rows } = await client.query<{ id: string }>(
    'update app.api_token set revoked_at = $3 where owner_id = $1 and revoked_at is null and created_at > $2 returning id',
    [userId, after, now],
  );
  for (const { id } of rows)
    await record(client, { staffId: userId, action: 'token.revoke', id, facts: { because } }, now);
}

type Line = { staffId: string; action: 'token.create' | 'token.revoke'; id: string; facts: object };

async function record(client: ClientBase, { staffId, action, id, facts }: Line, now: Date): Promise<void> {
  await client.query("select ledger.record_audit($1, $2, 'api_token', $3, null, $4, $5)", [
    staffId,
    action,
    id,
    facts,
    now,
  ]);
  await invalidate(client, [{ c: staffId, t: ['sessions'], e: 'api_tokens', s: id, a: true }]);
}
