import { setImmediate } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';

/** Long work asks it now and then: everybody else of the process gets a turn after every so many milliseconds. */
export type Pause = () => Promise<void> | undefined;

export function createPause(everyMs = 8): Pause {
  let last = performance.now();
  return () => {
    if (performance.now() - last < everyMs) return undefined;
    return setImmediate().then(() => void (last = performance.now()));
  };
}
