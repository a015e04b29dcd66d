import { readFileSync } from 'node:fs';

/** What all processors of the machine have done so far, in ticks. */
type Ticks = { readonly all: number; readonly idle: number };

/** Shares of all processors during a phase. */
export type Shares = {
  readonly api: number;
  readonly database: number;
  readonly load: number;
  readonly idle: number;
  /** Everybody else on this machine: where it is much, the figures are of a shared machine. */
  readonly others: number;
};

export function readTicks(): Ticks {
  const [first = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  // user nice system idle iowait irq softirq steal; what guests used is in user already.
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number);
  const [, , , idle, waiting] = ticks;
  if (idle === undefined || waiting === undefined) throw new Error('/proc/stat has no line for all processors');
  return { all: ticks.reduce((sum, each) => sum + each, 0), idle: idle + waiting };
}

/** @param used processor time of the measured processes between both readings, in microseconds */
export function sharesOf(before: Ticks, after: Ticks, used: { api: number; database: number; load: number }): Shares {
  const all = (after.all - before.all) * 10_000;
  const idle = ((after.idle - before.idle) * 10_000) / all;
  const [api, database, load] = [used.api / all, used.database / all, used.load / all];
  return { api, database, load, idle, others: Math.max(0, 1 - idle - api - database - load) };
}
