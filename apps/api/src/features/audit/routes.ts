import type { AuditEntry } from '@clearbook/contracts/admin';
import type { ClientBase, Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { AUDIT, readPage } from '../tables/index.ts';

export const AUDIT_PAGE_SIZE = 20;

type Row = {
  number: string; at: Date; actor_id: string; email: string | null; action: string; subject_type: string; subject_id: string; client_id: string | null; client_email: string | null;
  facts: Record<string, string>;
}; // prettier-ignore

/** Every action of staff, newest first. Written by the doors of the books and by nothing else; nobody can change or remove a line. */
export function auditRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/audit', async ({ query }) => {
    const page = pageRequest(query, AUDIT_PAGE_SIZE);
    const { data, total, capped } = await readPage(pool, AUDIT, page, entriesByNumbers);
    return pageReply(page, data, total, capped);
  });
}

async function entriesByNumbers(client: ClientBase, numbers: readonly string[]): Promise<Map<string, AuditEntry>> {
  const { rows } = await client.query<Row>(
    `select a.number, a.at, a.actor_id, u.email, a.action, a.subject_type, a.subject_id, a.client_id, c.email as client_email, a.facts
     from ledger.audit a left join app.user u on u.id = a.actor_id left join app.user c on c.id = a.client_id where a.number = any($1)`,
    [numbers],
  );
  return new Map(rows.map((row) => [row.number, wire(row)]));
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
    client_email: row.client_email,
    facts: Object.fromEntries(Object.entries(row.facts).map(([name, value]) => [name, String(value)])),
  };
}
