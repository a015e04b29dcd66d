import { randomInt } from 'node:crypto';
import { email as emailSchema } from '@clearbook/contracts/common';
import { messages } from '@clearbook/contracts/messages';
import { INVITATION_LIFE_MS, ONE_TIME_PASSWORD_LIFE_MS } from '@clearbook/domain/access';
import type { Pool, PoolClient } from 'pg';
import { v7 } from 'uuid';
import type { Config } from '../../platform/config.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { PlainError } from '../../platform/plain-error.ts';
import { lockTransaction } from '../../platform/locks.ts';
import { transaction } from '../../platform/transaction.ts';
import { DEMO_DESK } from '../demo/index.ts';
import { PasswordHasher } from './password-hasher.ts';
import { hashToken, newToken } from './tokens.ts';

export type FirstAdmin = { email: string; password: string };

const OPEN_FIRST = "select ledger.open_party($1::uuid, 'staff')";
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP_LENGTH = 5;

/**
 * Makes the first administrator where there is none. In demo mode a given pair is used as it is; otherwise a one-time password
 * is generated, valid for 24 hours and changed at the first sign-in. In live mode nobody ever sees a password: ADMIN_EMAIL gets a link.
 * @returns what the operator must be shown, once; undefined where there is nothing to show
 */
export async function ensureFirstAdmin(
  pool: Pool,
  config: Pick<Config, 'mode' | 'publicUrl' | 'adminEmail' | 'adminPassword'>,
  now: Date,
): Promise<FirstAdmin | undefined> {
  return transaction(pool, async (client) => {
    // Two starts at the same moment must not both make one.
    await lockTransaction(client, 'firstAdmin');
    if (await hasAdmin(client)) return undefined;

    const email = config.adminEmail?.toLowerCase() ?? `admin@${mailDomain(config.publicUrl)}`;
    if (config.mode === 'live') {
      if (config.adminEmail === undefined) return undefined;
      const id = await insertStaff(client, email, OPEN_FIRST, now);
      await recordAdded(client, id, 'start', now);
      await invite(client, id, now);
      return undefined;
    }
    const given =
      config.adminEmail !== undefined && config.adminPassword !== undefined ? config.adminPassword : undefined;
    const password = given ?? oneTimePassword();
    const id = await insertStaff(client, email, OPEN_FIRST, now);
    await recordAdded(client, id, 'start', now);
    await client.query(
      // The operator named this address, and nobody else could.
      'update app.user set password_hash = $2, must_change_password = $3, password_valid_until = $4, email_confirmed_at = created_at where id = $1',
      [
        id,
        await new PasswordHasher().hash(password),
        given === undefined,
        given === undefined ? new Date(now.getTime() + ONE_TIME_PASSWORD_LIFE_MS) : null,
      ],
    );
    return given === undefined ? { email, password } : undefined;
  });
}

/** The desk of the demo data is a name in the audit log, and nobody who could sign in. */
export async function hasAdmin(reader: Pick<Pool, 'query'> | PoolClient): Promise<boolean> {
  const { rowCount } = await reader.query("select from app.user where role = 'admin' and email <> $1 limit 1", [
    DEMO_DESK.email,
  ]);
  return rowCount === 1;
}

/**
 * Invites a member of staff (`npm run staff -- add EMAIL`), or sends an invited one a new link.
 * @param pool the owner's: the server's role lets nobody in
 * @returns the link, which works once, for 24 hours; it is mailed as well
 * @throws PlainError where the address is not one, or belongs to a client
 */
export async function addStaff(pool: Pool, address: string, now: Date, publicUrl: string): Promise<string> {
  const parsed = emailSchema(messages.login.emailRequired, messages.login.emailInvalid).safeParse(address);
  if (!parsed.success) throw new PlainError(`${address.slice(0, 100)} is not an email address.`);
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; role: string }>(
      'select id, role from app.user where email = $1 for update',
      [parsed.data],
    );
    const [known] = rows;
    if (known && known.role !== 'admin')
      throw new PlainError(
        'That address belongs to a client. Staff can’t have client accounts, so use another address.',
      );
    const { rowCount: kept } = await client.query(
      'select from app.account_lock where address = $1 and used_at is null and expires_at > $2',
      [parsed.data, now],
    );
    if (kept !== 0)
      throw new PlainError('A client has just left that address and can still take it back. Use another address.');
    // Whose access had ended by proposal comes back on the host's word.
    if (known) await client.query('select ledger.reopen_staff($1)', [known.id]);
    const id = known?.id ?? (await insertStaff(client, parsed.data, 'select ledger.open_staff($1::uuid)', now));
    await recordAdded(client, id, known ? 'host, a new link' : 'host', now);
    const token = await invite(client, id, now);
    return `${publicUrl}/reset-password#token=${token}`;
  });
}

/** @param open how they come into the books, which is not for the same login on the host and at the start */
async function insertStaff(client: PoolClient, email: string, open: string, now: Date): Promise<string> {
  const id = v7();
  const name = email.split('@')[0] ?? 'admin';
  await client.query(open, [id]);
  await client.query(
    "insert into app.user (id, email, username, fullname, role, is_verified, created_at) values ($1, $2, $3, $4, 'admin', true, $5)",
    [id, email, name.slice(0, 60), name.slice(0, 1).toUpperCase() + name.slice(1, 120), now],
  );
  return id;
}

/** On the host nobody is signed in, so the line stands under the name of who was added, and says where it came from. */
async function recordAdded(client: PoolClient, id: string, by: string, now: Date): Promise<void> {
  await client.query("select ledger.record_audit($1::uuid, 'staff.add', 'user', $1::text, null, $2, $3)", [
    id,
    { by },
    now,
  ]);
}

async function invite(client: PoolClient, userId: string, now: Date): Promise<string> {
  const token = newToken();
  await client.query('insert into app.password_link (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    hashToken(token),
    userId,
    new Date(now.getTime() + INVITATION_LIFE_MS),
  ]);
  await enqueueMail(client, { userId, template: 'staff-invitation', values: { token } }, now);
  return token;
}

/** About 99 bits, in letters that cannot be mistaken for each other. */
function oneTimePassword(): string {
  const letter = () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)] ?? '';
  const group = () => Array.from({ length: PASSWORD_GROUP_LENGTH }, letter).join('');
  return Array.from({ length: PASSWORD_GROUPS }, group).join('-');
}

function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(hostname) ? hostname.toLowerCase() : 'clearbook.local';
}
