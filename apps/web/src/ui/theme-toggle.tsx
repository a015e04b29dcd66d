import { ActionIcon } from '@mantine/core';
import { frameWords } from '@clearbook/contracts/words/frame';
import { Moon, Sun } from 'lucide-react';
import { useTheme } from './use-theme.ts';

/** Sun and moon: switches between the light and the dark theme and remembers it. */
export function ThemeToggle() {
  const { dark, toggle } = useTheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={40}
      c="var(--mantine-color-text)"
      aria-label={dark ? frameWords.toLight : frameWords.toDark}
      onClick={toggle}
    >
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </ActionIcon>
  );
}
