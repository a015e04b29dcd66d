import { type AnyTable, keyOf, type RowImage, TABLES, writtenColumns } from '@clearbook/domain/ledger';
import { arraysLiteral, type Column } from '../platform/database/composite.ts';

type Row = RowImage['after'];

const WRITTEN = TABLES.map((table) => ({ table, columns: writtenColumns(table) }));

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
    return arraysLiteral(
      WRITTEN.map(({ table, columns }) => {
        const rows = this.#rows.get(table);
        return rows && [...rows.values()].map((row) => valuesOf(table, columns, row));
      }),
    );
  }
}

/** The values of a row in declared order. */
function valuesOf({ name }: AnyTable, columns: ReturnType<typeof writtenColumns>, row: Row): Column[] {
  const values: Column[] = [];
  for (const [column, { kind, codec, nullable }] of columns) {
    const value = row[column];
    if (value === undefined || (value === null && !nullable)) throw new Error(`${name}.${column} is missing`);
    if (kind === 'fraction') {
      const { num, den } = value as { num: bigint; den: bigint };
      values.push(num, den);
    } else values.push((codec && value !== null ? codec.to(value) : value) as Column);
  }
  return values;
}
