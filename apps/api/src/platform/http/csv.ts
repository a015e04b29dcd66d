import { addAbortSignal, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { core } from 'zod/mini';
import { decimal, decimalOrNothing } from '@clearbook/contracts/money';

/** What spreadsheets read as the beginning of a formula, and its full-width and small forms, which some turn into it. */
const SIGN = '=+\\-@＝＋－＠﹦﹢﹣﹫';
/** Blanks of every kind, and what no reader sees. */
const BLANK = '\\p{Z}\\p{Cc}\\p{Cf}';
/** A spreadsheet may take these for the end of a cell, whatever separates the cells of this file. */
const SEPARATOR = ';,|';
const FORMULA = new RegExp(`^(?:[\\t\\r]|[${BLANK}${SEPARATOR}]*[${SIGN}])`, 'u');
const INNER_FORMULA = new RegExp(`([;|\\t\\r\\n][${BLANK}]*)(?=[${SIGN}])`, 'gu');

type Rows = AsyncIterable<unknown> & { readonly signal?: AbortSignal };

/** What HEAD gets of a file: none of its rows, whose reader leaves before the first one. */
export async function emptyFile(rows: Rows): Promise<Readable> {
  await rows[Symbol.asyncIterator]().return?.();
  return Readable.from([]);
}

/** Text that no spreadsheet runs: an apostrophe stands before it, and before whatever would begin a cell of its own after a separator in it. */
function harmless(text: string): string {
  const inside = text.replaceAll(INNER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

/**
 * A file of comma-separated values (RFC 4180, UTF-8, CRLF, a header line), a row at a time: what is read next waits until the reader
 * has taken what came before. `row` is the schema of one row; its fields are the columns, in their order. Text that a spreadsheet
 * would run as a formula gets an apostrophe before it; sums are figures of our own making and stay numbers, negative ones too.
 * A reader who has not taken all of it when the rows' own `signal` comes is cut off, also one who stopped reading.
 */
export function csvFile(rows: Rows, row: core.$ZodType): Readable {
  const shape = (row as unknown as { shape: Record<string, core.$ZodType> }).shape;
  const columns = Object.keys(shape);
  const figures = new Set(columns.filter((name) => shape[name] === decimal || shape[name] === decimalOrNothing));
  const lines = stringify({
    header: true,
    columns,
    record_delimiter: 'windows',
    // By itself it quotes whole record delimiters only; readers take a lone one for the end of the row as well.
    quoted_match: /[\r\n]/,
    cast: {
      string: (value, { column, header }) => (header || figures.has(String(column)) ? value : harmless(value)),
    },
  });
  const source = Readable.from(rows);
  source.on('error', (error) => lines.destroy(error));
  lines.on('close', () => source.destroy());
  source.pipe(lines);
  return rows.signal === undefined ? lines : addAbortSignal(rows.signal, lines);
}
