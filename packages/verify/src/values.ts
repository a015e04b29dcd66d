import { Refused } from './refused.ts';

/** One line of a file of the archive, by its fields. */
export type Line = Readonly<Record<string, unknown>>;

/** An archive as it was read (docs/spec/archive.md). */
export type Archive = {
  readonly manifest: Line;
  /** The lines of data/NAME.jsonl; none where there is no such file. */
  readonly lines: (name: string) => readonly Line[];
  /** The bytes of a file in the zip. */
  readonly file: (path: string) => Uint8Array | undefined;
};

/** Digits behind the point: of dollars into cents, of lots into hundredths, of prices into units of 1e-10. */
const CENTS = 2;
const LOTS = 2;
const PRICE = 10;
export const PRICE_UNITS = 10_000_000_000n;

export function text(line: Line, name: string): string {
  const value = line[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new Refused('malformed', `${called(line)} has no ${name}.`);
}

export function has(line: Line, name: string): boolean {
  return line[name] !== null && line[name] !== undefined;
}

export function whole(line: Line, name: string): bigint {
  return decimal(text(line, name), 0, `${name} of ${called(line)}`);
}

export function cents(line: Line, name: string): bigint {
  return decimal(text(line, name), CENTS, `${name} of ${called(line)}`);
}

export function lots(line: Line, name: string): bigint {
  return decimal(text(line, name), LOTS, `${name} of ${called(line)}`);
}

export function price(line: Line, name: string): bigint {
  return decimal(text(line, name), PRICE, `${name} of ${called(line)}`);
}

export function instant(line: Line, name: string): number {
  const at = Date.parse(text(line, name));
  if (!Number.isFinite(at)) throw new Refused('malformed', `${name} of ${called(line)} is no time.`);
  return at;
}

export function list(line: Line, name: string): readonly unknown[] {
  const value = line[name];
  if (!Array.isArray(value)) throw new Refused('malformed', `${called(line)} has no list of ${name}.`);
  return value;
}

export function object(line: Line, name: string): Line {
  const value = line[name];
  if (typeof value !== 'object' || value === null) throw new Refused('malformed', `${called(line)} has no ${name}.`);
  return value as Line;
}

/** A decimal number as whole units of its last digit, exactly. */
function decimal(given: string, digits: number, what: string): bigint {
  const [, sign, integer, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(given) ?? [];
  if (integer === undefined || part.length > digits) {
    throw new Refused('malformed', `${what} is "${given}", which is no number with at most ${digits} decimals.`);
  }
  const units = BigInt(integer + part.padEnd(digits, '0'));
  return sign === '-' ? -units : units;
}

/** A line by what it is of, for sentences. */
export function called(line: Line): string {
  const id = line['id'] ?? line['number'] ?? line['trade_id'] ?? line['name'];
  return typeof id === 'string' || typeof id === 'number' ? `"${id}"` : 'a line';
}

/** A fraction to the nearest whole number, a half to the even one. */
export function halfEven(num: bigint, den: bigint): bigint {
  const size = num < 0n ? -num : num;
  const twice = (size % den) * 2n;
  const down = size / den;
  const rounded = twice > den || (twice === den && down % 2n === 1n) ? down + 1n : down;
  return num < 0n ? -rounded : rounded;
}

/** A fraction of a positive denominator to the whole number that is not below it. */
export function ceil(num: bigint, den: bigint): bigint {
  return -floor(-num, den);
}

/** The same to the whole number that is not above it. */
export function floor(num: bigint, den: bigint): bigint {
  const down = num / den;
  return num % den < 0n ? down - 1n : down;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** A price as people write it. */
export function plain(units: bigint): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(11, '0');
  return `${sign}${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/\.?0+$/, '');
}
