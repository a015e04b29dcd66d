import type { Instrument } from '@clearbook/contracts';
import { formatSymbol } from '../lib/format.ts';
import { InstrumentMark } from './instrument-mark.tsx';
import classes from './instrument-mark.module.css';

/** An asset in a list: its mark and its symbol, "EUR/USD". */
export function SymbolName({ symbol, kind }: { symbol: string; kind: Instrument['class'] | undefined }) {
  return (
    <span className={classes.named}>
      <InstrumentMark symbol={symbol} size={20} />
      <strong>{formatSymbol(symbol, kind)}</strong>
    </span>
  );
}
