import { readUtf8 } from './bytes.ts';
import { Refused } from './refused.ts';
import type { Sides } from './archive-terms.ts';

const NAME = /ticks-([A-Z0-9.]+)-(\d{4}-\d\d-\d\d)\.csv$/;
const HEAD = 'time,bid,ask,quote_id,state';
const DAY_MS = 86_400_000;
const PRICE = 10;

/** The quotes of an instrument on some days, in their order, prices in units of 1e-10. */
export type Tape = {
  readonly symbol: string;
  /** The days that are there, YYYY-MM-DD. */
  readonly days: ReadonlySet<string>;
  readonly times: Float64Array;
  readonly bids: BigInt64Array;
  readonly asks: BigInt64Array;
  readonly ids: readonly string[];
  /** 0 where nothing could fill. */
  readonly good: Uint8Array;
};
export type Tapes = ReadonlyMap<string, Tape>;

export type TapeFile = { readonly name: string; readonly bytes: Uint8Array };

/** Files as the site gives them, `ticks-SYMBOL-DAY.csv`, put together by symbol. Refuses one whose rows are not of its day, or not in their order. */
export function readTapes(files: Iterable<TapeFile>): Tapes {
  const found = new Map<string, Map<string, Tape>>();
  for (const file of files) {
    const tape = readTape(file);
    const [day = ''] = tape.days;
    const known = found.get(tape.symbol) ?? new Map<string, Tape>();
    if (known.has(day)) throw new Refused('malformed', `There are two files of ${tape.symbol} on ${day}.`);
    found.set(tape.symbol, known.set(day, tape));
  }
  return new Map([...found].map(([symbol, days]) => [symbol, together(symbol, days)]));
}

function readTape({ name, bytes }: TapeFile): Tape {
  const [, symbol, day] = NAME.exec(name) ?? [];
  if (symbol === undefined || day === undefined)
    throw new Refused('malformed', `${name} should be named ticks-SYMBOL-DAY.csv, as it was downloaded.`);
  const lines = readUtf8(bytes, name).split(/\r?\n/);
  if (lines.pop() !== '' || lines.shift() !== HEAD)
    throw new Refused('malformed', `${name} doesn't begin with "${HEAD}", or is cut off.`);
  const [times, good] = [new Float64Array(lines.length), new Uint8Array(lines.length)];
  const [bids, asks] = [new BigInt64Array(lines.length), new BigInt64Array(lines.length)];
  const ids: string[] = [];
  const from = Date.parse(day);
  let before = from - 1;
  for (const [i, line] of lines.entries()) {
    const [time = '', bid = '', ask = '', id = '', state = ''] = line.split(',');
    const at = Date.parse(time);
    if (!(at > before) || at >= from + DAY_MS)
      throw new Refused('malformed', `Line ${i + 2} of ${name} is out of its order, or not of that day.`);
    before = at;
    times[i] = at;
    bids[i] = units(bid, name, i);
    asks[i] = units(ask, name, i);
    ids.push(id);
    good[i] = state === 'good' ? 1 : 0;
  }
  return { symbol, days: new Set([day]), times, bids, asks, ids, good };
}

function units(text: string, name: string, line: number): bigint {
  const point = text.indexOf('.');
  const digits = point < 0 ? 0 : text.length - point - 1;
  if (!/^\d+(\.\d+)?$/.test(text) || digits > PRICE)
    throw new Refused('malformed', `Line ${line + 2} of ${name} has "${text}" where a price should be.`);
  return BigInt(text.replace('.', '') + '0'.repeat(PRICE - digits));
}

function together(symbol: string, days: ReadonlyMap<string, Tape>): Tape {
  const ordered = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tape]) => tape);
  const length = ordered.reduce((sum, { ids }) => sum + ids.length, 0);
  const tape = {
    ...{ symbol, days: new Set([...days.keys()]), ids: ordered.flatMap(({ ids }) => ids) },
    ...{ times: new Float64Array(length), good: new Uint8Array(length) },
    ...{ bids: new BigInt64Array(length), asks: new BigInt64Array(length) },
  };
  let at = 0;
  for (const { times, bids, asks, good } of ordered) {
    tape.times.set(times, at);
    tape.bids.set(bids, at);
    tape.asks.set(asks, at);
    tape.good.set(good, at);
    at += times.length;
  }
  return tape;
}

/** Whether every day from one moment to another is there, so that no quote between them can be missing. */
export function covers({ days }: Tape, from: number, until: number): boolean {
  for (let at = Math.floor(from / DAY_MS) * DAY_MS; at <= until; at += DAY_MS)
    if (!days.has(new Date(at).toISOString().slice(0, 10))) return false;
  return true;
}

/** The place of the first quote from a moment on. */
export function firstFrom({ times }: Tape, at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the last quote that something could fill at, up to a moment; -1 where there is none. */
export function lastUpTo(tape: Tape, at: number): number {
  let place = firstFrom(tape, at + 1) - 1;
  while (place >= 0 && tape.good[place] !== 1) place -= 1;
  return place;
}

export function sidesAt({ bids, asks }: Tape, place: number): Sides {
  return { bid: bids[place] as bigint, ask: asks[place] as bigint };
}
