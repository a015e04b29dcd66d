import type { AdminTrade } from '@clearbook/contracts/admin';
import type { TradeRow } from '@clearbook/contracts/admin-export';
import type { ClientBase } from 'pg';
import { tradesByIds } from './trades.query.ts';

/** Everything that is known of these trades, as rows of a file. */
export async function tradeRows(client: ClientBase, ids: readonly string[]): Promise<Map<string, TradeRow>> {
  const shown = await tradesByIds(client, ids);
  const { rows } = await client.query<{ id: string; fullname: string }>(
    'select id, fullname from app.user where id = any($1)',
    [[...new Set([...shown.values()].map(({ user_id: userId }) => userId))]],
  );
  const names = new Map(rows.map(({ id, fullname }) => [id, fullname]));
  return new Map([...shown].map(([id, trade]) => [id, fileRow(trade, names.get(trade.user_id) ?? '')]));
}

function fileRow(trade: AdminTrade, fullName: string): TradeRow {
  return {
    id: trade.id,
    user_id: trade.user_id,
    email: trade.user_email,
    full_name: fullName,
    asset: trade.symbol,
    direction: trade.side,
    lots: trade.lots,
    open_lots: trade.lots_open,
    amount: trade.amount.amount,
    required_margin: trade.required_margin.amount,
    leverage: `${trade.leverage}:1`,
    entry_price: trade.entry_price ?? '',
    entry_quote: trade.entry_quote_id ?? '',
    exit_price: trade.exit_price ?? '',
    exit_quote: trade.exit_quote_id ?? '',
    stop_loss: trade.stop_loss ?? '',
    take_profit: trade.take_profit ?? '',
    targets: (trade.targets ?? []).map(({ price, lots }) => `${price} x ${lots}`).join('; '),
    result: trade.realized_pl?.amount ?? '',
    financing: trade.financing.amount,
    copied_from: trade.copied_from?.name ?? '',
    manual: trade.manual?.amount.amount ?? '',
    reason: trade.manual?.reason ?? '',
    status: trade.status,
    closed_by: trade.closed_by ?? '',
    opened_utc: trade.opened_at,
    closed_utc: trade.closed_at ?? '',
  };
}
