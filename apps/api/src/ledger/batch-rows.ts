import {
  type AnyTable,
  type Column as Declared,
  keyOf,
  type RowImage,
  TABLES,
  writtenColumns,
} from '@clearbook/domain/ledger';
import type { Column } from '../platform/database/composite.ts';
import { rowLiteral, rowsLiteral } from '../platform/database/composite.ts';

type Row = RowImage['after'];

/** The rows of a batch, as ledger.batch_rows takes them: if a row appears twice, its last image counts. */
export class BatchRows {
  readonly #rows = new Map<AnyTable, Map<string, Row>>();

  add({ table, after }: RowImage): void {
    const rows = this.#rows.get(table) ?? new Map<string, Row>();
    // Lines without a key follow one another.
    this.#rows.set(table, rows.set(table.key.length === 0 ? String(rows.size) : keyOf(table, after), after));
  }

  /** Null if the batch writes none. @throws if a row lacks a column that its table declares */
  literal(): string | null {
    if (this.#rows.size === 0) return null;
    return rowLiteral(
      TABLES.map((table) => {
        const rows = this.#rows.get(table);
        return rows && rowsLiteral([...rows.values()].map((row) => columnsOf(table, row)));
      }),
    );
  }
}

/** The values of a row in declared order. */
function columnsOf(table: AnyTable, row: Row): Column[] {
  return writtenColumns(table).flatMap(([column, declared]) => {
    const value = row[column];
    if (value === undefined || (value === null && !declared.nullable))
      throw new Error(`${table.name}.${column} is missing`);
    return toColumns(declared, value);
  });
}

function toColumns({ kind, codec }: Declared<unknown>, value: unknown): Column[] {
  if (kind !== 'fraction') return [(codec && value !== null ? codec.to(value) : value) as Column];
  const { num, den } = value as { num: bigint; den: bigint };
  return [num, den];
}
