import { appearanceWords as words } from '@clearbook/contracts/words/palette';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { Amount } from '../../ui/amount.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './appearance.module.css';

/** Open and close of a few sample candles, between 0 at the top and 100; high and low reach six beyond. */
const SAMPLE = [
  [70, 52],
  [52, 60],
  [60, 34],
  [34, 40],
  [40, 22],
  [22, 44],
  [44, 62],
  [62, 48],
  [48, 30],
  [30, 36],
  [36, 18],
] as const;

/** The chosen colours where they will be met. Nothing here is a price. */
export function Preview() {
  return (
    <div className={classes.sample}>
      <svg viewBox="0 0 242 84" role="img" aria-label={words.previewChart} className={classes.candles}>
        {SAMPLE.map(([open, close], index) => {
          const x = 6 + index * 22;
          const top = Math.min(open, close);
          return (
            <g key={x} className={close < open ? classes.up : classes.down}>
              <rect x={x + 4.25} y={top - 6} width="1.5" height={Math.abs(open - close) + 12} />
              <rect x={x} y={top} width="10" height={Math.abs(open - close)} rx="1" />
            </g>
          );
        })}
      </svg>
      <dl className={classes.amounts}>
        <div>
          <dt>{tradeWords.columns.profit}</dt>
          <dd>
            <Amount value="1234.50" trend />
          </dd>
          <dd>
            <StatusBadge status="profit" />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.columns.profit}</dt>
          <dd>
            <Amount value="-87.20" trend />
          </dd>
          <dd>
            <StatusBadge status="loss" />
          </dd>
        </div>
      </dl>
      <div className={classes.sides} aria-hidden>
        <span className={classes.sell}>{tradeWords.sell}</span>
        <span className={classes.buy}>{tradeWords.buy}</span>
      </div>
    </div>
  );
}
