import type { Instrument, Trade } from '@clearbook/contracts';
import { actionWords as words } from '@clearbook/contracts/words/actions';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { exactPrice, isSymbol, parsePrice, type Symbol } from '@clearbook/domain/market';
import { netPositionsOf, type NetPosition } from '@clearbook/domain/trading';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { centsText, toUnits } from '../../../lib/decimal.ts';
import { formatLots, formatPrice, formatSymbol, NO_VALUE } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../../lib/ticket.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { OfPrices } from '../../../ui/price-age.tsx';
import { SymbolName } from '../../../ui/symbol-name.tsx';
import { SideLots } from './position-cells.tsx';

type Own = {
  readonly trade: Trade;
  readonly symbol: Symbol;
  readonly side: Trade['side'];
  readonly openLots: bigint;
  readonly entryPrice: bigint;
};
type Net = NetPosition<Own>;

type Props = {
  trades: readonly Trade[] | undefined;
  bySymbol: ReadonlyMap<string, Instrument>;
  onCloseSymbol: (symbol: string) => void;
};

/** What is open of each asset, all trades together, with the average price over their fills. */
export default function NetTable({ trades, bySymbol, onCloseSymbol }: Props) {
  const rows = useMemo(() => (trades === undefined ? undefined : netPositionsOf(trades.flatMap(ownOf))), [trades]);
  const columns = useMemo(() => columnsFor(bySymbol, onCloseSymbol), [bySymbol, onCloseSymbol]);
  return (
    <DataTable
      label={words.netTitle}
      columns={columns}
      rows={rows}
      rowKey={({ symbol }) => symbol}
      empty={{ title: words.noNet, text: words.noNetText }}
    />
  );
}

function ownOf(trade: Trade): Own[] {
  const { symbol, side, entry_price: entry } = trade;
  if (!isSymbol(symbol) || entry === null) return [];
  return [{ trade, symbol, side, openLots: toUnits(trade.lots_open, 2), entryPrice: parsePrice(entry) }];
}

function columnsFor(bySymbol: ReadonlyMap<string, Instrument>, onCloseSymbol: (symbol: string) => void): Column<Net>[] {
  const of = ({ symbol }: Net) => bySymbol.get(symbol);
  const at = (price: bigint, net: Net) => formatPrice(exactPrice(price, of(net)?.digits), of(net)?.digits);
  const sideText = (side: Net['buy'], net: Net) =>
    side === null ? NO_VALUE : words.sideAt(formatLots(centsText(side.lots)), at(side.average, net));
  return [
    {
      key: 'asset',
      header: tradeWords.columns.asset,
      render: (net) => <SymbolName symbol={net.symbol} kind={of(net)?.class} />,
    },
    {
      key: 'net',
      header: words.columns.net,
      render: ({ side, lots }) => (side === null ? words.flat : <SideLots of={{ side, lots: centsText(lots) }} />),
    },
    {
      key: 'average',
      header: words.columns.average,
      align: 'end',
      render: (net) => (net.average === null ? NO_VALUE : at(net.average, net)),
    },
    { key: 'buys', header: words.columns.buys, align: 'end', render: (net) => sideText(net.buy, net) },
    { key: 'sells', header: words.columns.sells, align: 'end', render: (net) => sideText(net.sell, net) },
    {
      key: 'profit',
      header: tradeWords.columns.profit,
      align: 'end',
      render: (net) => <NetProfit net={net} instrument={of(net)} />,
    },
    {
      key: 'actions',
      header: tradeWords.columns.actions,
      hiddenHeader: true,
      align: 'end',
      render: (net) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-haspopup="dialog"
          aria-label={words.closeAsset(formatSymbol(net.symbol, of(net)?.class))}
          onClick={() => onCloseSymbol(net.symbol)}
        >
          {tradeWords.closeButton}
        </Button>
      ),
    },
  ];
}

/** Only this cell draws again when a price moves. */
function NetProfit({ net, instrument }: { net: Net; instrument: Instrument | undefined }) {
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  let sum = 0n;
  for (const { trade } of net.trades) {
    const profit = instrument === undefined ? null : unrealized(trade, instrument, quotes);
    if (profit === null) return NO_VALUE;
    sum += profit;
  }
  return (
    <OfPrices symbols={symbols}>
      <Amount value={centsText(sum)} trend />
    </OfPrices>
  );
}
