import { effectiveAt } from '@clearbook/domain/corporate-actions';
import { isSymbol, type Price, type Symbol, tryParsePrice } from '@clearbook/domain/market';

/** What a line of the file announces. */
export type Announcement = {
  readonly symbol: Symbol;
  readonly rate: Price;
  readonly exDate: string;
  readonly effectiveAt: Date;
  readonly source: string;
  readonly sourceTime: Date;
};

const HEADER = 'type,symbol,ex_date,rate,source,source_time';
const MOST_LINES = 10_000;
const COLUMNS = 6;
const MOST_SOURCE = 200;

/** A line that cannot be recorded, and why: one sentence for whoever wrote the file. */
export type Faulty = { readonly line: number; readonly why: string };

/** Reads an announced list: hostile input, each line by itself. */
export function parseActions(text: string): {
  readonly found: readonly Announcement[];
  readonly faulty: readonly Faulty[];
} {
  const [header = '', ...lines] = text.split(/\r?\n/);
  if (header.trim() !== HEADER) return { found: [], faulty: [{ line: 1, why: `the header must be ${HEADER}` }] };
  if (lines.length > MOST_LINES) return { found: [], faulty: [{ line: 1, why: `more than ${MOST_LINES} lines` }] };
  const found: Announcement[] = [];
  const faulty: Faulty[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = announcement(line.split(',').map((part) => part.trim()));
    if (typeof read === 'string') faulty.push({ line: at + 2, why: read });
    else found.push(read);
  }
  return { found, faulty };
}

function announcement(columns: readonly string[]): Announcement | string {
  const [type = '', symbol = '', exDate = '', rateText = '', source = '', time = ''] = columns;
  if (columns.length !== COLUMNS) return `${COLUMNS} columns are needed`;
  if (type !== 'cash_dividend') return 'the type must be cash_dividend';
  if (!isSymbol(symbol)) return 'no such symbol';
  const at = /^\d{4}-\d\d-\d\d$/.test(exDate) ? effectiveAt(symbol, exDate) : undefined;
  if (at === undefined) return 'the ex_date must be a trading day of a share, YYYY-MM-DD';
  const rate = tryParsePrice(rateText);
  if (rate === undefined || rate <= 0n) return 'the rate must be dollars a share, greater than zero';
  if (source === '' || source.length > MOST_SOURCE) return `the source must have 1 to ${MOST_SOURCE} characters`;
  const sourceTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(time) ? new Date(time) : undefined;
  if (sourceTime === undefined || Number.isNaN(sourceTime.getTime()))
    return 'the source_time must be a time in UTC, like 2026-05-01T20:30:00Z';
  return { symbol, rate, exDate, effectiveAt: at, source, sourceTime };
}
