import type { AuditEntry } from '@clearbook/contracts/admin';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';

export const AUDIT_PAGE_SIZE = 20;

type Row = {
  number: string; at: Date; actor_id: string; email: string | null; action: string; subject_type: string; subject_id: string; client_id: string | null;
  facts: Record<string, string>;
}; // prettier-ignore

/** Every action of staff, newest first. Written by the doors of the books and by nothing else; nobody can change or remove a line. */
export function auditRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/audit', async ({ query }) => {
    const page = pageRequest(query, AUDIT_PAGE_SIZE);
    const where = 'where $1::text is null or u.email like $1 or a.action like $1';
    const { rows } = await pool.query<Row>(
      `select a.number, a.at, a.actor_id, u.email, a.action, a.subject_type, a.subject_id, a.client_id, a.facts
       from ledger.audit a left join app.user u on u.id = a.actor_id ${where} order by a.number desc limit $2 offset $3`,
      [page.pattern, page.pageSize, page.offset],
    );
    const { rows: counted } = await pool.query<{ total: string }>(
      `select count(*) as total from ledger.audit a left join app.user u on u.id = a.actor_id ${where}`,
      [page.pattern],
    );
    return pageReply(page, rows.map(wire), Number(counted[0]?.total ?? 0));
  });
}

function wire(row: Row): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor_id: row.actor_id,
    actor_email: row.email ?? '',
    action: row.action,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    client_id: row.client_id,
    facts: Object.fromEntries(Object.entries(row.facts).map(([name, value]) => [name, String(value)])),
  };
}
