import { Badge } from '@mantine/core';
import { statusWords, UNKNOWN_STATUS } from '@clearbook/contracts/words/ui';

const COLORS: Record<string, string> = {
  approved: 'gain',
  active: 'gain',
  profit: 'gain',
  rejected: 'loss',
  suspended: 'loss',
  overdue: 'loss',
  loss: 'loss',
  returned: 'loss',
  awaiting_payment: 'ink',
  awaiting_code: 'ink',
  pending: 'ink',
};

/** What state a record is in. The word carries the meaning, the colour only helps. `label` overrides the word. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const color = COLORS[status] ?? 'gray';
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={600}
      styles={{ root: { color: `light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-2))` } }}
    >
      {label ?? statusWords[status] ?? UNKNOWN_STATUS}
    </Badge>
  );
}
