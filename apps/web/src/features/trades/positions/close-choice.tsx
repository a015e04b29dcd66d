import type { Instrument, Trade } from '@clearbook/contracts';
import { actionWords as words } from '@clearbook/contracts/words/actions';
import { NativeSelect } from '@mantine/core';
import { formatSymbol } from '../../../lib/format.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { unrealized } from '../../../lib/ticket.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

/** Which open trades are to be closed: of one asset or all, and only those at a profit or at a loss. */
export type Choice = { symbol: string | null; only: 'all' | 'winners' | 'losers' };
export const EVERYTHING: Choice = { symbol: null, only: 'all' };
const ONLY = ['all', 'winners', 'losers'] as const;

/** Those that fit by the quotes of this moment. The server decides at the quote that closes each. */
export function chosenOf(
  trades: readonly Trade[],
  { symbol, only }: Choice,
  bySymbol: ReadonlyMap<string, Instrument>,
  quotes: Quotes,
): Trade[] {
  return trades.filter((trade) => {
    if (symbol !== null && trade.symbol !== symbol) return false;
    if (only === 'all') return true;
    const of = bySymbol.get(trade.symbol);
    const profit = of === undefined ? null : unrealized(trade, of, quotes);
    return profit !== null && (only === 'winners' ? profit > 0n : profit < 0n);
  });
}

type Props = {
  trades: readonly Trade[];
  bySymbol: ReadonlyMap<string, Instrument>;
  choice: Choice;
  onChange: (choice: Choice) => void;
};

export function ChooseTrades({ trades, bySymbol, choice, onChange }: Props) {
  const symbols = [...new Set(trades.map(({ symbol }) => symbol))].toSorted();
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={words.which}
        data={ONLY.map((value) => ({ value, label: words.only[value] }))}
        value={choice.only}
        onChange={(only) => onChange({ ...choice, only })}
      />
      {symbols.length > 1 && (
        <NativeSelect
          label={words.asset}
          value={choice.symbol ?? ''}
          data={[
            { value: '', label: words.everyAsset },
            ...symbols.map((value) => ({ value, label: formatSymbol(value, bySymbol.get(value)?.class) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...choice, symbol: value === '' ? null : value })}
        />
      )}
    </>
  );
}
