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
  const steps = points.map((point, i) => stepOf(point, values[i - 1], values[i]));
  const known = [...values, ...steps.map((step) => step?.value)].filter((value) => value !== undefined);
  const low = known.reduce((least, value) => (value < least ? value : least), known[0] ?? 0n);
  const high = known.reduce((most, value) => (value > most ? value : most), known[0] ?? 0n);
  const span = Number(high - low);
  const yOf = (value: bigint | undefined): number | undefined => {
    if (value === undefined) return undefined;
    return span === 0 ? height / 2 : EDGE + (Number(high - value) / span) * (height - 2 * EDGE);
  };
  const ys = values.map(yOf);
  return {
    ...{
      xs,
      ys,
      lines: linesOf(
        xs,
        ys,
        steps.map((step) => step && { ...step, y: yOf(step.value) }),
        height,
      ),
    },
    top: formatUsd(centsText(high)),
    bottom: formatUsd(centsText(low)),
    nearest: (x) => xs.reduce((best, at, i) => (Math.abs(at - x) < Math.abs((xs[best] ?? 0) - x) ? i : best), 0),
  };
}

type Step = { readonly first: boolean; readonly value: bigint };

/**
 * Where payments lift or lower the line between two points: what came in does so first, since it can be lost only once it is there, and what went out last.
 * In between is what prices did.
 */
function stepOf(
  { deposited, withdrawn, adjusted }: EquityPoint,
  before: bigint | undefined,
  after: bigint | undefined,
): Step | undefined {
  const flow = toCents(deposited.amount) - toCents(withdrawn.amount) + toCents(adjusted.amount);
  if (flow === 0n || before === undefined || after === undefined) return undefined;
  return flow > 0n ? { first: true, value: before + flow } : { first: false, value: after - flow };
}

type Drop = { readonly first: boolean; readonly y: number | undefined } | undefined;

function linesOf(
  xs: readonly number[],
  ys: readonly (number | undefined)[],
  steps: readonly Drop[],
  height: number,
): Drawn['lines'] {
  const runs: { x: number; y: number }[][] = [[]];
  ys.forEach((y, i) => {
    const [x = 0, from = 0, step] = [xs[i], xs[i - 1], steps[i]];
    if (y === undefined) runs.push([]);
    else if (step?.y === undefined) runs.at(-1)?.push({ x, y });
    else runs.at(-1)?.push({ x: step.first ? from : x, y: step.y }, { x, y });
  });
  return runs
    .filter((run) => run.length > 1)
    .map((run) => {
      const points = run.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
      return { points, area: `${run[0]?.x.toFixed(1)},${height} ${points} ${run.at(-1)?.x.toFixed(1)},${height}` };
    });
}
