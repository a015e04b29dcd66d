import type { Equity, EquityPoint, EquityRange } from '@clearbook/contracts/performance';
import { dashboardWords } from '@clearbook/contracts/words/trading';
import { equityWords as words } from '@clearbook/contracts/words/home';
import { type PointerEvent, useId, useState } from 'react';
import { formatDate, formatDateTime, formatDayEnded, formatUsd, isZero, signOf } from '../../lib/format.ts';
import { drawn, type Drawn } from './equity-drawing.ts';
import { EquityTable } from './equity-table.tsx';
import classes from './equity.module.css';

const WIDTH = 600;
const HEIGHT = 160;
/** These have points within a day; the others have the ends of days. */
const WITH_TIME = new Set<EquityRange>(['1d', '1w', '1m']);

/** The way of an account's value, drawn by time. A slider lies over it, so that pointer, finger and keyboard read each point alike. */
export function EquityCurve({ equity: { points, range }, shown }: { equity: Equity; shown: boolean }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const readOut = useId();
  const drawing = drawn(points, WIDTH, HEIGHT);
  const at = chosen === null ? undefined : points[Math.min(chosen, points.length - 1)];
  const when = (iso: string) => (WITH_TIME.has(range) ? formatDateTime(iso) : formatDayEnded(iso));
  const nearest = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(drawing.nearest(((clientX - left) / width) * WIDTH));
  };
  const first = points[0];
  const last = points.at(-1);
  // A new account's whole way may lie in one day.
  const inOneDay = first !== undefined && last !== undefined && formatDate(first.at) === formatDate(last.at);
  const edge = (iso: string) =>
    range === '1d' || inOneDay ? formatDateTime(iso) : WITH_TIME.has(range) ? formatDate(iso) : formatDayEnded(iso);
  return (
    <>
      <p id={readOut} className={classes.readOut}>
        {at === undefined ? '\u00a0' : textOf(at, when, shown)}
      </p>
      <div className={classes.plot}>
        <div className={classes.canvas} onPointerMove={nearest} onPointerLeave={() => setChosen(null)}>
          <Lines drawing={drawing} chosen={at === undefined ? null : (chosen ?? null)} />
          <Marks points={points} drawing={drawing} />
          <input
            type="range"
            className={classes.slider}
            aria-label={words.instant}
            aria-valuetext={textOf(at ?? last, when, shown)}
            min={0}
            max={points.length - 1}
            value={chosen ?? points.length - 1}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            onFocus={() => setChosen((now) => now ?? points.length - 1)}
            onBlur={() => setChosen(null)}
          />
        </div>
        <div className={classes.scale} aria-hidden>
          <span>{shown ? drawing.top : dashboardWords.hidden}</span>
          <span>{shown ? drawing.bottom : dashboardWords.hidden}</span>
        </div>
        <div className={classes.dates} aria-hidden>
          <span>{first !== undefined && edge(first.at)}</span>
          <span>{last !== undefined && edge(last.at)}</span>
        </div>
      </div>
      <EquityTable points={points} when={when} shown={shown} />
    </>
  );
}

/** "12 Mar 2026, 10:00 UTC: $1,050.00 · Deposited $50.00". */
function textOf(point: EquityPoint | undefined, when: (iso: string) => string, shown: boolean): string {
  if (point === undefined) return '';
  if (!shown) return words.hiddenPoint(when(point.at));
  const value = point.value === null ? words.missing : formatUsd(point.value.amount);
  return [words.point(when(point.at), value), ...flowsOf(point)].join(' · ');
}

function flowsOf({ deposited, withdrawn, adjusted }: EquityPoint): string[] {
  const flows: [string, (amount: string) => string][] = [
    [deposited.amount, words.deposited],
    [withdrawn.amount, words.withdrawn],
    [adjusted.amount, words.adjusted],
  ];
  return flows.filter(([amount]) => !isZero(amount)).map(([amount, say]) => say(formatUsd(amount)));
}

function Lines({ drawing, chosen }: { drawing: Drawn; chosen: number | null }) {
  const x = chosen === null ? undefined : drawing.xs[chosen];
  return (
    <svg
      className={classes.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.curve}
    >
      {drawing.lines.map((line) => (
        <g key={line.points}>
          <polygon className={classes.area} points={line.area} />
          <polyline className={classes.line} points={line.points} />
        </g>
      ))}
      {x !== undefined && <line className={classes.cursor} x1={x} x2={x} y1={0} y2={HEIGHT} />}
    </svg>
  );
}

/** Where money came in (a triangle up) and went out (one down). The read-out and the table say how much. */
function Marks({ points, drawing }: { points: readonly EquityPoint[]; drawing: Drawn }) {
  return points.map((point, i) => {
    const cameIn = !isZero(point.deposited.amount) || signOf(point.adjusted.amount) === 'gain';
    const wentOut = !isZero(point.withdrawn.amount) || signOf(point.adjusted.amount) === 'loss';
    const y = drawing.ys[i];
    if ((!cameIn && !wentOut) || y === undefined) return null;
    return (
      <span
        key={point.at}
        aria-hidden
        className={classes.mark}
        style={{ left: `${((drawing.xs[i] ?? 0) / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}
      >
        {cameIn && <span className={classes.in}>▲</span>}
        {wentOut && <span className={classes.out}>▼</span>}
      </span>
    );
  });
}
