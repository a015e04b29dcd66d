import type { Deposit } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { formatUsd } from '../../lib/format.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './deposits.module.css';

/** What became of a deposit whose proof is already in: shown when somebody comes back to its wizard. */
export function DepositState({ deposit }: { deposit: Deposit }) {
  const { title, text } = describe(deposit);
  const [, setSearch] = useSearchParams();
  return (
    <Panel>
      <Stack>
        <Title order={2}>{title}</Title>
        <Text>{text}</Text>
        {deposit.reason === null ? null : (
          <Text className={classes.typed}>
            {words.history.reason} {deposit.reason}
          </Text>
        )}
        <Group>
          {deposit.status === 'rejected' && (
            <Button onClick={() => setSearch({ id: deposit.id, paid: '1' })}>{words.state.newProof}</Button>
          )}
          <Button component={Link} to="/deposit-history" variant={deposit.status === 'rejected' ? 'default' : 'filled'}>
            {words.history.title}
          </Button>
          <Button component={Link} to="/deposit" variant="default">
            {words.pay.startAgain}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function describe(deposit: Deposit): { title: string; text: string } {
  if (deposit.status === 'approved') {
    return {
      title: words.state.approvedTitle,
      text: words.state.approved(formatUsd((deposit.credited ?? deposit.amount).amount)),
    };
  }
  if (deposit.status === 'rejected') return { title: words.state.rejectedTitle, text: words.state.rejected };
  return { title: words.state.pendingTitle, text: words.state.pending };
}
