import type { StatementFault, StatementMethod } from '@clearbook/contracts/reconciliation';
import { statementFileWords as words } from '@clearbook/contracts/words/statement-file';
import { normaliseTxid } from '@clearbook/domain/funding';
import type { ReadLine } from '@clearbook/domain/reconciliation';

const DAY_MS = 86_400_000;
export const LINES_MAX = 50_000;
/** Faults that are listed: with so many, the file is of another kind. */
export const FAULTS_MAX = 200;
const REFERENCE_MAX = 500;
const ID_MAX = 200;
/** A bigint of the database has room for far more; a sum above it is a slip. */
const AMOUNT_MOST = 10n ** 17n;

/** A line as the database keeps it. */
export type FileLine = ReadLine & {
  /** Where it stands in its file. */
  readonly place: number;
  readonly txid: string | null;
  readonly output: number | null;
};
export type ReadFile = {
  readonly format: 'csv' | 'camt.053';
  readonly lines: readonly FileLine[];
  /** What the account held at the end of its last day, where the file says so. In cents. */
  readonly closing: { readonly day: number; readonly balance: bigint } | null;
  readonly faults: readonly StatementFault[];
};

/** The fields of a line as its file has them. */
export type RawLine = {
  readonly place: number;
  readonly date: string;
  readonly amount: string;
  readonly reference: string;
  readonly id: string;
  readonly txid: string;
  readonly output: string;
};
export type Reading = {
  readonly method: StatementMethod;
  readonly today: number;
  /** The columns or elements that a fault is about, as whoever made the file knows them. */
  readonly names: Readonly<Record<'date' | 'amount' | 'reference' | 'id' | 'txid' | 'output', string>>;
};

/** Coins have eight places, dollars two. */
export function placesOf(method: StatementMethod): 2 | 8 {
  return method === 'bitcoin' || method === 'ethereum' || method === 'tether' ? 8 : 2;
}

/** Every line, or what is wrong with it: which line, which column, and what to do. */
export function readLines(rows: readonly RawLine[], reading: Reading): { lines: FileLine[]; faults: StatementFault[] } {
  const faults: StatementFault[] = [];
  const lines: FileLine[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const before = faults.length;
    const line = readLine(row, reading, (column, message) =>
      faults.push({ line: row.place, column: reading.names[column], message }),
    );
    const first = line.bankId === null ? undefined : seen.get(line.bankId);
    if (first !== undefined)
      faults.push({
        line: row.place,
        column: line.txid === null ? reading.names.id : reading.names.output,
        message: words.twice(first),
      });
    if (line.bankId !== null && first === undefined) seen.set(line.bankId, row.place);
    if (faults.length === before) lines.push(line);
  }
  return { lines, faults };
}

type Say = (column: keyof Reading['names'], message: string) => void;

function readLine(row: RawLine, { method, today }: Reading, say: Say): FileLine {
  const day = dayOf(row.date);
  if (day === null) say('date', words.date);
  else if (day > today) say('date', words.future);
  const amount = amountOf(row.amount, placesOf(method));
  if (amount === null) say('amount', words.amount(placesOf(method)));
  else if (amount === 0n) say('amount', words.zero);
  else if (amount > AMOUNT_MOST || amount < -AMOUNT_MOST) say('amount', words.tooLarge);
  if (row.reference.length > REFERENCE_MAX) say('reference', words.tooLong(REFERENCE_MAX));
  if (row.id.length > ID_MAX) say('id', words.tooLong(ID_MAX));
  const txid = row.txid === '' || placesOf(method) === 2 ? null : normaliseTxid(method as 'bitcoin', row.txid);
  if (placesOf(method) === 8 && txid === null) say('txid', words.txid);
  if (row.output !== '' && !/^\d{1,6}$/.test(row.output)) say('output', words.output);
  const output = row.output === '' ? null : Number(row.output);
  return {
    place: row.place,
    day: day ?? 0,
    amount: amount ?? 0n,
    reference: row.reference,
    txid,
    output,
    bankId:
      row.id !== '' ? row.id : txid === null ? null : `${txid}:${output ?? 0}:${(amount ?? 0n) > 0n ? 'in' : 'out'}`,
  };
}

/** Days since 1970 of a day of the calendar; null where there is no such day. */
export function dayOf(text: string): number | null {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(text) ? null : at / DAY_MS;
}

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A figure with a point in its smallest units. Thousands are not guessed at. */
export function amountOf(text: string, places: 2 | 8): bigint | null {
  const found = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (found === null) return null;
  const [, sign = '', whole = '0', given = ''] = found;
  // Zeros at the end say nothing.
  const part = given.replace(/0+$/, '');
  if (part.length > places) return null;
  const units = BigInt(whole) * 10n ** BigInt(places) + BigInt(part.padEnd(places, '0'));
  return sign === '-' ? -units : units;
}
