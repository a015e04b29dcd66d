import { ActionIcon } from '@mantine/core';
import { shellWords } from '@clearbook/contracts/words/shell';
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
      aria-label={dark ? shellWords.toLight : shellWords.toDark}
      onClick={toggle}
    >
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </ActionIcon>
  );
}
