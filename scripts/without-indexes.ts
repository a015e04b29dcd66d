import type { ClientBase } from 'pg';

/** Takes away what would be kept up row by row; the answer makes it again, in one go. */
export async function withoutIndexes(connection: ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await connection.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index i
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await connection.query(`drop index ${name}`);
  return async () => {
    await connection.query("set maintenance_work_mem = '1GB'");
    for (const { made } of rows) await connection.query(made);
  };
}
