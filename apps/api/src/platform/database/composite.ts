/** What a column of a composite type is written from. Objects become JSON; null and undefined become NULL. */
export type Column = string | number | bigint | boolean | Date | object | null | undefined;
type Rows = readonly (readonly Column[])[];

/** What neither a row nor an array around it gives a meaning to. */
const PLAIN = /^[\w.:+-]+$/;
const MARKS = /["\\]/g;
/** What stands before a quote or a backslash inside so many quotes: each of them doubles what is in it, and adds its own. All of it is written once. */
const BEFORE = [0, 1, 2, 3].map((quotes) => '\\'.repeat(2 ** quotes - 1));
const QUOTES = BEFORE.map((before) => `${before}"`);
const ESCAPED = BEFORE.map((before) => `${before}$&`);

/** A PostgreSQL array of composite values, each with its columns in the order of the type. Read by the server at a fraction of what JSON costs. */
export function rowsLiteral(rows: Rows, inside = 0): string {
  const quote = QUOTES[inside];
  return `{${rows.map((columns) => `${quote}${rowLiteral(columns, inside + 1)}${quote}`).join(',')}}`;
}

/** One composite value whose columns are such arrays; what is undefined becomes NULL. */
export function arraysLiteral(arrays: readonly (Rows | undefined)[]): string {
  return `(${arrays.map((rows) => (rows === undefined ? '' : `"${rowsLiteral(rows, 1)}"`)).join(',')})`;
}

/** A PostgreSQL array of values that need no quoting (ids and numbers): a third of the CPU of a quoted one. */
export function literal(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

function rowLiteral(columns: readonly Column[], inside: number): string {
  return `(${columns.map((column) => columnText(column, inside)).join(',')})`;
}

function columnText(column: Column, inside: number): string {
  if (column === null || column === undefined) return '';
  if (typeof column === 'string') return quoted(column, inside);
  if (column instanceof Date) return column.toISOString();
  return typeof column === 'object' ? quoted(JSON.stringify(column), inside) : String(column);
}

function quoted(text: string, inside: number): string {
  if (PLAIN.test(text)) return text;
  return `${QUOTES[inside]}${text.replaceAll(MARKS, ESCAPED[inside + 1] ?? '')}${QUOTES[inside]}`;
}
