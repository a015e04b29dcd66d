import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { stored, store } from '../lib/stored.ts';
import { STORED } from './storage-names.ts';

const SYSTEM = 'system';

/**
 * Keeps `light` or `dark` under the key `theme` and follows changes made in another tab. Where the theme follows the device, a key of its own
 * says so, and `theme` still holds the one that is shown.
 */
export function colorSchemeManager(): MantineColorSchemeManager {
  const device = globalThis.matchMedia('(prefers-color-scheme: dark)');
  const kept = (): MantineColorScheme => {
    if (stored(STORED.themeFrom) === SYSTEM) return 'auto';
    return stored(STORED.theme) === 'dark' ? 'dark' : 'light';
  };
  const keep = (value: MantineColorScheme) => {
    const dark = value === 'auto' ? device.matches : value === 'dark';
    // In this order a tab that hears of the first one hears of the second as well.
    store(STORED.themeFrom, value === 'auto' ? SYSTEM : null);
    store(STORED.theme, dark ? 'dark' : 'light');
  };
  let following = false;
  let stop = () => {};
  return {
    get: kept,
    // Who follows has chosen nothing: written again, an old choice could overtake a newer one.
    set: (value) => {
      if (!following) keep(value);
    },
    subscribe: (onUpdate) => {
      const follow = () => {
        following = true;
        onUpdate(kept());
        following = false;
      };
      const onStorage = ({ key }: StorageEvent) => {
        if (key === STORED.theme || key === STORED.themeFrom) follow();
      };
      const onDevice = () => {
        if (kept() === 'auto') keep('auto');
      };
      globalThis.addEventListener('storage', onStorage);
      device.addEventListener('change', onDevice);
      stop = () => {
        globalThis.removeEventListener('storage', onStorage);
        device.removeEventListener('change', onDevice);
      };
      // What was chosen elsewhere since this page asked, and before it listened, nobody will say again.
      follow();
    },
    unsubscribe: () => stop(),
    clear: () => {
      store(STORED.themeFrom, null);
      store(STORED.theme, null);
    },
  };
}
