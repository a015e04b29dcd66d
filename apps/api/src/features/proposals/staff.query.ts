import type { StaffRoleRow, StaffRow } from '@clearbook/contracts/admin-export';
import { type Permission, PERMISSIONS, ROLE_NAMES, ROLES } from '@clearbook/contracts/permissions';
import type { StaffMember, StaffRole } from '@clearbook/contracts/proposals';
import type { Pool } from 'pg';
import { DEMO_DESK } from '../demo/index.ts';

/** Everybody who is or was staff. The desk of the demo data is a name in the log, and nobody. */
export async function listStaff(pool: Pool, now: Date): Promise<StaffMember[]> {
  const { rows } = await pool.query<{
    id: string;
    email: string;
    status: StaffMember['status'];
    role: string;
    created_at: Date;
    proposal_id: string | null;
  }>(
    `select u.id, u.email, case when s.status = 'closed' then 'removed' when u.password_hash is null then 'invited' else 'active' end as status, ledger.role_of(u.id) as role, u.created_at,
       (select p.id from ledger.proposal p where p.subject_id = u.id and p.status = 'waiting' and p.lapses_at > $1 limit 1) as proposal_id
     from app.user u join ledger.party s on s.id = u.id where u.role = 'admin' and u.email <> $2 order by u.id`,
    [now, DEMO_DESK.email],
  );
  return rows.map(({ created_at: since, ...row }) => ({ ...row, since: since.toISOString() }));
}

/** The declared roles first, then those that owners made, each as it is now. */
export async function listRoles(pool: Pool): Promise<StaffRole[]> {
  const { rows } = await pool.query<{
    id: string;
    permissions: Permission[] | null;
    members: number;
    set_by: string | null;
  }>(
    `select n.id, (select r.permissions from ledger.staff_role r where r.name = n.id order by r.number desc limit 1) as permissions,
       ledger.set_by('define_role ' || n.id, '{}') as set_by,
       (select count(*)::int from ledger.party p join app.user u on u.id = p.id
         where p.book = 0 and p.kind = 'staff' and p.status <> 'closed' and u.email <> $2 and ledger.role_of(p.id) = n.id) as members
     from (select unnest($1::text[]) as id union select name from ledger.staff_role) n order by array_position($1::text[], n.id), n.id`,
    [ROLE_NAMES, DEMO_DESK.email],
  );
  const declared: Readonly<Record<string, readonly Permission[]>> = ROLES;
  return rows.map(({ id, permissions, members, set_by }) => {
    const may = declared[id] ?? permissions ?? [];
    return {
      id,
      permissions: PERMISSIONS.filter((name) => may.includes(name)),
      declared: declared[id] !== undefined,
      members,
      set_by,
    };
  });
}

/** Whether somebody could still change staff if one of them had another role, or none. */
export async function mayOthersChangeStaff(pool: Pool, leaving: string, role: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ledger.party p join app.user u on u.id = p.id
     where p.book = 0 and p.kind = 'staff' and p.status = 'active' and u.email <> $3
       and 'staff.change' = any(ledger.permissions_of(case when p.id = $1 then $2 else ledger.role_of(p.id) end)) limit 1`,
    [leaving, role, DEMO_DESK.email],
  );
  return rowCount === 1;
}

export function staffFileRow({ id, email, status, role, proposal_id, since }: StaffMember): StaffRow {
  return { id, email, status, role, proposal_id: proposal_id ?? '', since_utc: since };
}

export function roleFileRow({ id, declared, members, permissions }: StaffRole): StaffRoleRow {
  return { role: id, declared: declared ? 'yes' : 'no', members: String(members), permissions: permissions.join('; ') };
}
