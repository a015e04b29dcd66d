import type { Price, Symbol } from '../market/index.ts';
import type { Cents, Fraction } from '../money/index.ts';

/** How a column is kept: the first word of each is what it is in memory, in PostgreSQL see apps/api/src/ledger/select.ts. */
export type Kind = 'id' | 'text' | 'bigint' | 'int' | 'flag' | 'time' | 'json' | 'fraction';

/** One column: how it is kept, and the type of its values. */
export type Column<T> = {
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly of?: T;
  /** Read from elsewhere, as apps/api/src/ledger/sources.ts says, and never written. */
  readonly derived?: true;
  /** Part of the table but never written with its row: the database sets it, or sums it from postings. */
  readonly kept?: true;
  /** Stays as it was when its row was made: another value breaks the table's rule. */
  readonly fixed?: true;
  /** How JSON holds it, where that differs. */
  readonly codec?: Codec<T>;
};

type Codec<T> = { from(stored: unknown): T; to(value: T): unknown };

type Columns = Readonly<Record<string, Column<unknown>>>;
type Values<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** Rows of one kind by key: what a decision reads, and how it asks for them. */
export type Rows<R> = {
  readonly name: string;
  readonly row?: R;
  /** Two commands of one batch never share one of these, because the database compares what each of them moves separately. */
  readonly alone?: boolean;
};

/** Columns that hold one of these values; null for those that hold none. */
export type Where = Readonly<Record<string, readonly unknown[] | null>>;
type Filter<R> = { readonly [K in keyof R]?: readonly NonNullable<R[K]>[] | null };

/** How rows that are asked for by id are locked. Whoever changes rows of a client holds that client's row of PARTIES as well. */
export type Lock = 'no key update' | 'share' | 'none';

/**
 * Which book a row belongs to. `own`: its client's, first in the key. `shared`: likewise, but book 0's rows (the site's) can be read and changed from any
 * book. `all`: readable from any book, written from none. `site`: no book.
 */
export type OfBook = 'own' | 'shared' | 'all' | 'site';

type TableOptions<R> = {
  /** Defaults to `id`. */
  readonly key?: readonly (keyof R & string)[];
  /** The table, if its name differs. */
  readonly sql?: string;
  /** Defaults to a lock for changing them. */
  readonly lock?: Lock;
  /** Defaults to all of its rows. */
  readonly where?: Filter<R>;
  /** A row that is there already stays as it is. */
  readonly once?: boolean;
  /** Entries are about its rows, and its check compares what they moved. An entry about a row of any other table is refused. */
  readonly entries?: boolean;
  /** Defaults to its clients' own; tables of schema app are the site's. */
  readonly book?: OfBook;
  /** By default several commands of one batch may change the same row, and its last image counts. */
  readonly alone?: boolean;
  /** The number of the rule that a change of a fixed column breaks. */
  readonly rule?: string;
};

/**
 * Rows with declared columns. The name is that of the table in PostgreSQL, in schema `ledger` where it names no other; its columns are named as
 * here, in snake case, a fraction is two of them, `_num` and `_den`.
 */
export type Table<R> = Rows<R> &
  AnyTable & {
    readonly columns: Readonly<Record<keyof R & string, Column<unknown>>>;
    readonly key: readonly (keyof R & string)[];
  };

/** Rows of a table by other columns. They are not locked, because their owner is. */
export type RowsOf<R> = Rows<R> & {
  readonly table: AnyTable;
  readonly by: readonly string[];
  readonly where: Where;
  /** Any one of them is enough. */
  readonly one: boolean;
};

export type RowOf<T> = T extends Rows<infer R> ? R : never;

export function table<C extends Columns>(
  name: string,
  columns: C,
  {
    key = ['id'],
    sql = name,
    lock = 'no key update',
    where = {},
    once = false,
    entries = false,
    book = sql.includes('.') ? 'site' : 'own',
    alone = false,
    rule,
  }: TableOptions<Values<C>> = {},
): Table<Values<C>> {
  const ofDatabase = Object.keys(columns).filter((column) => columns[column]?.kept);
  return { name, columns, key, sql, lock, where: where as Where, once, entries, book, alone, rule, kept: ofDatabase };
}

/** A table, whatever its rows are. */
export type AnyTable = {
  readonly name: string;
  readonly columns: Columns;
  /** The columns that name a row. */
  readonly key: readonly string[];
  readonly sql: string;
  readonly lock: Lock;
  readonly where: Where;
  readonly once: boolean;
  readonly entries: boolean;
  readonly rule: string | undefined;
  /** The columns that the database maintains. */
  readonly kept: readonly string[];
  readonly book: OfBook;
};
type AnyRow = Readonly<Record<string, unknown>>;

