import { chartWords as words } from '@clearbook/contracts/words/chart';
import { orderWords } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { formatLots } from '../../../lib/format.ts';
import type { Line } from './lines.ts';

/** The trade or order that a line belongs to. */
export function whose(line: Line): string {
  const [side, lots] = [line.side === 'buy' ? tradeWords.buy : tradeWords.sell, formatLots(line.lots)];
  return line.of === 'trade' ? words.entry(side, lots) : words.orderOf(side, lots);
}

export function nameOf({ what }: Line): string {
  const names = {
    ...{ entry: tradeWords.columns.entry, price: words.orderPrice, stop_loss: words.stop, take_profit: words.target },
    ...{ trailing: words.trailing, close_out: words.closeOut },
    ...{ limit_price: orderWords.price.limit, stop_price: orderWords.price.stop },
  };
  return names[what];
}

/** What its handle says. */
export function shortOf(line: Line): string {
  if (line.what === 'entry' || line.what === 'price') return whose(line);
  if (line.what === 'limit_price') return `${whose(line)} · ${orderWords.prices.limit}`;
  if (line.what === 'stop_price') return `${whose(line)} · ${orderWords.prices.stop}`;
  if (line.what === 'stop_loss') return words.stopShort;
  return line.what === 'take_profit' ? words.targetShort : nameOf(line);
}
