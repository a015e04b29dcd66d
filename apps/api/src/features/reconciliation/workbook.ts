import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node';
import { Problem } from '../../platform/http/index.ts';
import { clientMoneyOf, countPostings, feesOf, journalOf, trialBalanceOf } from './reports.ts';

/** Postings that one spreadsheet takes; beyond it there are the files of values. */
export const POSTINGS_MAX = 100_000;
const MONEY = '#,##0.00';
/** Columns that are sums: numbers in the sheet, of at most fifteen digits. */
const SUMS = new Set([
  'opening',
  'debits',
  'credits',
  'closing',
  'books',
  'statement',
  'difference',
  'amount',
  'debit',
  'credit',
]);
const FIGURES = new Set(['book', 'entry', 'line']);

/** A day's reports, a sheet each. @throws Problem 422 where the day is too long for one */
export async function workbookOf(reader: Pick<Pool, 'query'>, day: string): Promise<Buffer> {
  if ((await countPostings(reader, day)) > POSTINGS_MAX)
    throw new Problem(422, 'report.too_long', messages.reconciliation.xlsxTooLong);
  const sheets = [
    sheetOf('Trial balance', await trialBalanceOf(reader, day)),
    sheetOf('Client money', await clientMoneyOf(reader, day)),
    sheetOf('Fees', await all(feesOf(reader, day))),
    sheetOf('Journal', await all(journalOf(reader, day))),
  ];
  return writeXlsxFile(sheets).toBuffer();
}

async function all<R>(rows: AsyncIterable<R>): Promise<R[]> {
  const listed: R[] = [];
  for await (const row of rows) listed.push(row);
  return listed;
}

function sheetOf(sheet: string, rows: readonly Record<string, string | number>[]): Sheet<never> {
  const names = Object.keys(rows[0] ?? {});
  const head = names.map((value): Cell => ({ value, fontWeight: 'bold' }));
  return {
    sheet,
    stickyRowsCount: 1,
    columns: names.map((name) => ({ width: SUMS.has(name) ? 18 : FIGURES.has(name) ? 10 : 24 })),
    data: [head, ...rows.map((row) => names.map((name) => cellOf(name, row[name] ?? '')))],
  };
}

function cellOf(name: string, value: string | number): Cell {
  if (value === '') return null;
  if (SUMS.has(name)) return { value: Number(value), type: Number, format: MONEY };
  return FIGURES.has(name) ? { value: Number(value), type: Number } : { value: String(value), type: String };
}
