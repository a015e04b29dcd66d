import type { MantineColorSchemeManager } from '@mantine/core';
import { stored, store } from '../lib/stored.ts';
import { STORED } from './storage-names.ts';

/** Keeps `light` or `dark` under the key `theme` and follows changes made in another tab. */
export function colorSchemeManager(): MantineColorSchemeManager {
  const kept = () => (stored(STORED.theme) === 'dark' ? 'dark' : 'light');
  let following = false;
  let stop = () => {};
  return {
    get: kept,
    // Who follows has chosen nothing: written again, an old choice could overtake a newer one.
    set: (value) => {
      if (!following) store(STORED.theme, value === 'dark' ? 'dark' : 'light');
    },
    subscribe: (onUpdate) => {
      const follow = () => {
        following = true;
        onUpdate(kept());
        following = false;
      };
      const onStorage = ({ key }: StorageEvent) => {
        if (key === STORED.theme) follow();
      };
      globalThis.addEventListener('storage', onStorage);
      stop = () => globalThis.removeEventListener('storage', onStorage);
      // What was chosen elsewhere since this page asked, and before it listened, nobody will say again.
      follow();
    },
    unsubscribe: () => stop(),
    clear: () => store(STORED.theme, null),
  };
}