/** A row as it was when its command locked it, null where it is new, and as it is from now on. */
export type RowImage = { readonly table: AnyTable; readonly before: AnyRow | null; readonly after: AnyRow };

export function created<R extends object>(of: Table<R>, after: R): RowImage {
  return { table: of, before: null, after: after as AnyRow };
}

export function changed<R extends object>(of: Table<R>, before: R, after: R): RowImage {
  return { table: of, before: before as AnyRow, after: after as AnyRow };
}

/** The table in PostgreSQL, with its schema. */
export function storedIn({ sql }: AnyTable): string {
  return sql.includes('.') ? sql : `ledger.${sql}`;
}

/** The key of a row in memory. */
export function keyOf({ key }: AnyTable, row: AnyRow): string {
  return key.length === 1 ? String(row[key[0] ?? '']) : key.map((column) => String(row[column])).join(' ');
}

/** Rows of one table as they are after a decision. */
export function afterOf<R>(of: Table<R>, rows: readonly RowImage[] = []): R[] {
  return rows.flatMap((image) => imageOf(of, image)?.after ?? []);
}

/** A row after an image was applied: columns that the database maintains keep their values. */
export function rowAfter({ table: { kept: own }, after }: RowImage, present: AnyRow | undefined): AnyRow {
  if (present === undefined || own.length === 0) return after;
  return { ...after, ...Object.fromEntries(own.map((name) => [name, present[name]])) };
}

/** The image as one of this table, or undefined if it belongs to another. */
export function imageOf<R>(
  of: Table<R>,
  image: RowImage,
): { readonly before: R | null; readonly after: R } | undefined {
  return image.table === of ? (image as unknown as { readonly before: R | null; readonly after: R }) : undefined;
}

/** The rows of this table that these images create. */
export function madeIn<R>(of: Table<R>, images: readonly RowImage[] = []): readonly R[] {
  return images.flatMap((image) => {
    const found = imageOf(of, image);
    return found?.before === null ? [found.after] : [];
  });
}

/** Read by the columns in `by`, whose values are separated by blanks where there are several. */
export function rowsOf<R extends object>(
  table: Table<R>,
  by: (keyof R & string) | readonly (keyof R & string)[],
  { where = {}, one = false }: { readonly where?: Filter<R>; readonly one?: boolean } = {},
): RowsOf<R> {
  const columns = typeof by === 'string' ? [by] : by;
  return {
    name: `${table.name} by ${columns.join(' ')}`,
    table,
    by: columns,
    where: { ...table.where, ...(where as Where) },
    one,
  };
}

/** Rows that decisions read and never write; apps/api/src/ledger/sources.ts says where they come from. */
export function reading<R>(name: string, { alone = false }: { readonly alone?: boolean } = {}): Rows<R> {
  return { name, alone };
}

/** A column's name in SQL. */
export function sqlName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function column<T>(kind: Kind): Column<T> {
  return { kind, nullable: false };
}

/** A UUID. */
export const id = column<string>('id');
export const text = column<string>('text');
export const symbol = column<Symbol>('text');
export const cents = column<Cents>('bigint');
/** In units of 1e-8 of the quote currency. */
export const price = column<Price>('bigint');
/** Hundredths of a lot. */
export const lots = column<bigint>('bigint');
/** Any other whole number that may outgrow a double; the column's own comment says of what. */
export const units = column<bigint>('bigint');
export const int = column<number>('int');
export const flag = column<boolean>('flag');
export const time = column<Date>('time');
/** YYYY-MM-DD; the column's own comment says where. */
export const day = column<string>('text');
export const fraction = column<Fraction>('fraction');

/** One of a few words, or of a few small numbers. */
export function oneOf<const T extends string | number>(...values: readonly T[]): Column<T> {
  return { kind: typeof values[0] === 'number' ? 'int' : 'text', nullable: false };
}

/** Stored as JSON, unchanged or converted. */
export function json<T>(codec?: Codec<T>): Column<T> {
  return { ...column<T>('json'), ...(codec && { codec }) };
}

export function nullable<T>(of: Column<T>): Column<T | null> {
  return { ...of, nullable: true };
}

/** A column that the database maintains. */
export function kept<T>(of: Column<T>): Column<T> {
  return { ...of, kept: true };
}

/** A column that stays as it was when its row was made. */
export function fixed<T>(of: Column<T>): Column<T> {
  return { ...of, fixed: true };
}

/** A column that is read from elsewhere. */
export function derived<T>(of: Column<T>): Column<T> {
  return { ...of, derived: true };
}

/** The columns that a row is written with, in declared order. */
export function writtenColumns({ columns }: AnyTable): [name: string, column: Column<unknown>][] {
  return Object.entries(columns).filter(([, { derived, kept: own }]) => derived !== true && own !== true);
}
