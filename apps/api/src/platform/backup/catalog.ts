import pg from 'pg';

/** What of a database goes into a backup, as the database itself describes it. */
export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string };

const OURS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";

/**
 * Every table with rows of its own: partitions are read through their parent, unlogged tables hold nothing worth keeping, and the
 * lists of migrations and ledger functions are made by migrating. Generated columns are made again by the database.
 */
export async function tables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name,
           array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE ${OURS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
      AND NOT (n.nspname = 'public' AND c.relname IN ('schemaversion', 'ledger_function'))
    GROUP BY n.nspname, c.relname
    ORDER BY n.nspname, c.relname`);
  return rows;
}

export async function sequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    SELECT n.nspname AS schema, c.relname AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OURS} AND c.relkind = 'S' ORDER BY 1, 2`);
  return rows;
}

export function quoted(of: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(of.schema)}.${pg.escapeIdentifier(of.name)}`;
}

export function columnList(columns: string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
