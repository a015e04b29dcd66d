import { chartWords as words } from '@clearbook/contracts/words/chart';
import type { Interval } from '@clearbook/contracts/intervals';
import { useEffect, useState } from 'react';
import { formatLong } from '../../../lib/format.ts';
import { secondsToClose } from '../../../lib/intervals.ts';

/** How long the newest bar goes on. Said to nobody by itself. */
export function BarCloses({ interval }: { interval: Interval }) {
  const [left, setLeft] = useState(() => secondsToClose(interval, Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsToClose(interval, Date.now())), 1000);
    return () => clearInterval(timer);
  }, [interval]);
  return <span>{words.barCloses(formatLong(left))}</span>;
}
