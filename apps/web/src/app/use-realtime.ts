import type { Me } from '@clearbook/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { SILENCE_MS } from '../lib/pulse.ts';
import { realtime } from '../lib/realtime.ts';

/** Keeps the socket open for as long as somebody is signed in. */
export function useRealtime(me: Me | undefined): void {
  const id = me?.id;
  const role = me?.role;
  useEffect(() => {
    if (id === undefined) return undefined;
    realtime.start(role === 'admin' ? ['account', 'admin'] : ['account']);
    return () => realtime.stop();
  }, [id, role]);
}

/** True while the server does not answer, or has been without our socket for as long. */
export function useConnectionLost(): boolean {
  // Whether it connects or is open makes no difference here, and would draw the whole frame anew.
  const without = useSyncExternalStore(realtime.onState, () => realtime.state() === 'lost');
  const silent = useSyncExternalStore(realtime.pulse.onChange, realtime.pulse.silent);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!without) return undefined;
    const timer = setTimeout(() => setLost(true), SILENCE_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [without]);
  return silent || (lost && without);
}
