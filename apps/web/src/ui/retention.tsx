import { RETENTION, retentionWords as words } from '@clearbook/contracts/words/retention';
import { Stack, Text } from '@mantine/core';
import { DataTable } from './data-table.tsx';

/** What stays of somebody whose account is closed, for whoever is about to close it. */
export function Retention() {
  return (
    <Stack gap="sm">
      <Text size="sm">{words.erased}</Text>
      <DataTable
        label={words.stays}
        columns={[
          { key: 'what', header: words.stays, render: ({ what }) => what },
          { key: 'why', header: words.why, render: ({ why }) => why },
          { key: 'until', header: words.until, render: ({ until }) => until },
        ]}
        rows={RETENTION}
        rowKey={({ what }) => what}
        empty={{ title: words.stays }}
      />
    </Stack>
  );
}
