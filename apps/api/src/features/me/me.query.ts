import type { Me } from '@clearbook/contracts/access';
import type { Permission } from '@clearbook/contracts/permissions';
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
  two_factor: boolean;
  picture_file: string | null;
  created_at: Date;
  reason: string | null;
  since: Date | null;
  guest_until: Date | null;
  staff_role: string | null;
  permissions: Permission[] | null;
};

/** The person behind a session, as the shell of every page shows them. */
export async function readMe(pool: Pool, userId: string, mode: Me['mode']): Promise<Me> {
  const { rows } = await pool.query<Row>(
    `select u.id, u.username, u.fullname, u.email, u.role, p.status, u.is_verified, u.must_change_password, u.picture_file, u.created_at,
       exists (select from app.second_factor f where f.user_id = u.id and f.confirmed_at is not null) as two_factor,
       (select g.until from app.guest g where g.party_id = u.id and g.kept_at is null) as guest_until,
       n.body ->> 'text' as reason, n.at as since, r.role as staff_role, ledger.permissions_of(r.role) as permissions
     from app.user u
     join ledger.party p on p.id = u.id
     left join lateral (select ledger.role_of(u.id) as role where u.role = 'admin') r on true
     left join app.note n on n.subject_id = u.id and n.kind = 'reason'
     where u.id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no person ${userId}, although a session names them.`);
  const {
    reason,
    since,
    created_at: createdAt,
    picture_file: picture,
    guest_until: guestUntil,
    staff_role: staffRole,
    permissions,
    ...person
  } = row;
  return {
    ...person,
    suspended: row.status === 'suspended' ? { reason: reason ?? '', since: (since ?? createdAt).toISOString() } : null,
    guest: guestUntil === null ? null : { until: guestUntil.toISOString() },
    staff: staffRole === null ? null : { role: staffRole, permissions: permissions ?? [] },
    must_set_up_two_factor: mode === 'live' && row.role === 'admin' && !row.two_factor,
    picture: pictureAddress(picture),
    profileImageUrl: pictureAddress(picture) ?? DEFAULT_PICTURE,
    admin: row.role === 'admin',
    created_at: createdAt.toISOString(),
    mode,
  };
}

/** What stands for a person who has sent no picture of their own. */
export const DEFAULT_PICTURE = '/default-picture.svg';

/** Where the picture of this id is shown, to its owner and to staff. */
export function pictureAddress(fileId: string | null): string | null {
  return fileId === null ? null : `/api/v1/files/${fileId}`;
}
