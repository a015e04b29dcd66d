import { chartWords as words } from '@clearbook/contracts/words/chart';
import { orderWords, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { formatLots } from '../../../lib/format.ts';
import type { Line } from './lines.ts';

/** The trade or order that a line belongs to. */
export function whose(line: Line): string {
  const [side, lots] = [line.side === 'buy' ? tradeWords.buy : tradeWords.sell, formatLots(line.lots)];
  return line.of === 'trade' ? words.entry(side, lots) : words.orderOf(side, lots);
}

export function nameOf({ what, part }: Line): string {
  if (what === 'target' && part !== undefined)
    return `${protectionWords.target(part.index + 1)} · ${formatLots(part.lots)}`;
  const names = {
    ...{ entry: tradeWords.columns.entry, price: words.orderPrice, stop_loss: words.stop, take_profit: words.target },
    target: words.target,
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
  if (line.part !== undefined)
    return `${protectionWords.targetShort(line.part.index + 1)} · ${formatLots(line.part.lots)}`;
  if (line.what === 'stop_loss') return words.stopShort;
  return line.what === 'take_profit' ? words.targetShort : nameOf(line);
}
