import type { Me } from '@clearbook/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { OFFLINE_NOTICE_MS, realtime } from '../lib/realtime.ts';

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

/** True once the connection has been gone for long enough to say so. */
export function useConnectionLost(): boolean {
  const state = useSyncExternalStore(realtime.onState, realtime.state);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (state !== 'lost') return undefined;
    const timer = setTimeout(() => setLost(true), OFFLINE_NOTICE_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [state]);
  return lost && state === 'lost';
}
