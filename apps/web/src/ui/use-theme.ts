import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** The theme that is shown, and a switch to the other one, which from then on is a choice: it no longer follows the device. */
export function useTheme(): { dark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  return { dark, toggle: () => setColorScheme(dark ? 'light' : 'dark') };
}
