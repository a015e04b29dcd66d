import type { MarketStatus } from '@clearbook/contracts/market';
import { marketWords as words } from '@clearbook/contracts/words/market';
import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { formatInZone } from '../lib/format.ts';
import { queries } from '../lib/queries.ts';
import classes from './market-notice.module.css';

/** Prices that are at most this old need no word. */
const AT_ONCE_SECONDS = 10;
const DOWN: readonly MarketStatus['classes'][number]['state'][] = ['set_aside', 'stale', 'silent'];

/**
 * Says which kinds of market have no price to deal on, and whose prices are not of this very second. Nothing where all is well, and nothing while that is not known:
 * an order is refused with its own sentence.
 */
export default function MarketNotice() {
  const { data } = useQuery(queries.marketStatus());
  if (data === undefined) return null;
  const down = data.classes.filter(({ state }) => DOWN.includes(state)).map((each) => each.class);
  // A recording's prices stand for as long as its candles say: they are not late.
  const late = data.source === 'live' ? data.classes.filter((each) => each.delay_seconds > AT_ONCE_SECONDS) : [];
  const oldest = Math.max(0, ...late.map((each) => each.delay_seconds));
  return (
    <>
      {down.length > 0 && (
        <div className={classes.notice} role="status">
          <CloudOff size={16} aria-hidden />
          <p>
            <span className={classes.title}>{words.downTitle}.</span> {words.down(down)}
          </p>
        </div>
      )}
      {late.length > 0 && (
        <p className={classes.delayed}>
          {words.delayed(
            late.map((each) => each.class),
            oldest,
          )}
        </p>
      )}
      {data.unwatched !== null && (
        <p className={classes.delayed}>
          {words.unwatched(formatInZone(data.unwatched.from), formatInZone(data.unwatched.until))}
        </p>
      )}
    </>
  );
}
