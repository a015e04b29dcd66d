import { effectiveAt } from '@clearbook/domain/corporate-actions';
import { isSymbol, type Price, type Symbol, tryParsePrice } from '@clearbook/domain/market';

/** Dollars a share, or so many new shares for so many old ones. */
export type Terms =
  | { readonly type: 'cash_dividend'; readonly rate: Price }
  | { readonly type: 'split'; readonly newRate: number; readonly oldRate: number };

/** What a line of the file announces. */
export type Announcement = {
  readonly symbol: Symbol;
  readonly terms: Terms;
  readonly exDate: string;
  readonly effectiveAt: Date;
  readonly source: string;
  readonly sourceTime: Date;
};

const HEADER = 'type,symbol,ex_date,rate,source,source_time';
const MOST_LINES = 10_000;
const COLUMNS = 6;
const MOST_SOURCE = 200;
const MOST_SHARES = 1_000;

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
  if (type !== 'cash_dividend' && type !== 'split') return 'the type must be cash_dividend or split';
  if (!isSymbol(symbol)) return 'no such symbol';
  const at = isDay(exDate) ? effectiveAt(symbol, exDate) : undefined;
  if (at === undefined) return 'the ex_date must be a trading day of a share, YYYY-MM-DD';
  const terms = type === 'split' ? split(rateText) : dividend(rateText);
  if (typeof terms === 'string') return terms;
  if (source === '' || source.length > MOST_SOURCE || /\p{Cc}/u.test(source))
    return `the source must have 1 to ${MOST_SOURCE} characters that can be read`;
  const sourceTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/.test(time) ? new Date(time) : undefined;
  if (sourceTime === undefined || Number.isNaN(sourceTime.getTime()))
    return 'the source_time must be a time in UTC, like 2026-05-01T20:30:00Z';
  return { symbol, terms, exDate, effectiveAt: at, source, sourceTime };
}

/** A day that there is: the 31st of April would be read as the 1st of May. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function dividend(text: string): Terms | string {
  const rate = tryParsePrice(text);
  return rate === undefined || rate <= 0n
    ? 'the rate must be dollars a share, greater than zero'
    : { type: 'cash_dividend', rate };
}

function split(text: string): Terms | string {
  const [, newRate = 0, oldRate = 0] = /^(\d{1,4}):(\d{1,4})$/.exec(text)?.map(Number) ?? [];
  return isRatio(newRate, oldRate)
    ? { type: 'split', newRate, oldRate }
    : `the rate of a split must be new shares for old ones in lowest terms, up to ${MOST_SHARES}, like 4:1 or 1:10`;
}

function isRatio(a: number, b: number): boolean {
  if (a < 1 || b < 1 || a > MOST_SHARES || b > MOST_SHARES || a === b) return false;
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x === 1;
}
