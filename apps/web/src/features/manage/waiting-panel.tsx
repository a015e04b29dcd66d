import type { QueueSummary } from '@clearbook/contracts/queues';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { queueWords } from '@clearbook/contracts/words/queues';
import { Anchor, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ageOf } from './age.ts';
import { RecordState } from './record-state.tsx';

/** What waits for a decision, and for how long. */
export function WaitingPanel() {
  const status = useQuery(queries.adminQueues());
  return (
    <RecordState query={status} notFound={words.unknownQueues}>
      {({ queues }) => (
        <Stack gap="sm" component="section" aria-label={words.waits}>
          <Title order={2}>{words.waits}</Title>
          <DataTable
            label={words.waits}
            columns={QUEUES}
            rows={queues}
            rowKey={({ queue }) => queue}
            empty={{ title: words.nothingWaits }}
          />
        </Stack>
      )}
    </RecordState>
  );
}

const QUEUES: readonly Column<QueueSummary>[] = [
  {
    key: 'queue',
    header: words.queue,
    render: ({ queue }) => (
      <Anchor component={Link} to={`/queues?queue=${queue}`}>
        {queueWords.names[queue]}
      </Anchor>
    ),
  },
  {
    key: 'waiting',
    header: words.waiting,
    align: 'end',
    render: ({ waiting, capped }) => `${waiting.toLocaleString('en')}${capped ? '+' : ''}`,
  },
  { key: 'late', header: words.late, align: 'end', render: ({ late }) => late.toLocaleString('en') },
  {
    key: 'oldest',
    header: words.oldest,
    render: ({ oldest }) => (oldest === null ? NO_VALUE : ageOf(oldest)),
  },
];
