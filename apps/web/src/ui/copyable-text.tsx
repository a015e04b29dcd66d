import { uiWords } from '@clearbook/contracts/words/ui';
import { ActionIcon, Group, Text } from '@mantine/core';
import { Copy } from 'lucide-react';
import { toast } from './toast.ts';

/** A text that somebody has to enter elsewhere to the letter, with a small button that copies it. `name` says what it is. */
export function CopyableText({ value, name }: { value: string; name: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(uiWords.copiedOf(name)),
      () => toast.error(uiWords.copyFailed),
    );
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <ActionIcon variant="default" size="md" aria-label={uiWords.copyOf(name)} onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
