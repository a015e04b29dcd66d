import type { EquityPoint } from '@clearbook/contracts/performance';
import { centsText, toCents } from '../../lib/decimal.ts';
import { formatUsd } from '../../lib/format.ts';

export type Drawn = {
  readonly xs: readonly number[];
  /** Undefined where there is no value. */
  readonly ys: readonly (number | undefined)[];
  /** A line ends where a value is missing. */
  readonly lines: readonly { points: string; area: string }[];
  readonly top: string;
  readonly bottom: string;
  readonly nearest: (x: number) => number;
};

/** Room above and below, so that a line is not cut at the edge. */
const EDGE = 6;

/** Where each point lies. Its numbers are for drawing only. */
export function drawn(points: readonly EquityPoint[], width: number, height: number): Drawn {
  const times = points.map(({ at }) => Date.parse(at));
  const from = times[0] ?? 0;
  const length = (times.at(-1) ?? 0) - from || 1;
  const xs = times.map((time) => ((time - from) / length) * width);
  const values = points.map(({ value }) => (value === null ? undefined : toCents(value.amount)));
  const before = points.map(({ deposited, withdrawn, adjusted }, i) => {
    const value = values[i];
    const flow = toCents(deposited.amount) - toCents(withdrawn.amount) + toCents(adjusted.amount);
    return flow === 0n || value === undefined || values[i - 1] === undefined ? value : value - flow;
  });
  const known = [...values, ...before].filter((value) => value !== undefined);
  const low = known.reduce((least, value) => (value < least ? value : least), known[0] ?? 0n);
  const high = known.reduce((most, value) => (value > most ? value : most), known[0] ?? 0n);
  const span = Number(high - low);
  const yOf = (value: bigint | undefined): number | undefined => {
    if (value === undefined) return undefined;
    return span === 0 ? height / 2 : EDGE + (Number(high - value) / span) * (height - 2 * EDGE);
  };
  const ys = values.map(yOf);
  return {
    ...{ xs, ys, lines: linesOf(xs, before.map(yOf), ys, height) },
    top: formatUsd(centsText(high)),
    bottom: formatUsd(centsText(low)),
    nearest: (x) => xs.reduce((best, at, i) => (Math.abs(at - x) < Math.abs((xs[best] ?? 0) - x) ? i : best), 0),
  };
}

type Heights = readonly (number | undefined)[];

/** Money that came in or went out is a step at its point: prices move the line, and payments lift or lower it. */
function linesOf(xs: readonly number[], before: Heights, after: Heights, height: number): Drawn['lines'] {
  const runs: { x: number; y: number }[][] = [[]];
  after.forEach((y, i) => {
    const [x = 0, start = y] = [xs[i], before[i]];
    if (y === undefined || start === undefined) runs.push([]);
    else runs.at(-1)?.push(...(start === y ? [] : [{ x, y: start }]), { x, y });
  });
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const points = run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
      return { points, area: `${run[0]?.x.toFixed(1)},${height} ${points} ${run.at(-1)?.x.toFixed(1)},${height}` };
    });
}
