import type { Instrument, Trade } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toCents } from '../../../lib/decimal.ts';
import { queries } from '../../../lib/queries.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../../lib/ticket.ts';
import { levelOfMargin } from './margin-level.ts';

export type LiveBook = {
  /** Cents. */
  equity: bigint;
  unrealised: bigint;
  /** Hundredths of a percent of the position that stands worst; null while nothing is open. */
  lowest: bigint | null;
  /** What it was worked out from. */
  symbols: readonly string[];
};

/** What the open trades make of the account at the quotes of this moment; null while one of them is missing. */
export function useLiveBook(
  trades: readonly Trade[] | undefined,
  bySymbol: ReadonlyMap<string, Instrument>,
): LiveBook | null {
  const { data: account } = useQuery(queries.account());
  const symbols = useSymbolsFor(trades, bySymbol);
  const quotes = useQuotes(symbols);
  return useMemo(() => {
    if (trades === undefined || account === undefined) return null;
    let unrealised = 0n;
    let lowest: bigint | null = null;
    for (const trade of trades) {
      const instrument = bySymbol.get(trade.symbol);
      const profit = instrument === undefined ? null : unrealized(trade, instrument, quotes);
      if (profit === null) return null;
      unrealised += profit;
      const level = levelOfMargin(trade, profit);
      if (level !== null && (lowest === null || level < lowest)) lowest = level;
    }
    const base = toCents(account.equity.amount) - toCents(account.unrealized_pl.amount);
    return { equity: base + unrealised, unrealised, lowest, symbols };
  }, [trades, account, bySymbol, quotes, symbols]);
}

/** Whose prices say what these trades make. */
export function useSymbolsFor(
  trades: readonly Trade[] | undefined,
  bySymbol: ReadonlyMap<string, Instrument>,
): readonly string[] {
  return useMemo(
    () => [...new Set(trades?.map(({ symbol }) => symbol))].flatMap((symbol) => symbolsOf(bySymbol.get(symbol))),
    [trades, bySymbol],
  );
}

function symbolsOf(instrument: Instrument | undefined): string[] {
  return instrument === undefined ? [] : symbolsFor(instrument);
}
