import type { CSSProperties } from 'react';
import { hueOf } from './hue.ts';
import classes from './instrument-mark.module.css';
import { COINS, FLAGS } from './marks/marks.ts';
import marks from './marks/marks.svg';

type Props = { symbol: string; size?: number };

/**
 * What an asset is known by at a glance: the flags of a pair's currencies, a coin's mark, a share's first letter in a colour of its own.
 * It says nothing that the name beside it doesn't. The marks are one file, fetched once; their places are kept until it is here.
 */
export function InstrumentMark({ symbol, size = 24 }: Props) {
  const [base, quote] = [symbol.slice(0, 3), symbol.slice(3)];
  const style = { '--mark-size': `${size}px` };
  if (FLAGS.has(base) && FLAGS.has(quote)) {
    return (
      <span className={classes.pair} style={style as CSSProperties} aria-hidden>
        <Drawn name={quote} />
        <Drawn name={base} />
      </span>
    );
  }
  const coin = COINS[symbol];
  if (coin !== undefined) {
    return (
      <span className={classes.coin} style={{ ...style, '--mark-paint': coin } as CSSProperties} aria-hidden>
        <Drawn name={symbol} />
      </span>
    );
  }
  return (
    <span className={classes.letter} style={{ ...style, '--hue': hueOf(symbol) } as CSSProperties} aria-hidden>
      {symbol.slice(0, 1)}
    </span>
  );
}

function Drawn({ name }: { name: string }) {
  return (
    <svg className={classes.drawn} focusable="false">
      <use href={`${marks}#${name}`} />
    </svg>
  );
}
