import type { Price, Symbol } from '../market/index.ts';
import type { Cents, Fraction } from '../money/index.ts';

/** How a column is kept: the first word of each is what it is in memory, in PostgreSQL see apps/api/src/ledger/codec.ts. */
export type Kind = 'text' | 'bigint' | 'int' | 'flag' | 'time' | 'json' | 'fraction';

/** One column: how it is kept, and the type of its values. */
export type Column<T> = { readonly kind: Kind; readonly nullable: boolean; readonly of?: T };

type Columns = Readonly<Record<string, Column<unknown>>>;
type Values<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** Rows of one kind by their key: what a decision reads, and what it is asked to be read. */
export type Rows<R> = { readonly name: string; readonly row?: R };

/** Rows with declared columns. The name is that of the table in PostgreSQL, in schema `ledger` where it names no other. */
export type Table<R> = Rows<R> & {
  readonly columns: Readonly<Record<keyof R & string, Column<unknown>>>;
  /** The columns that name a row. */
  readonly key: readonly (keyof R & string)[];
};

export type RowOf<T> = T extends Rows<infer R> ? R : never;

export function table<C extends Columns>(
  name: string,
  columns: C,
  { key = ['id'] }: { readonly key?: readonly (keyof C & string)[] } = {},
): Table<Values<C>> {
  return { name, columns, key };
}

/** A table, whatever its rows are. */
export type AnyTable = {
  readonly name: string;
  readonly columns: Columns;
  readonly key: readonly string[];
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

/** Under which a row stands in memory. */
export function keyOf({ key }: AnyTable, row: AnyRow): string {
  return key.map((column) => String(row[column])).join(' ');
}

/** What an image is of, where it is of this table. */
export function imageOf<R>(
  of: Table<R>,
  image: RowImage,
): { readonly before: R | null; readonly after: R } | undefined {
  return image.table === of ? (image as unknown as { readonly before: R | null; readonly after: R }) : undefined;
}

/** Rows that decisions read and never write, in a form of their own. */
export function reading<R>(name: string): Rows<R> {
  return { name };
}

function column<T>(kind: Kind): Column<T> {
  return { kind, nullable: false };
}

export const id = column<string>('text');
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

/** Kept as JSON. */
export function json<T>(): Column<T> {
  return column<T>('json');
}

export function nullable<T>({ kind }: Column<T>): Column<T | null> {
  return { kind, nullable: true };
}
