import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { AuditEntry, OwnAuditEntry } from '@clearbook/contracts/admin';
import type { AuditRow } from '@clearbook/contracts/admin-export';
import type { ClientBase, Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { pageReply, pageRequest } from '../../platform/paging.ts';
import { AUDIT, exportTable, inFileRows, readPage } from '../tables/index.ts';

const DEFAULT_OWN = 50;

type Row = {
  number: string;
  at: Date;
  actor_id: string;
  email: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  client_id: string | null;
  client_email: string | null;
  facts: Record<string, string>;
  reason: string | null;
};

/** Every action of staff, newest first. Written by the ledger functions and by nothing else; nobody can change or remove a line. */
export function auditRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/audit', async ({ query }) => {
    const page = pageRequest(query, ADMIN_PAGE_SIZES.audit);
    const { data, total, capped } = await readPage(pool, AUDIT, page, entriesByNumbers);
    return pageReply(page, data, total, capped);
  });

  register('GET /admin/audit.csv', (request) =>
    exportTable(pool, AUDIT, request, async (client, numbers) =>
      inFileRows(await entriesByNumbers(client, numbers), auditRow),
    ),
  );

  register('GET /me/audit', ({ actor, query }) => listOwn(pool, actor.userId, query));
}

/**
 * What staff did about this client, newest first: what and when, but not who. A mere proposal doesn't
 * appear. A returned withdrawal has its reason next to the return, not next to the earlier approval.
 */
async function listOwn(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_OWN, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: OwnAuditEntry[]; next_cursor: string | null }> {
  const { rows } = await pool.query<Pick<Row, 'number' | 'at' | 'action' | 'facts'> & { reason: string | null }>(
    `select a.number, a.at, a.action, a.facts, (select n.body ->> 'text' from app.note n where n.kind = 'reason' and n.client_id = $1
       and a.action <> 'withdrawal.approve' and n.subject_id::text = coalesce(a.facts ->> 'note', a.facts ->> 'adjustment', a.subject_id)) as reason from ledger.audit a
     where a.client_id = $1 and a.actor_id <> $1 and a.subject_type <> 'proposal' and ($2::bigint is null or a.number < $2) order by a.number desc limit $3`,
    [clientId, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(({ number, at, action, facts, reason }) => ({
      number,
      at: at.toISOString(),
      action,
      facts: texts(facts),
      reason,
    })),
    next_cursor: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

function texts(facts: Row['facts']): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
}

async function entriesByNumbers(client: ClientBase, numbers: readonly string[]): Promise<Map<string, AuditEntry>> {
  const { rows } = await client.query<Row>(
    `select a.number, a.at, a.actor_id, u.email, a.action, a.subject_type, a.subject_id, a.client_id, c.email as client_email, a.facts, n.body ->> 'text' as reason
     from ledger.audit a left join app.user u on u.id = a.actor_id left join app.user c on c.id = a.client_id
     left join app.note n on n.subject_id = coalesce(a.facts ->> 'note', a.facts ->> 'adjustment', case when a.subject_type = 'adjustment' then a.subject_id end)::uuid and n.kind = 'reason' where a.number = any($1)`,
    [numbers],
  );
  return new Map(rows.map((row) => [row.number, wire(row)]));
}

function auditRow(entry: AuditEntry): AuditRow {
  return {
    number: entry.number,
    at_utc: entry.at,
    who: entry.actor_email,
    who_id: entry.actor_id,
    action: entry.action,
    subject_type: entry.subject_type,
    subject_id: entry.subject_id,
    client: entry.client_email ?? '',
    client_id: entry.client_id ?? '',
    facts: Object.entries(entry.facts)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
    reason: entry.reason ?? '',
  };
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
    facts: texts(row.facts),
    reason: row.reason,
  };
}
