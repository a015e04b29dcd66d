import type { MantineColorSchemeManager } from '@mantine/core';
import { stored, store } from '../lib/stored.ts';
import { STORED } from './storage-names.ts';

/** Keeps `light` or `dark` under the key `theme` and follows changes made in another tab. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | null = null;
  const stop = () => {
    if (onStorage !== null) globalThis.removeEventListener('storage', onStorage);
    onStorage = null;
  };
  return {
    get: () => (stored(STORED.theme) === 'dark' ? 'dark' : 'light'),
    set: (value) => store(STORED.theme, value === 'dark' ? 'dark' : 'light'),
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === STORED.theme) onUpdate(event.newValue === 'dark' ? 'dark' : 'light');
      };
      globalThis.addEventListener('storage', onStorage);
    },
    unsubscribe: stop,
    clear: () => store(STORED.theme, null),
  };
}
