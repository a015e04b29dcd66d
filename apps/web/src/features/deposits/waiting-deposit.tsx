import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';

/** Who left a deposit before paying finds it here again, instead of making a second one. */
export function WaitingDeposit() {
  const newest = useQuery(queries.newestDeposits());
  const waiting = newest.data?.data.find((one) => one.status === 'awaiting_payment' && !one.expired);
  if (newest.data === undefined && newest.error !== null)
    return (
      <Alert color="ink" mb="md" role="alert">
        <Text size="sm">{words.state.waitingUnknown}</Text>
        <Button mt="xs" size="xs" variant="default" loading={newest.isFetching} onClick={() => void newest.refetch()}>
          {words.method.retry}
        </Button>
      </Alert>
    );
  if (waiting === undefined) return null;
  return (
    <Alert color="ink" mb="md">
      {words.state.waiting(formatUsd(waiting.amount.amount))}{' '}
      <Anchor component={Link} to={`/deposit?id=${waiting.id}`} inherit underline="always">
        {words.state.waitingLink}
      </Anchor>
    </Alert>
  );
}
