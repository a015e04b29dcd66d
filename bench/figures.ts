import type { Figure, Report, Round, Turn } from './report.ts';
import { FRAMES_A_SECOND, SOCKETS, STOPPED, type SocketFigures } from './sockets.ts';
import type { WatchFigures } from './watch.ts';

/** The version that is measured, and the one beside it. */
export const THIS = 'this version';
export const OTHER = 'the other version';
/** This version, its clients spread over four books. */
export const FOUR_BOOKS = 'four books';

type Measured = Pick<Report, 'rounds' | 'sides' | 'watch' | 'sockets'>;

/** What must hold, each with its bound. Ratios of one round are made first, and the median of the rounds counts. */
export function figuresOf({ rounds, sides, watch, sockets }: Measured): Figure[] {
  const mine = (of: (turn: Turn, round: Round) => number): number =>
    median(rounds.map((round) => of(turnOf(round, THIS), round)));
  const [tip, ...beside] = sides;
  if (!tip) throw new Error('nothing was measured');
  return [
    figure(
      'ledger transfers ÷ T, each touching one house account',
      mine((t, r) => t.transfers / r.tpcb),
      '≥',
      12,
    ),
    figure(
      'POST /orders ÷ T, 64 connections',
      mine((t, r) => t.opening.perSecond / r.tpcb),
      '≥',
      3,
    ),
    figure(
      'trades closed ÷ T, 64 connections',
      mine((t, r) => t.closing.perSecond / r.tpcb),
      '≥',
      2,
    ),
    figure(
      'p99 of an order ÷ median durable single-row insert',
      mine((t) => t.opening.p99Ms / t.insertMs),
      '≤',
      60,
    ),
    figure(
      'p99 of a close ÷ median durable single-row insert',
      mine((t) => t.closing.p99Ms / t.insertMs),
      '≤',
      60,
    ),
    figure('orders and closes refused', sum(rounds.map((r) => refusedOf(turnOf(r, THIS)))), '≤', 0),
    figure('session check, CPU µs, one at a time', tip.sessionAloneUs, '≤', 150),
    figure('session check, CPU µs, 64 at once', tip.sessionTogetherUs, '≤', 150),
    ...beside.flatMap(({ name, filled }) => {
      if (name === FOUR_BOOKS) return ofBooks(rounds);
      return filled > 0 ? ofFilled(rounds, name) : ofOther(rounds, name);
    }),
    ...(watch ? ofWatch(watch) : []),
    ...(sockets ? ofSockets(sockets) : []),
  ];
}

/** Processor time of an order, ours of theirs, in the same round. */
function ofOther(rounds: readonly Round[], name: string): Figure[] {
  const ratio = (of: (turn: Turn) => number): number =>
    median(rounds.map((round) => of(turnOf(round, THIS)) / of(turnOf(round, name))));
  return [
    figure(
      `CPU per order, API + PostgreSQL, of ${name}`,
      ratio(({ opening }) => cpuOf(opening)),
      '≤',
      0.55,
    ),
    figure(
      `CPU per close, API + PostgreSQL, of ${name}`,
      ratio(({ closing }) => cpuOf(closing)),
      '≤',
      0.55,
    ),
  ];
}

/** A full database beside an empty one, in the same round. */
function ofFilled(rounds: readonly Round[], name: string): Figure[] {
  const ratio = (of: (turn: Turn) => number): number =>
    median(rounds.map((round) => of(turnOf(round, name)) / of(turnOf(round, THIS))));
  return [
    figure(
      `${name}: ledger transfers of those of an empty database`,
      ratio((t) => t.transfers),
      '≥',
      0.85,
    ),
    figure(
      `${name}: orders of those of an empty database`,
      ratio((t) => t.opening.perSecond),
      '≥',
      0.85,
    ),
    figure(
      `${name}: closes of those of an empty database`,
      ratio((t) => t.closing.perSecond),
      '≥',
      0.85,
    ),
    figure(
      `${name}: CPU per order of that of an empty database`,
      ratio((t) => cpuOf(t.opening)),
      '≤',
      1.15,
    ),
    figure(
      `${name}: CPU per close of that of an empty database`,
      ratio((t) => cpuOf(t.closing)),
      '≤',
      1.15,
    ),
  ];
}

/** Clients in four books beside all of them in one, in the same round: with as many connections, no slower. */
function ofBooks(rounds: readonly Round[]): Figure[] {
  const ratio = (of: (turn: Turn) => number): number =>
    median(rounds.map((round) => of(turnOf(round, FOUR_BOOKS)) / of(turnOf(round, THIS))));
  return [
    figure(
      'four books: orders of those of one book',
      ratio((t) => t.opening.perSecond),
      '≥',
      1,
    ),
    figure(
      'four books: closes of those of one book',
      ratio((t) => t.closing.perSecond),
      '≥',
      1,
    ),
  ];
}

function ofWatch(watch: WatchFigures): Figure[] {
  return [
    figure(
      '1,000,000 open positions after a sweep of 77 symbols, who may be due named: ms of one core',
      watch.sweepMs,
      '≤',
      50,
    ),
    figure(
      'µs a position of a tick, symbol with 100,000 ÷ symbol with 1,000',
      watch.tickOf100000Us / 100 / watch.tickOf1000Us,
      '≤',
      2,
    ),
    figure(
      'tick of a symbol with 1,000 positions ÷ sweep of 1,000,000',
      watch.tickOf1000Us / 1_000 / watch.sweepMs,
      '≤',
      0.01,
    ),
  ];
}

/** These stand alone: a second of one core is what four frames may take, and a reader who stops must cost nothing. */
function ofSockets(seen: SocketFigures): Figure[] {
  const frameMs = 1000 / FRAMES_A_SECOND;
  return [
    figure(`a frame of 20 quotes to each of ${SOCKETS} sockets, CPU ms`, seen.cpuAFrameMs, '≤', frameMs),
    figure('its delivery from its beginning, p99 ms', seen.p99Ms, '≤', frameMs),
    figure(`memory while ${STOPPED} of them do not read, MB more after 15 s`, seen.grownBytes / 1e6, '≤', 8),
    figure('frames that had waited for one of these when it read on', seen.waited, '≤', 4 * FRAMES_A_SECOND),
    figure('sockets lost', seen.lost, '≤', 0),
  ];
}

function figure(name: string, value: number, must: '≥' | '≤', bound: number): Figure {
  return { name, value, must, bound, ok: must === '≥' ? value >= bound : value <= bound };
}

export function turnOf(round: Round, name: string): Turn {
  const turn = round.turns[name];
  if (!turn) throw new Error(`${name} was not measured`);
  return turn;
}

export function cpuOf({ apiUs, databaseUs }: { apiUs: number; databaseUs: number }): number {
  return apiUs + databaseUs;
}

function refusedOf({ opening, closing }: Turn): number {
  return sum([opening, closing].flatMap(({ failed }) => Object.values(failed)));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
