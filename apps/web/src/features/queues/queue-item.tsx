import type { QueueItem as Item, QueueName } from '@clearbook/contracts/queues';
import { queueWords as words } from '@clearbook/contracts/words/queues';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import {
  Decided,
  DepositReview,
  OneSourceOfFunds,
  OneVerification,
  ProposalDialog,
  RecordState,
  useCan,
  WithdrawalReview,
} from '../manage/index.ts';
import classes from './queues.module.css';

/** `item`: as it waits in the list, where it is there. */
type Props = { queue: QueueName; id: string; item: Item | undefined; onDecided: () => void };

/** The chosen item with everything that its own page shows, and who works on it. */
export function QueueItem({ queue, id, item, onDecided }: Props) {
  return (
    <Decided value={onDecided}>
      {item === undefined ? (
        <Text size="sm" c="dimmed" role="status">
          {words.gone}
        </Text>
      ) : (
        <Claim queue={queue} item={item} />
      )}
      <Record queue={queue} id={id} email={item?.user_email ?? ''} />
    </Decided>
  );
}

function Record({ queue, id, email }: { queue: QueueName; id: string; email: string }) {
  switch (queue) {
    case 'deposits':
    case 'loans':
      return <DepositReview key={id} id={id} />;
    case 'withdrawals':
    case 'not_received':
      return <WithdrawalReview key={id} id={id} />;
    case 'verifications':
      return <OneVerification key={id} id={id} />;
    case 'source_of_funds':
      return <OneSourceOfFunds key={id} id={id} email={email} />;
    case 'proposals':
      return <OneProposal key={id} id={id} />;
  }
}

function OneProposal({ id }: { id: string }) {
  const query = useQuery(queries.adminProposal(id));
  const [opened, setOpened] = useState(false);
  return (
    <RecordState query={query} notFound={proposalWords.unknown}>
      {(proposal) => (
        <Panel>
          <Text mb="md">{proposal.reason}</Text>
          <Button aria-keyshortcuts="A" onClick={() => setOpened(true)}>
            {proposalWords.look}
          </Button>
          <ProposalDialog proposal={opened ? proposal : null} onClose={() => setOpened(false)} />
        </Panel>
      )}
    </RecordState>
  );
}

function Claim({ queue, item: { id, claim } }: { queue: QueueName; item: Item }) {
  const can = useCan();
  const said = { topics: ['deposits'], onProblem: ({ detail }: { detail: string }) => toast.error(detail) } as const;
  const take = useSubmit('POST /admin/queue-claims', said);
  const release = useSubmit('POST /admin/queue-claims/release', said);
  const body = { queue, id };
  const mine = claim?.mine === true;
  return (
    <Group className={classes.claim} justify="space-between">
      <Text size="sm" c="dimmed">
        {claim === null
          ? null
          : mine
            ? words.takenByMe(formatDateTime(claim.until))
            : words.taken(claim.email, formatDateTime(claim.until))}
      </Text>
      {can('queue.claim') && (claim === null || mine) && (
        <Button
          variant="default"
          size="xs"
          aria-keyshortcuts="C"
          loading={take.pending || release.pending}
          onClick={() => void (mine ? release : take).submit({ body })}
        >
          {mine ? words.release : words.take}
        </Button>
      )}
    </Group>
  );
}
