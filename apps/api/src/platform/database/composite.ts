/** What a column of a composite type is written from. Objects become JSON; null and undefined become NULL. */
export type Column = string | number | bigint | boolean | Date | object | null | undefined;

/** What neither a row nor an array around it gives a meaning to. */
const PLAIN = /^[\w.:+-]+$/;

/** A PostgreSQL array of composite values, each with its columns in the order of the type. Read by the server at a fraction of what JSON costs. */
export function rowsLiteral(rows: readonly (readonly Column[])[]): string {
  return `{${rows.map((columns) => `"${escape(rowLiteral(columns))}"`).join(',')}}`;
}

/** One composite value. */
export function rowLiteral(columns: readonly Column[]): string {
  return `(${columns.map(columnText).join(',')})`;
}

/** A PostgreSQL array of values that need no quoting (ids and numbers): a third of the CPU of a quoted one. */
export function literal(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

function columnText(column: Column): string {
  if (column === null || column === undefined) return '';
  if (typeof column === 'string') return quoted(column);
  if (column instanceof Date) return column.toISOString();
  return typeof column === 'object' ? quoted(JSON.stringify(column)) : String(column);
}

function quoted(text: string): string {
  return PLAIN.test(text) ? text : `"${escape(text)}"`;
}

function escape(text: string): string {
  return text.replaceAll(/["\\]/g, '\\$&');
}
