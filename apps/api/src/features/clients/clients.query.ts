import type { AdminUser } from '@clearbook/contracts/admin';
import type { Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { usd } from '../books/index.ts';

type Row = {
  id: string; username: string; fullname: string; email: string; role: AdminUser['role']; status: AdminUser['status']; is_verified: boolean; created_at: Date;
  cash: string; margin: string; withdrawing: string; deposited: string; realised: string; signal_percent: number; billing: boolean; code: boolean;
  reason: string | null; since: Date | null;
}; // prettier-ignore

const SELECT = `select u.id, u.username, u.fullname, u.email, u.role, p.status, u.is_verified, u.created_at, p.cash, p.margin, p.withdrawing, p.deposited, p.realised,
    p.signal_percent, p.billing, p.code, n.body ->> 'text' as reason, n.at as since
  from app.user u join ledger.party p on p.id = u.id left join app.note n on n.subject_id = u.id and n.kind = 'reason'`;

export async function pageUsers(
  pool: Pool,
  { pageSize, offset, pattern }: PageRequest,
): Promise<{ data: AdminUser[]; total: number }> {
  const where = 'where $1::text is null or u.email like $1';
  const { rows } = await pool.query<Row>(
    `${SELECT} ${where} order by u.created_at desc, u.id desc limit $2 offset $3`,
    [pattern, pageSize, offset],
  );
  const { rows: counted } = await pool.query<{ total: string }>(`select count(*) as total from app.user u ${where}`, [
    pattern,
  ]);
  return { data: rows.map(wire), total: Number(counted[0]?.total ?? 0) };
}

export async function findUser(pool: Pool, id: string): Promise<AdminUser | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where u.id = $1`, [id]);
  return rows[0] && wire(rows[0]);
}

function wire(row: Row): AdminUser {
  return {
    id: row.id,
    username: row.username,
    fullname: row.fullname,
    email: row.email,
    role: row.role,
    status: row.status,
    suspended:
      row.status === 'suspended'
        ? { reason: row.reason ?? '', since: (row.since ?? row.created_at).toISOString() }
        : null,
    is_verified: row.is_verified,
    total_balance: usd(BigInt(row.cash) + BigInt(row.margin) + BigInt(row.withdrawing)),
    deposit_balance: usd(BigInt(row.deposited)),
    profit_balance: usd(BigInt(row.realised)),
    available: usd(BigInt(row.cash)),
    signal_strength: row.signal_percent,
    billing_status: row.billing ? 'Enabled' : 'Disabled',
    code_status: row.code ? 'Enabled' : 'Disabled',
    created_at: row.created_at.toISOString(),
  };
}
