import { depositMethod, type Deposit } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { formatUsd } from '../../lib/format.ts';
import { useHere } from '../../lib/use-here.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './deposits.module.css';

/** What became of a deposit whose proof is already in: shown when somebody comes back to its wizard. */
export function DepositState({ deposit }: { deposit: Deposit }) {
  const { title, text } = describe(deposit);
  const navigate = useNavigate();
  const here = useHere();
  const method = depositMethod.safeParse(deposit.method).data;
  // A decision stands. What was paid can be shown better: the same amount and coin once more, straight to its proof.
  const again = useSubmit('POST /deposits', {
    topics: ['deposits'],
    onSuccess: ({ id }) => {
      if (here()) void navigate(`/deposit?id=${id}&paid=1`);
    },
  });
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
        <FormErrorSummary>{again.problem?.detail}</FormErrorSummary>
        <Group>
          {deposit.status === 'rejected' && method !== undefined ? (
            <Button
              loading={again.pending}
              onClick={() => void again.submit({ body: { amount: deposit.amount.amount, method } })}
            >
              {words.state.newProof}
            </Button>
          ) : null}
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
