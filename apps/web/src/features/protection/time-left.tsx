import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { formatLong } from '../../lib/format.ts';
import { useCountdown } from '../../lib/use-countdown.ts';

/** How long until then, counted from the server's own clock. Not read aloud at every second: the moment stands beside it. */
export function TimeLeft({ until, asOf, answeredAt }: { until: string; asOf: string; answeredAt: number }) {
  const left = useCountdown((Date.parse(until) - Date.parse(asOf)) / 1000, answeredAt);
  return <span aria-live="off">{words.left(formatLong(left))}</span>;
}
