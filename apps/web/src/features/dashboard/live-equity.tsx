import type { Account } from '@clearbook/contracts';
import { useQuery } from '@tanstack/react-query';
import { centsText, toCents } from '../../lib/decimal.ts';
import { queries } from '../../lib/queries.ts';
import { useQuotes } from '../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../lib/ticket.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { OfPrices, PriceAge } from '../../ui/price-age.tsx';
import { Amount } from '../../ui/amount.tsx';

/**
 * Equity at the quotes of this moment: cash + margin + unrealised − owed. While a quote or a trade is missing it is the figure
 * that the server worked out.
 */
export function LiveEquity({ account }: { account: Account }) {
  const { data: trades } = useQuery(queries.trades('active'));
  const { bySymbol } = useInstruments();
  const open = (trades ?? []).map((trade) => ({ trade, instrument: bySymbol.get(trade.symbol) }));
  const symbols = [
    ...new Set(open.flatMap(({ instrument }) => (instrument === undefined ? [] : symbolsFor(instrument)))),
  ];
  const quotes = useQuotes(symbols);
  const profits = open.map(({ trade, instrument }) =>
    instrument === undefined ? null : unrealized(trade, instrument, quotes),
  );
  const known = trades !== undefined && profits.every((profit) => profit !== null);
  if (!known) return <Amount value={account.equity} />;
  const base = toCents(account.equity.amount) - toCents(account.unrealized_pl.amount);
  return (
    <>
      <OfPrices symbols={symbols}>
        <Amount value={centsText(profits.reduce<bigint>((sum, profit) => sum + (profit ?? 0n), base))} />
      </OfPrices>{' '}
      <PriceAge symbols={symbols} />
    </>
  );
}
