import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Badge } from '@mantine/core';

/** Marks what staff wrote down by hand. */
export function ManualBadge({ reason }: { reason?: string }) {
  return (
    <Badge color="gray" variant="outline" tt="none" title={reason}>
      {words.user.manual}
    </Badge>
  );
}
