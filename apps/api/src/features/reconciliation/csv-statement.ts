import { statementFileWords as words } from '@clearbook/contracts/words/statement-file';
import { CsvError, parse } from 'csv-parse/sync';
import { LINES_MAX, type RawLine, type ReadFile, readLines, type Reading } from './statement-file.ts';

const COLUMNS = ['date', 'amount', 'reference', 'id', 'txid', 'output'] as const;
/** Of a name that nobody knows, so much is said. */
const COLUMN_SHOWN = 60;
type Column = (typeof COLUMNS)[number];
const NAMES: Reading['names'] = {
  date: 'date',
  amount: 'amount',
  reference: 'reference',
  id: 'id',
  txid: 'txid',
  output: 'output',
};

type Cells = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

/** A statement as comma-separated values (docs/spec/reconciliation.md, RC1). Lines are counted as an editor counts them, the columns' names being line 1. */
export function readCsv(text: string, reading: Omit<Reading, 'names'>): ReadFile {
  const failed = (line: number, column: string, message: string): ReadFile => ({
    format: 'csv',
    lines: [],
    closing: null,
    faults: [{ line, column, message }],
  });
  let rows: Cells[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: LINES_MAX + 2,
    }) as unknown as Cells[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return failed(
      (error as CsvError & { lines?: number }).lines ?? 0,
      '',
      words.broken(error.message.split(':')[0] ?? ''),
    );
  }
  const [head, ...body] = rows;
  if (head === undefined || body.length === 0) return failed(0, '', words.empty);
  if (body.length > LINES_MAX) return failed(0, '', words.tooMany(LINES_MAX));
  const header = readHeader(head.record, reading.method !== 'bank' && needsTxid(reading));
  if ('faults' in header) return { format: 'csv', lines: [], closing: null, faults: header.faults };
  const wide = body.filter(({ record }) => record.length > head.record.length);
  if (wide.length > 0)
    return {
      ...failed(0, '', ''),
      faults: wide.map(({ info }) => ({ line: info.lines, column: '', message: words.columnsMore })),
    };
  const cell = (of: readonly string[], name: Column): string => {
    const at = header.at.get(name);
    return at === undefined ? '' : (of[at] ?? '');
  };
  const raw = body.map(({ record, info }): RawLine => ({
    place: info.lines,
    date: cell(record, 'date'),
    amount: cell(record, 'amount'),
    reference: cell(record, 'reference'),
    id: cell(record, 'id'),
    txid: cell(record, 'txid'),
    output: cell(record, 'output'),
  }));
  return { format: 'csv', closing: null, ...readLines(raw, { ...reading, names: NAMES }) };
}

/** That of the first line, whose names hold neither: a comma further down may be one of an amount, and two delimiters would cut it in two. */
function delimiterOf(text: string): ',' | ';' {
  const first = text.split(/\r\n|\n|\r/, 20).find((line) => line.trim() !== '' && line !== '\ufeff') ?? '';
  return first.includes(';') ? ';' : ',';
}

function needsTxid({ method }: Pick<Reading, 'method'>): boolean {
  return method === 'bitcoin' || method === 'ethereum' || method === 'tether';
}

function readHeader(
  cells: readonly string[],
  txid: boolean,
): { at: Map<Column, number> } | { faults: ReadFile['faults'] } {
  const at = new Map<Column, number>();
  const faults: { line: number; column: string; message: string }[] = [];
  for (const [n, whole] of cells.entries()) {
    const given = whole.slice(0, COLUMN_SHOWN);
    const name = COLUMNS.find((one) => one === given.toLowerCase());
    if (name === undefined)
      faults.push({ line: 1, column: given, message: words.columnUnknown(given, COLUMNS.join(', ')) });
    else if (at.has(name)) faults.push({ line: 1, column: given, message: words.columnTwice(given) });
    else at.set(name, n);
  }
  for (const name of ['date', 'amount', ...(txid ? (['txid'] as const) : [])] as const)
    if (!at.has(name)) faults.push({ line: 1, column: name, message: words.columnMissing(name) });
  return faults.length > 0 ? { faults } : { at };
}
