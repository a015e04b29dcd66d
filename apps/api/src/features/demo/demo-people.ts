import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { transaction } from '../../platform/transaction.ts';

/** No one can own a name under .invalid (RFC 6761), so mail to it can't reach a stranger. */
export const DEMO_DOMAIN = 'clearbook.invalid';

export type DemoPerson = {
  readonly email: string;
  readonly username: string;
  readonly fullname: string;
  readonly role: 'client' | 'admin';
};

/** The actor of decisions made before there were people: named in the audit log as what it is, not as the first administrator. */
export const DEMO_DESK: DemoPerson = {
  email: `demo-desk@${DEMO_DOMAIN}`,
  username: 'demo-desk',
  fullname: 'Demo Desk',
  role: 'admin',
};

export function demoClient(number: number): DemoPerson {
  return {
    email: `demo${number}@${DEMO_DOMAIN}`,
    username: `demo${number}`,
    fullname: `Demo Client ${number}`,
    role: 'client',
  };
}

export function isDemoAddress(address: string): boolean {
  return address.toLowerCase().endsWith(`@${DEMO_DOMAIN}`);
}

/**
 * Creates an account that nobody can sign in to: it has no password, and a reset link would reach no one.
 * @returns its id, the same every time; undefined if someone has signed up with that address
 */
export async function ensureDemoPerson(pool: Pool, person: DemoPerson, now: Date): Promise<string | undefined> {
  const known = await find(pool, person);
  if (known) return known.ours ? known.id : undefined;
  const id = v7();
  try {
    await transaction(pool, async (client) => {
      await client.query('select ledger.open_party($1, $2)', [id, person.role === 'admin' ? 'staff' : 'client']);
      await client.query(
        'insert into app.user (id, email, username, fullname, role, created_at) values ($1, $2, $3, $4, $5, $6)',
        [id, person.email, person.username, person.fullname, person.role, now],
      );
    });
    return id;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    // Another process or a person who signed up was faster.
    const made = await find(pool, person);
    return made?.ours ? made.id : undefined;
  }
}

const UNIQUE_VIOLATION = '23505';

async function find(pool: Pool, { email, role }: DemoPerson): Promise<{ id: string; ours: boolean } | undefined> {
  const { rows } = await pool.query<{ id: string; ours: boolean }>(
    'select id, password_hash is null and role = $2 as ours from app.user where email = $1',
    [email, role],
  );
  return rows[0];
}
