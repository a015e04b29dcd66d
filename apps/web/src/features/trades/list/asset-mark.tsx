import type { Instrument } from '@clearbook/contracts';
import classes from './market.module.css';

/** A quiet mark with the first letters of an asset, in the tone of its class. It says nothing that its name beside it doesn't. */
export function AssetMark({ instrument: { base, class: kind, symbol } }: { instrument: Instrument }) {
  return (
    <span className={classes.mark} data-class={kind} aria-hidden>
      {(kind === 'stock' ? symbol : base).slice(0, 2)}
    </span>
  );
}
