import { tradeEventWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import type { Order, Trade } from '@clearbook/contracts';
import { displaySymbol } from '@clearbook/domain/market';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { formatLots, formatPrice, formatUsd } from '../../lib/format.ts';
import { realtime, type Changed } from '../../lib/realtime.ts';
import { toast } from '../../ui/toast.ts';

/** What ended just now is among the newest. */
const LOOKED_AT = 20;

/** Says what happened by itself: orders that were filled, refused or have expired, and trades that something other than the client closed. */
export function useTradingMessages(): void {
  useEffect(() => realtime.onChanged((change) => void tell(change).catch(() => undefined)), []);
}

async function tell({ event, subject_id: id }: Changed): Promise<void> {
  if (id === null) return;
  if (event === 'order_filled' || event === 'order_rejected' || event === 'order_expired') {
    const { data } = await api('GET /orders', { query: { state: 'ended', type: 'pending', limit: LOOKED_AT } });
    const order = data.find((one) => one.id === id || one.trade_id === id);
    if (order === undefined) return;
    if (order.status === 'filled') toast.success(words.filled(nameOfOrder(order)));
    if (order.status === 'rejected') toast.error(words.rejected(nameOfOrder(order), order.reason?.text ?? ''));
    if (order.status === 'expired') toast.info(words.expired(nameOfOrder(order)));
  } else if (event === 'order_triggered') {
    toast.info(words.triggered(nameOfOrder(await api('GET /orders/:id', { params: { id } }))));
  } else if (event.startsWith('trade_closed') || event === 'trade_losing') {
    const trade = await api('GET /trades/:id', { params: { id } });
    if (event === 'trade_losing') toast.info(words.losing(nameOf(trade)));
    else if (event === 'trade_closed_as_asked')
      toast.success(
        trade.status === 'active' ? words.partClosedAsAsked(nameOf(trade)) : words.closedAsAsked(nameOf(trade)),
      );
    // What the client closes is said where they closed it.
    else if (trade.closed_by !== null && trade.closed_by !== 'client')
      toast.info(
        words.closed(
          nameOf(trade),
          tradeWords.closedByWords[trade.closed_by].toLowerCase(),
          formatUsd(trade.realized_pl?.amount ?? '0'),
        ),
      );
  }
}

function nameOfOrder(order: Order): string {
  return `${nameOf(order)} @ ${formatPrice(order.limit_price ?? order.stop_price ?? '')}`;
}

function nameOf({ symbol, side, lots }: Pick<Trade, 'symbol' | 'side' | 'lots'>): string {
  return `${displaySymbol(symbol)} ${side === 'buy' ? tradeWords.buy : tradeWords.sell} ${formatLots(lots)}`;
}
