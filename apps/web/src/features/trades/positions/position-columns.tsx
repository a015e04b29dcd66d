import type { Instrument, Trade } from '@clearbook/contracts';
import { positionColumnWords } from '@clearbook/contracts/words/position-columns';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { formatDateTime, formatSymbol } from '../../../lib/format.ts';
import { Amount } from '../../../ui/amount.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { Price } from '../../../ui/price.tsx';
import { SymbolName } from '../../../ui/symbol-name.tsx';
import shared from '../trades.module.css';
import type { PositionColumn } from './column-choice.ts';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { LiveReturn, LiveValue } from './live-worth.tsx';
import { LiveLevel, ProtectionsButton, SideLots } from './position-cells.tsx';

type Cells = {
  bySymbol: ReadonlyMap<string, Instrument>;
  onAmend: (trade: Trade) => void;
};

/** What each column says of an open trade; which of them are shown is the person's choice. */
export function positionColumns({ bySymbol, onAmend }: Cells): Record<PositionColumn, Column<Trade>> {
  const of = (trade: Trade) => bySymbol.get(trade.symbol);
  const { columns } = tradeWords;
  return {
    asset: {
      key: 'asset',
      header: columns.asset,
      sorts: true,
      render: (trade) => (
        <div>
          <SymbolName symbol={trade.symbol} kind={of(trade)?.class} />
          {trade.copied_from !== null && (
            <div className={shared.copied}>{tradeWords.follows(trade.copied_from.name)}</div>
          )}
        </div>
      ),
    },
    lots: { key: 'lots', header: words.columns.side, sorts: true, render: (trade) => <SideLots of={trade} /> },
    value: figure('value', positionColumnWords.value, (trade) => <LiveValue trade={trade} instrument={of(trade)} />),
    collateral: figure('collateral', positionColumnWords.collateral, (trade) => <Amount value={trade.amount} />),
    entry: {
      key: 'entry',
      header: columns.entry,
      align: 'end',
      render: (trade) => <Price value={trade.entry_price} digits={of(trade)?.digits} />,
    },
    current: {
      key: 'current',
      header: columns.current,
      align: 'end',
      render: (trade) => <CurrentPrice trade={trade} instrument={of(trade)} />,
    },
    profit: figure('profit', columns.profit, (trade) => <LiveProfit trade={trade} instrument={of(trade)} />),
    return: figure('return', positionColumnWords.return, (trade) => (
      <LiveReturn trade={trade} instrument={of(trade)} />
    )),
    financing: figure('financing', words.columns.financing, (trade) => <Amount value={trade.financing} />),
    level: figure('level', words.columns.level, (trade) => <LiveLevel trade={trade} instrument={of(trade)} />),
    protections: {
      key: 'protections',
      header: words.columns.protections,
      render: (trade) => (
        <ProtectionsButton
          of={trade}
          name={formatSymbol(trade.symbol, of(trade)?.class)}
          digits={of(trade)?.digits}
          onEdit={trade.copied_from === null ? () => onAmend(trade) : null}
        />
      ),
    },
    opened: {
      key: 'opened',
      header: positionColumnWords.opened,
      sorts: true,
      render: (trade) => formatDateTime(trade.opened_at),
    },
  };
}

/** A column of figures that the table can be ordered by. */
function figure(key: PositionColumn, header: string, render: Column<Trade>['render']): Column<Trade> {
  return { key, header, align: 'end', sorts: true, render };
}
