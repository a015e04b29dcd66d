import type { AdminUser } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { usd } from '../books/index.ts';
import { DEFAULT_PICTURE, pictureAddress } from '../me/index.ts';
import { type PageOf, readPage, USERS } from '../tables/index.ts';

type Row = {
  id: string;
  username: string;
  fullname: string;
  email: string;
  role: AdminUser['role'];
  status: AdminUser['status'];
  is_verified: boolean;
  picture_file: string | null;
  created_at: Date;
  cash: string;
  margin: string;
  withdrawing: string;
  loan: string;
  deposited: string;
  realised: string;
  signal_percent: number;
  billing: boolean;
  billing_from: Date | null;
  code: boolean;
  reason: string | null;
  since: Date | null;
};

const SELECT = `select u.id, u.username, u.fullname, u.email, u.role, p.status, u.is_verified, u.picture_file, u.created_at, p.cash, p.margin, p.withdrawing, p.loan, p.deposited, p.realised,
    p.signal_percent, p.billing, p.billing_from, p.code, n.body ->> 'text' as reason, n.at as since
  from app.user u join ledger.party p on p.id = u.id left join app.note n on n.subject_id = u.id and n.kind = 'reason'`;

export function pageUsers(pool: Pool, page: PageRequest, now: Date): Promise<PageOf<AdminUser>> {
  return readPage(pool, USERS, page, (client, ids) => usersByIds(client, ids, now));
}

export async function usersByIds(
  client: ClientBase,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AdminUser>> {
  const { rows } = await client.query<Row>(`${SELECT} where u.id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, wire(row, now)]));
}

export async function findUser(pool: Pool, id: string, now: Date): Promise<AdminUser | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where u.id = $1`, [id]);
  return rows[0] && wire(rows[0], now);
}

function wire(row: Row, now: Date): AdminUser {
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
    picture: pictureAddress(row.picture_file),
    profileImageUrl: pictureAddress(row.picture_file) ?? DEFAULT_PICTURE,
    admin: row.role === 'admin',
    total_balance: usd(BigInt(row.cash) + BigInt(row.margin) + BigInt(row.withdrawing)),
    borrowed: usd(BigInt(row.loan)),
    deposit_balance: usd(BigInt(row.deposited)),
    profit_balance: usd(BigInt(row.realised)),
    available: usd(BigInt(row.cash)),
    signal_strength: row.signal_percent,
    billing_status: row.billing ? 'Enabled' : 'Disabled',
    billing_from: row.billing_from && now < row.billing_from ? row.billing_from.toISOString() : null,
    code_status: row.code ? 'Enabled' : 'Disabled',
    created_at: row.created_at.toISOString(),
  };
}
