import type { StaffSession } from '@clearbook/contracts/proposals';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useShown } from '../../lib/use-shown.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { endStaffSession } from './decisions.ts';
import { ListTable } from './list-table.tsx';
import { useCan } from './use-can.ts';

const { sessions: words, members } = proposalWords;
const SHOWN_AT_ONCE = 10;

/** Every browser in which a member of staff is signed in, and the way to end it. */
export function StaffSessionsPanel() {
  const sessions = useQuery(queries.adminStaffSessions());
  const mayEnd = useCan()('staff.change');
  const [ending, setEnding] = useState<StaffSession | null>(null);
  const shown = useShown(ending);
  const action = (row: StaffSession) => {
    if (row.current) return words.current;
    if (!mayEnd) return null;
    const name = words.endOf(row.member.email, row.device);
    return (
      <Button size="xs" variant="default" aria-label={name} onClick={() => setEnding(row)}>
        {words.end}
      </Button>
    );
  };
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <ListTable
        label={words.title}
        file="/admin/staff-sessions.csv"
        columns={[
          { key: 'email', header: members.email, render: ({ member }) => member.email },
          { key: 'device', header: words.device, render: ({ device }) => device },
          { key: 'since', header: words.since, render: (row) => formatDateTime(row.created_at) },
          { key: 'last', header: words.last, render: (row) => formatDateTime(row.last_used_at) },
          { key: 'end', header: words.end, hiddenHeader: true, render: action },
        ]}
        rows={sessions.data?.data}
        rowKey={({ id }) => id}
        pageSize={SHOWN_AT_ONCE}
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
        empty={{ title: words.title }}
      />
      {shown !== null && (
        <DecisionDialog
          key={shown.id}
          decision={endStaffSession}
          of={shown}
          opened={ending !== null}
          onClose={() => setEnding(null)}
        />
      )}
    </Stack>
  );
}
