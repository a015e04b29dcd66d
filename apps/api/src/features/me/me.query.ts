import type { Me } from '@clearbook/contracts/access';
import type { Pool } from 'pg';

type Row = {
  id: string;
  username: string;
  fullname: string;
  email: string;
  role: Me['role'];
  status: Me['status'];
  is_verified: boolean;
  must_change_password: boolean;
  created_at: Date;
  reason: string | null;
  since: Date | null;
};

/** The person behind a session, as the shell of every page shows them. */
export async function readMe(pool: Pool, userId: string, mode: Me['mode']): Promise<Me> {
  const { rows } = await pool.query<Row>(
    `select u.id, u.username, u.fullname, u.email, u.role, p.status, u.is_verified, u.must_change_password, u.created_at,
       n.body ->> 'text' as reason, n.at as since
     from app.user u
     join ledger.party p on p.id = u.id
     left join app.note n on n.subject_id = u.id and n.kind = 'reason'
     where u.id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no person ${userId}, although a session names them.`);
  const { reason, since, created_at: createdAt, ...person } = row;
  return {
    ...person,
    suspended: row.status === 'suspended' ? { reason: reason ?? '', since: (since ?? createdAt).toISOString() } : null,
    created_at: createdAt.toISOString(),
    mode,
  };
}
