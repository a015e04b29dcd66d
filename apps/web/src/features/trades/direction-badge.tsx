import type { Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import classes from './trades.module.css';

export function DirectionBadge({ side }: { side: Side }) {
  return (
    <span className={side === 'buy' ? classes.isBuy : classes.isSell}>{side === 'buy' ? words.buy : words.sell}</span>
  );
}
