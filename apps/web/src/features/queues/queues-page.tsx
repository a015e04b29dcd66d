import { QUEUES, type QueueName, type QueueSummary } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RequireAdmin } from '../manage/index.ts';
import { OneQueue } from './one-queue.tsx';
import classes from './queues.module.css';
import { useQueueAddress } from './use-queue-address.ts';

const HOUR_MS = 3_600_000;

/** /queues: everything that waits for staff, the oldest first. */
export default function QueuesPage() {
  return (
    <RequireAdmin>
      <PageHeader title={words.title} description={words.intro} />
      <AllQueues />
    </RequireAdmin>
  );
}

function AllQueues() {
  const summaries = useQuery(queries.adminQueues());
  const all = summaries.data?.queues;
  const address = useQueueAddress((all ?? []).map(({ queue }) => queue));
  if (all === undefined)
    return summaries.isPending ? (
      <Skeleton height={320} radius="md" aria-busy />
    ) : (
      <ErrorState error={summaries.error} onRetry={() => void summaries.refetch()} />
    );
  const { queue } = address;
  if (queue === undefined) return <EmptyState kind="waiting" title={words.nothing} />;
  return (
    <Tabs value={queue} onChange={(name) => name !== null && address.openQueue(name as QueueName)} keepMounted={false}>
      <div className={classes.tabs}>
        <Tabs.List aria-label={words.title}>
          {all.map((summary) => (
            <Tabs.Tab key={summary.queue} value={summary.queue}>
              {words.tab(words.names[summary.queue], summary.waiting, summary.capped)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={queue}>
        <Late summary={all.find((each) => each.queue === queue)} />
        <OneQueue key={queue} queue={queue} address={address} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Late({ summary }: { summary: QueueSummary | undefined }) {
  if (summary === undefined || summary.late === 0) return null;
  return (
    <Text size="sm" mb="xs" className={classes.late}>
      {words.late(summary.late, QUEUES[summary.queue].targetMs / HOUR_MS)}
    </Text>
  );
}
