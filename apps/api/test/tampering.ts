import pg from 'pg';
import type { FreshDatabase } from './database.ts';

/** Which columns a table has, and of what type. */
export type Column = {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
  readonly nullable: boolean;
  readonly inKey: boolean;
};

/** Somebody with every right in the database: no trigger and no constraint of a table is in their way, and what they did can be undone. */
export type Superuser = {
  does(sql: string, values?: unknown[]): Promise<pg.QueryResult<Record<string, unknown>>>;
  columnsOf(table: string): Promise<Column[]>;
  /** Puts these tables back to what they were at the beginning, whatever was done to them. */
  undoes(...tables: string[]): Promise<void>;
  end(): Promise<void>;
};

export async function becomeSuperuser(db: FreshDatabase, tables: readonly string[]): Promise<Superuser> {
  const client = new pg.Client({ connectionString: db.superuserUrl });
  await client.connect();
  await client.query(`set session_replication_role = replica; create schema kept`);
  for (const table of tables) {
    await client.query(`create table kept.${bare(table)} as select * from ${table}`);
    const { rows } = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    await client.query(
      `do $$ declare c name; begin for c in select attname from pg_attribute where attrelid = '${table}'::regclass and attidentity <> '' loop
         execute format('alter table ${table} alter column %I drop identity', c); end loop; end $$`,
    );
    for (const { name } of rows) await client.query(`alter table ${table} drop constraint if exists "${name}" cascade`);
  }
  return {
    does: (sql, values) => client.query<Record<string, unknown>>(sql, values),
    columnsOf: (table) => columnsOf(client, table),
    async undoes(...changed) {
      for (const table of changed)
        await client.query(`delete from ${table}; insert into ${table} select * from kept.${bare(table)}`);
    },
    end: () => client.end(),
  };
}

const bare = (table: string): string => table.replace('.', '_');

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type, t.typtype as kind, not a.attnotnull as nullable,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as "inKey"
     from pg_attribute a join pg_type t on t.oid = a.atttypid where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  return rows;
}

const OTHER: Readonly<Record<string, (column: string) => string>> = {
  smallint: (c) => `(coalesce(${c}, 0) + 1)::smallint`,
  integer: (c) => `coalesce(${c}, 0) + 1`,
  bigint: (c) => `coalesce(${c}, 0) + 1`,
  numeric: (c) => `coalesce(${c}, 0) + 1`,
  text: (c) => `coalesce(${c}, '') || 'x'`,
  uuid: () => 'gen_random_uuid()',
  boolean: (c) => `${c} is not true`,
  date: (c) => `coalesce(${c}, '2026-03-10') + 1`,
  'timestamp with time zone': (c) => `coalesce(${c}, '2026-03-11T16:00:00Z') + interval '1 ms'`,
  jsonb: (c) => `coalesce(${c}, '{}') || '{"more": 1}'`,
  bytea: (c) => `set_byte(${c}, octet_length(${c}) - 1, get_byte(${c}, octet_length(${c}) - 1) # 1)`,
  'smallint[]': (c) => `array[(${c})[1] + 1] || (${c})[2:]`,
  'bigint[]': (c) => `array[(${c})[1] + 1] || (${c})[2:]`,
};

/** Another value for a column, as small a change as there is; of a key one that no other row has. */
export function otherValue({ name, type, kind, inKey }: Column): string {
  if (inKey && ['smallint', 'integer', 'bigint'].includes(type)) return `(${name} + 1000)::${type}`;
  if (kind === 'e')
    return `(select e from unnest(enum_range(null::${type})) e where e is distinct from ${name} order by e limit 1)`;
  const other = OTHER[type];
  if (other === undefined) throw new Error(`What another value of ${type} is has to be said here.`);
  return `(${other(name)})::${type}`;
}
