import type { Column, Table } from '@clearbook/domain/ledger';

/** A row as its SQL function reads it: numbers that may outgrow a double are text, times are ISO text. */
export type RowText = Readonly<Record<string, unknown>>;

/** The same of a type that is no table. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends bigint
    ? string
    : T[K] extends Date
      ? string
      : T[K] extends Date | null
        ? string | null
        : T[K] extends bigint | null
          ? string | null
          : T[K];
};

/** A row of a table, by its declared columns. @throws where a column is missing: what was not read is no zero */
export function toRow<R>({ name, columns }: Table<R>, text: RowText): R {
  const row: Record<string, unknown> = {};
  for (const [column, declared] of Object.entries<Column<unknown>>(columns))
    row[column] = value(declared, text, column, name);
  return row as R;
}

function value({ kind, nullable }: Column<unknown>, text: RowText, column: string, table: string): unknown {
  if (kind === 'fraction')
    return { num: BigInt(text[`${column}Num`] as string), den: BigInt(text[`${column}Den`] as string) };
  const read = text[column];
  if (read === undefined || (read === null && !nullable)) throw new Error(`${table}.${column} was not read`);
  if (read === null) return null;
  switch (kind) {
    case 'bigint':
      return BigInt(read as string);
    case 'time':
      return new Date(read as string);
    case 'int':
      return Number(read);
    case 'text':
    case 'flag':
    case 'json':
      return read;
  }
}
