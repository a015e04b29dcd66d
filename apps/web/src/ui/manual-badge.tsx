import { uiWords } from '@clearbook/contracts/words/ui';
import { Badge } from '@mantine/core';

/** Marks what staff entered by hand, wherever it shows. */
export function ManualBadge({ reason }: { reason?: string }) {
  return (
    <Badge variant="outline" color="gray" tt="none" c="var(--mantine-color-text)" title={reason}>
      {uiWords.manual}
    </Badge>
  );
}
