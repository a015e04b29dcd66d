import { type AnyTable, sqlName, storedIn, TABLES, writtenColumns } from '@clearbook/domain/ledger';

/** How the SQL of one table is found: what a module wrote for it beside its check. */
export type WrittenBy = {
  /** `follow_<table>(book, rows, at)`: what else is written with its rows, while the table still has them as they were. */
  readonly follows: (table: string) => boolean;
  /** `verify_<table>(book, rows, at)`: what has to hold once every row of the batch is written. */
  readonly verifies: (table: string) => boolean;
};

/** Names of columns in SQL, in declared order. A fraction takes two. */
export function sqlColumns(table: AnyTable, of = writtenColumns(table)): string[] {
  return of.flatMap(([name, { kind }]) => {
    const column = sqlName(name);
    return kind === 'fraction' ? [`${column}_num`, `${column}_den`] : [column];
  });
}

/** A table's name without its schema. */
export function shortName({ name }: AnyTable): string {
  return name.slice(name.indexOf('.') + 1);
}

/** The text of apps/api/sql/generated/batch_rows.sql: the types of what a batch writes, and for each table the function that checks and writes its rows. */
export function batchRowsSql(written: WrittenBy): string {
  return [
    `-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- What a batch writes: for each table the rows as they are from now on.
${TABLES.map(imageType).join('\n')}
drop type if exists ledger.batch_rows cascade;
create type ledger.batch_rows as (
${TABLES.map((table) => `  ${shortName(table)} ledger.${shortName(table)}_image[]`).join(',\n')}
);
`,
    ...TABLES.map((table) => putFunction(table, written)),
    putRows(written),
  ].join('\n');
}

/** What says in which book a row of the table is. Nothing of one that a batch writes is in another one. */
function bookOf({ name, book }: AnyTable): (row: string) => string[] {
  if (book === 'all') throw new Error(`${name} is of every book: a batch is of one`);
  return (row) => (book === 'site' ? [] : [book === 'own' ? `${row}.book = p_book` : `${row}.book in (0, p_book)`]);
}

/** Columns in declared order, their types those of the table. */
function imageType(table: AnyTable): string {
  const columns = sqlColumns(table);
  return `select ledger.create_image('${shortName(table)}', '${storedIn(table)}', '{${columns.join(', ')}}');`;
}

/** The number of the rule that a row breaks: what it has to be by its declaration, and by what its module wrote. */
export function brokenBy(table: AnyTable): string {
  const check = `ledger.check_${shortName(table)}(p_book, b, a, ${table.entries ? 'e.s' : 'ledger.no_sums()'}, p_at)`;
  const fixed = sqlColumns(
    table,
    writtenColumns(table).filter(([, column]) => column.fixed),
  );
  if (fixed.length > 0 !== (table.rule !== undefined))
    throw new Error(`which rule keeps what is fixed of ${table.name}?`);
  if (fixed.length === 0) return check;
  const of = (row: string) => `(${fixed.map((column) => `${row}.${column}`).join(', ')})`;
  return `case when b.${sqlName(table.key[0] ?? '')} is not null and ${of('a')} is distinct from ${of('b')} then '${table.rule}' else ${check} end`;
}

function putFunction(table: AnyTable, { follows }: WrittenBy): string {
  const name = shortName(table);
  const target = storedIn(table);
  const columns = sqlColumns(table);
  const key = table.key.map((column) => sqlName(column));
  const inBook = bookOf(table);
  /** `one` is the row of the table. */
  const same = (one: string, other: string): string =>
    [...inBook(one), ...key.map((column) => `${one}.${column} = ${other}.${column}`)].join(' and ') || 'false';
  const own = table.book === 'site' ? [] : ['book'];
  const settable = columns.filter((column) => !key.includes(column));
  const about = table.entries;
  // Lines without a key are all new. A single row is asked for, because `exists` behind an `or` may be planned as one reading of the whole table.
  const unknown = ` where v_known = 0 or (select true from ${target} b where ${same('b', 'a')}) is null`;
  const insertsNew = table.once ? '\n    on conflict do nothing' : key.length === 0 ? '' : unknown;
  const update = `  if v_known > 0 then
    update ${target} t set ${settable.map((column) => `${column} = a.${column}`).join(', ')}
    from unnest(p_rows) a where ${same('t', 'a')};
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of ${name} comes twice' using errcode = 'CB101';
    end if;
  end if;
`;
  // Locked already where the server asked for it, which costs next to nothing. Whoever did not ask waits here for whoever holds the row.
  const locks =
    table.once || table.lock !== 'no key update' || key.length === 0
      ? ''
      : `  perform 1 from unnest(p_rows) a join ${target} t on ${same('t', 'a')} order by ${(table.book === 'shared' ? ['book', ...key] : key).map((column) => `t.${column}`).join(', ')} for no key update of t;\n`;
  // Looked up by its place: joined, every row would be held against every sum.
  const sums = about
    ? ' cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e'
    : '';
  return `create or replace function ledger.put_${name}(p_book smallint, p_rows ledger.${name}_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
${locks}  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ${brokenBy(table)} as broken, ${key[0] === undefined ? 'false' : `b.${key[0]} is not null`} as known, ${about ? '(e.s).about_row' : '0'} as served
    from unnest(p_rows) a left join ${target} b on ${same('b', 'a')}${sums}
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of ${name} breaks %', v_broken using errcode = 'CB100';
  end if;
${follows(name) ? `  perform ledger.follow_${name}(p_book, p_rows, p_at);\n` : ''}${table.once || key.length === 0 ? '' : update}  if v_known < cardinality(p_rows) then
    insert into ${target} (${[...own, ...columns].join(', ')})
    select ${[...own.map(() => 'p_book'), ...columns.map((column) => `a.${column}`)].join(', ')}
    from unnest(p_rows) a${insertsNew};
  end if;
  return v_served;
end
$$;
`;
}

function putRows({ verifies }: WrittenBy): string {
  const lines = TABLES.map((table) => {
    const name = shortName(table);
    return `  if p_rows.${name} is not null then\n    v_served := v_served + ledger.put_${name}(p_book, p_rows.${name}, v_subjects, p_sums, p_at);\n  end if;`;
  });
  const verified = TABLES.map(shortName)
    .filter(verifies)
    .map(
      (name) =>
        `  if p_rows.${name} is not null then\n    perform ledger.verify_${name}(p_book, p_rows.${name}, p_at);\n  end if;`,
    );
  return `-- Writes all of them; returns how many entries got the row that they are about.
create or replace function ledger.put_rows(p_book smallint, p_rows ledger.batch_rows, p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_served int := 0;
  v_subjects uuid[] := array(select subject from unnest(p_sums));
begin
${[...lines, ...verified].join('\n')}
  return v_served;
end
$$;
`;
}
