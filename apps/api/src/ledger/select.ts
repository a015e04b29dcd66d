import { type AnyTable, keyOf, type Kind, type RowsOf, sqlName, type State, storedIn } from '@clearbook/domain/ledger';
import pg from 'pg';
import { literal } from '../platform/database/composite.ts';
import { conditionsOf, inBook } from '../platform/database/read-rows-sql.ts';

/** A row from the driver, under the names that decisions use. */
export type Raw = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: BigInt,
  // Sums and fractions are all whole numbers.
  [pg.types.builtins.NUMERIC]: BigInt,
  [pg.types.builtins.DATE]: String,
};

/** Values as decisions use them: whole numbers of any size, instants as Date, days as text. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => PARSERS[oid] ?? pg.types.getTypeParser(oid, format),
};

/** Where columns come from that aren't part of the table; `t` is the row. */
const DERIVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trader: {
    name: '(select c.name from app.trader_card c where c.trader_id = t.id)',
    status: `case when t.listed and not exists (select 1 from ledger.party p where p.book = any(ledger.books()) and p.id = t.client_id and p.status = 'closed')
      then 'listed' else 'deleted' end`,
    hasRecord: `exists (select 1 from ledger.trade o where o.book = any(ledger.books()) and o.client_id = t.client_id and o.status = 'closed' and o.copy_id is null)`,
  },
  proposal: {
    reason: `coalesce((select n.body ->> 'text' from app.note n where n.subject_id = t.id and n.kind = 'reason'), '')`,
    email: `(select n.body ->> 'email' from app.note n where n.subject_id = t.id and n.kind = 'reason')`,
    member: `(select jsonb_build_object('id', u.id, 'kind', m.kind, 'status', m.status)
      from app.note n join app.user u on u.email = n.body ->> 'email' join ledger.party m on m.book = any(ledger.books()) and m.id = u.id
      where n.subject_id = t.id and n.kind = 'reason')`,
    proposerMay: 'ledger.proposer_may(t.proposed_by, t.kind, t.subject_id, t.command)',
  },
};

function isDerived({ columns }: AnyTable): boolean {
  return Object.values(columns).some(({ derived }) => derived);
}

/** The columns of a table, of its row `of`, under names that begin with `prefix`. @throws if the source of one isn't declared */
export function columnsOf({ name, columns }: AnyTable, of = 't', prefix = ''): string {
  return Object.entries(columns)
    .map(([column, { kind, derived }]) => {
      const own = `${of}.${sqlName(column)}`;
      const as = `${prefix}${column}`;
      if (kind === 'fraction') return `${own}_num as "${as}Num", ${own}_den as "${as}Den"`;
      const from = derived ? DERIVED[name]?.[column] : own;
      if (from === undefined) throw new Error(`${name}.${column} is from nowhere`);
      return `${from} as "${as}"`;
    })
    .join(', ');
}

/** Builds rows of a table from what was read. @throws if a column is missing: a value that wasn't read isn't zero */
export function rowReader({ name, columns }: AnyTable, prefix = ''): (raw: Raw) => Row {
  const declared = Object.entries(columns).map(([column, { kind, nullable, codec }]) => {
    const from = `${prefix}${column}`;
    const [first, den] = kind === 'fraction' ? [`${from}Num`, `${from}Den`] : [from];
    return { column, from: first, den, nullable, codec };
  });
  const same = prefix === '' && declared.every(({ den, codec }) => den === undefined && codec === undefined);
  return (raw) => {
    const row: Record<string, unknown> = {};
    for (const { column, from, den, nullable, codec } of declared) {
      const read = raw[from];
      if (read === undefined || (read === null && !nullable)) throw new Error(`${name}.${from} was not read`);
      if (same) continue;
      const value = codec === undefined || read === null ? read : codec.from(read);
      row[column] = den === undefined ? value : { num: read, den: raw[den] };
    }
    return same ? raw : row;
  };
}

/** Puts rows of a table, as they were read, into a state. */
export function rowsInto(table: AnyTable, prefix?: string): (state: State, raw: readonly Raw[]) => void {
  const toRow = rowReader(table, prefix);
  return (state, raw) => {
    const rows = raw.map(toRow);
    state.add<unknown>(
      table,
      rows.map((row) => [keyOf(table, row), row]),
    );
  };
}

const ARRAYS: Readonly<Partial<Record<Kind, string>>> = { id: 'uuid[]', text: 'text[]' };

/** The parameter for an array of keys. Ids and numbers need no quoting, which saves two thirds of the CPU. */
export function keysAs(kind: Kind | undefined, keys: readonly string[]): unknown {
  return kind === 'text' ? keys : literal(keys);
}

function arrayOf({ columns }: AnyTable, column: string): string {
  const { kind } = columns[column] ?? {};
  const type = kind && ARRAYS[kind];
  if (type === undefined) throw new Error(`nothing is read by ${column}`);
  return type;
}

/** The statements that read rows of a table by id, in order. Columns from elsewhere are read after the lock. */
export function statementsOf(table: AnyTable): readonly string[] {
  const [key = ''] = table.key;
  const columns = columnsOf(table);
  const unlocked = `select ${columns} from ${storedIn(table)} t where ${inBook(table, '$book')}t.${sqlName(key)} = any($keys)${conditionsOf(table.where)}`;
  if (table.lock === 'none') return [unlocked];
  const locked = `from ledger.read_${table.sql}(${table.book === 'site' ? '' : '$book, '}$keys) t`;
  return isDerived(table) ? [`select 1 ${locked}`, unlocked] : [`select ${columns} ${locked}`];
}

/** The statement that reads rows by other columns: an array for each of them. */
export function statementOfSet({ table, by, where, one }: RowsOf<unknown>): string {
  const keys = by.map((_, i) => `k${i}`);
  const arrays = by.map((column, i) => `$part${i}::${arrayOf(table, column)}`);
  const same = by.map((column, i) => `t.${sqlName(column)} = k.k${i}`).join(' and ');
  const rows = `select t.* from ${storedIn(table)} t where ${inBook(table, '$book')}${same}${conditionsOf(where)}${one ? ' limit 1' : ''}`;
  return `select ${columnsOf(table)} from unnest(${arrays.join(', ')}) as k(${keys.join(', ')}) cross join lateral (${rows}) t`;
}
