import { signalWords as words } from '@clearbook/contracts/words/signals';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { toast } from '../../ui/toast.ts';

/** Says in a toast that a signal has come for one of the client's instruments. It stays to be found on the Signal page. */
export default function SignalNotice() {
  const { data } = useQuery(queries.signals());
  const { bySymbol } = useInstruments();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...data.data.map((signal) => signal.id)]);
    // A wider coverage brings older signals with it, and a backtest signals of the past: neither is new.
    const fresh = (before === null ? [] : data.data).filter(
      (signal) => before?.has(signal.id) === false && signal.origin === 'live' && isRecent(signal.issued_at),
    );
    const [first] = fresh;
    if (first === undefined) return;
    const name = formatSymbol(first.symbol, bySymbol.get(first.symbol)?.class);
    toast.info(fresh.length === 1 ? words.newSignal(tradeWords[first.side], name) : words.newSignals(fresh.length));
  }, [data, bySymbol]);
  return null;
}

const RECENT_MS = 10 * 60_000;

function isRecent(iso: string): boolean {
  return Date.now() - Date.parse(iso) < RECENT_MS;
}
