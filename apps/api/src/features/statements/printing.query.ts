import type { Pool } from 'pg';
import { readSitename } from '../settings/index.ts';
import type { LogPlace } from './pdf/statement-pdf.ts';

/** Whose statement it is, and whose site. */
export async function readNames(pool: Pool, clientId: string): Promise<{ client: string; site: string }> {
  const { rows } = await pool.query<{ fullname: string }>('select fullname from app.user where id = $1', [clientId]);
  return { client: rows[0]?.fullname ?? '', site: await readSitename(pool) };
}

/** Where a client's entry is in the transparency log, and the first checkpoint that covers it; undefined until one does. */
export async function readLogPlace(pool: Pool, clientId: string, entry: string): Promise<LogPlace | undefined> {
  const { rows } = await pool.query<{ leaf: string; origin: string; size: string; root: string; signed_at: Date }>(
    `select l.leaf_index as leaf, t.origin, c.size, encode(c.root, 'base64') as root, c.signed_at
     from ledger.party p join ledger.log_leaf l on l.type = 1 and l.source_row = p.book || '/' || $2
     cross join ledger.log_tree t
     cross join lateral (select * from ledger.log_checkpoint c where c.size > l.leaf_index order by c.size limit 1) c
     where p.id = $1`,
    [clientId, entry],
  );
  const [row] = rows;
  return row && { entry, leaf: row.leaf, origin: row.origin, size: row.size, root: row.root, signedAt: row.signed_at };
}
