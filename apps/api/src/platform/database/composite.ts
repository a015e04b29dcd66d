/** What a column of a composite type is written from. Objects become JSON; null and undefined become NULL. */
export type Column = string | number | bigint | boolean | Date | object | null | undefined;
type Rows = readonly (readonly Column[])[];

/** What neither a row nor an array around it gives a meaning to. */
const PLAIN = /^[\w.:+-]+$/;
/** What stands before a quote or a backslash inside so many quotes: each of them doubles what is in it, and adds its own. All of it is written once. */
const BEFORE = [0, 1, 2, 3].map((quotes) => '\\'.repeat(2 ** quotes - 1));
const QUOTES = BEFORE.map((before) => `${before}"`);
const BACKSLASHES = BEFORE.map((before) => `${before}\\`);

/** A PostgreSQL array of composite values, each with its columns in the order of the type. Read by the server at a fraction of what JSON costs. */
export function rowsLiteral(rows: Rows, inside = 0): string {
  const quote = QUOTES[inside];
  return `{${rows.map((columns) => `${quote}${rowLiteral(columns, inside + 1)}${quote}`).join(',')}}`;
}

/** One composite value whose columns are such arrays, and others after them; what is undefined becomes NULL. */
export function arraysLiteral(arrays: readonly (Rows | undefined)[], ...others: readonly Column[]): string {
  const first = arrays.map((rows) => (rows === undefined ? '' : `"${rowsLiteral(rows, 1)}"`));
  return `(${[...first, ...others.map((column) => columnText(column, 0))].join(',')})`;
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
  if (typeof column !== 'object') return String(column);
  return column instanceof Date ? timeText(column) : quoted(JSON.stringify(column), inside);
}

let lastMs = Number.NaN;
let lastText = '';

/** What a batch writes is of one moment: it is put into words once. */
function timeText(time: Date): string {
  const ms = time.getTime();
  if (ms !== lastMs) lastText = time.toISOString();
  lastMs = ms;
  return lastText;
}

function quoted(text: string, inside: number): string {
  if (PLAIN.test(text)) return text;
  const escaped = text.replaceAll('\\', BACKSLASHES[inside + 1] ?? '').replaceAll('"', QUOTES[inside + 1] ?? '');
  return `${QUOTES[inside]}${escaped}${QUOTES[inside]}`;
}
