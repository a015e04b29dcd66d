import { EVENTS } from '@clearbook/domain/ledger';
import type { AdminAdjustment } from '@clearbook/contracts/admin';
import type { Pool } from 'pg';
import type { PageRequest } from '../../platform/paging.ts';
import { usd } from '../books/index.ts';
import { type PageOf, reading } from '../tables/index.ts';

type Row = {
  number: string;
  id: string;
  at: Date;
  client_id: string;
  client_email: string;
  actor_id: string;
  actor_email: string | null;
  change: string;
  corrects: string | null;
  reason: string | null;
};

/** Event 9: the only entries that staff write by hand, whatever screen they came from. */
const FOUND = `from ledger.entry e join app.user u on u.id = e.client_id where e.event = ${EVENTS.adjustment} and ($1::text is null or u.email like $1)`;

/** Every adjustment of every client, newest first, searched by part of the client's email. */
export async function pageAdjustments(
  pool: Pool,
  { pattern, pageSize, offset }: PageRequest,
): Promise<PageOf<AdminAdjustment>> {
  return reading(pool, async (client) => {
    const { rows: counted } = await client.query<{ total: string }>(`select count(*) as total ${FOUND}`, [pattern]);
    const { rows } = await client.query<Row>(
      `select f.number, f.subject_id as id, f.at, f.client_id, f.email as client_email, f.actor_id, s.email as actor_email, f.corrects, n.body ->> 'text' as reason,
         (select -sum(p.amount) from ledger.posting p where (p.book, p.entry_number) = (f.book, f.number) and p.party_id = f.client_id) as change
       from (select e.book, e.number, e.subject_id, e.at, e.client_id, e.actor_id, e.corrects, u.email ${FOUND} order by e.at desc, e.book desc, e.number desc limit $2 offset $3) f
       left join app.user s on s.id = f.actor_id left join app.note n on n.subject_id = f.subject_id and n.kind = 'reason'
       order by f.at desc, f.book desc, f.number desc`,
      [pattern, pageSize, offset],
    );
    return { data: rows.map(wire), total: Number(counted[0]?.total ?? 0), capped: false };
  });
}

function wire(row: Row): AdminAdjustment {
  const change = BigInt(row.change);
  return {
    id: row.id,
    entry_number: row.number,
    at: row.at.toISOString(),
    user_id: row.client_id,
    user_email: row.client_email,
    actor_id: row.actor_id,
    actor_email: row.actor_email ?? '',
    direction: change < 0n ? 'debit' : 'credit',
    amount: usd(change < 0n ? -change : change),
    corrects: row.corrects,
    reason: row.reason,
  };
}
