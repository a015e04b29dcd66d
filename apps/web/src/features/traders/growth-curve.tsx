import type { TraderDetail } from '@clearbook/contracts/copying';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { formatDate } from '../../lib/format.ts';
import { percentText } from './percent.tsx';
import classes from './traders.module.css';

const WIDTH = 600;
const HEIGHT = 200;

/** Growth since the first trade, drawn by time. The same figures stand in a table below for everybody who would rather read. */
export function GrowthCurve({ name, curve }: { name: string; curve: TraderDetail['curve'] }) {
  const first = curve[0];
  const last = curve.at(-1);
  if (first === undefined || last === undefined) return <p className={classes.text}>{words.chartNone}</p>;
  // Numbers are for drawing only.
  const values = curve.map(({ value }) => Number(value));
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const span = top - bottom || 1;
  const from = Date.parse(first.at);
  const length = Date.parse(last.at) - from || 1;
  const y = (value: number) => ((top - value) / span) * HEIGHT;
  const points = curve.map(
    ({ at }, i) => `${(((Date.parse(at) - from) / length) * WIDTH).toFixed(1)},${y(values[i] ?? 0).toFixed(1)}`,
  );
  const zero = y(0).toFixed(1);
  return (
    <>
      <div className={classes.plot}>
        <div className={classes.scale} aria-hidden>
          <span>{percentText(top.toFixed(2), true)}</span>
          <span>{percentText(bottom.toFixed(2), true)}</span>
        </div>
        <svg
          className={classes.canvas}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={words.curveLabel(name)}
        >
          <polygon className={classes.area} points={`0,${zero} ${points.join(' ')} ${WIDTH},${zero}`} />
          <line className={classes.zero} x1={0} x2={WIDTH} y1={zero} y2={zero} />
          <polyline className={classes.line} points={points.join(' ')} />
        </svg>
        <div className={classes.dates} aria-hidden>
          <span>{formatDate(first.at)}</span>
          <span>{formatDate(last.at)}</span>
        </div>
      </div>
      <details>
        <summary className={classes.text}>{words.curveTable}</summary>
        <dl className={`${classes.figures} ${classes.wide}`}>
          {curve.slice(-DAYS_IN_TABLE).map(({ at, value }) => (
            <div key={at}>
              <dt>{formatDate(at)}</dt>
              <dd>{percentText(value, true)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

const DAYS_IN_TABLE = 60;
