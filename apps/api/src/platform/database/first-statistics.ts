import type pg from 'pg';

/** Since this version statistics can be written, not only gathered. */
const WRITABLE_SINCE = 180_000;

/**
 * Tells the planner how many books there are, of each table that it has not looked at yet. Without a word about it it takes a book for one row in two
 * hundred, and until the first ANALYZE a commit reads whole books where it looks for a few of their rows.
 */
export async function writeFirstStatistics(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT WHERE current_setting('server_version_num')::int >= ${WRITABLE_SINCE}`,
  );
  if (rowCount === 0) return;
  await client.query(`
    SELECT pg_restore_attribute_stats('schemaname', 'ledger', 'relname', c.relname::text, 'attname', 'book', 'inherited', false,
      'null_frac', 0::real, 'avg_width', 2, 'n_distinct', (SELECT count(*) FROM ledger.book)::real)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'book'
    WHERE c.relkind = 'r' AND c.relnamespace = 'ledger'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_stats s WHERE (s.schemaname, s.tablename, s.attname) = ('ledger', c.relname, 'book'))`);
}
