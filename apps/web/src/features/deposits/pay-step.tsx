import { type Deposit, LOAN_METHOD } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Alert, Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ApiProblem } from '../../lib/api.ts';
import { formatCountdown, formatMoney, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { DepositState } from './deposit-state.tsx';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { coinName, networkNote } from './method-words.ts';
import classes from './deposits.module.css';

/** Step 3: where to send the coins, how long the rate holds, and the proof that they were sent. */
export function PayStep({ id }: { id: string }) {
  const deposit = useQuery(queries.deposit(id));
  const [search] = useSearchParams();
  if (deposit.isPending) return <Waiting />;
  // What was chosen stays where only the reading of it again fails.
  if (deposit.data === undefined) {
    const { error } = deposit;
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400 || error.status === 422))
      return <EmptyState kind="search" title={messages.deposit.notFound} action={<StartAgain />} />;
    return <ErrorState error={deposit.error} onRetry={() => void deposit.refetch()} />;
  }
  if (deposit.data.method === LOAN_METHOD) return <Navigate to="/trading-plans" replace />;
  // What was paid can be shown better: its rate and its time stay.
  if (deposit.data.status === 'rejected' && search.get('paid') === '1') return <NewProof deposit={deposit.data} />;
  if (deposit.data.status !== 'awaiting_payment') return <DepositState deposit={deposit.data} />;
  return <Payment deposit={deposit.data} answeredAt={deposit.dataUpdatedAt} />;
}

function Payment({ deposit, answeredAt }: { deposit: Deposit; answeredAt: number }) {
  const [search, setSearch] = useSearchParams();
  const left = useCountdown(deposit.seconds_left, answeredAt);
  const expired = deposit.expired || left === 0;
  // In the address, so that a reload keeps it.
  const paid = search.get('paid') === '1';
  const [file, setFile] = useState<File | null>(null);
  const proof = <ProofForm id={deposit.id} file={file} onFile={setFile} />;

  if (expired) {
    return (
      <Panel>
        <Stack>
          <Title order={2}>{messages.deposit.expired}</Title>
          <Text>{words.pay.expiredMeaning}</Text>
          {paid || file !== null ? (
            proof
          ) : (
            <Button size="md" onClick={() => setSearch({ id: deposit.id, paid: '1' }, { replace: true })}>
              {words.pay.alreadyPaid}
            </Button>
          )}
          <StartAgain />
        </Stack>
      </Panel>
    );
  }
  return (
    <div className={classes.panels}>
      <Destination deposit={deposit} />
      <Panel>
        <Stack>
          <div>
            <Title order={2}>{messages.deposit.awaiting}</Title>
            <Text size="sm" c="dimmed" mt="xs">
              {words.pay.timeLeft}
            </Text>
            {/* A timer is not read out every second; whoever wants to know can go there. */}
            <Text className={classes.clock} role="timer" aria-label={words.pay.timeLeft}>
              {formatCountdown(left)}
            </Text>
          </div>
          {proof}
          <Text size="sm" c="dimmed">
            {words.pay.later}
          </Text>
        </Stack>
      </Panel>
    </div>
  );
}

/** Nobody is shown an address to pay a second time. */
function NewProof({ deposit }: { deposit: Deposit }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Panel>
      <Stack>
        <Title order={2}>{words.pay.newProof}</Title>
        {deposit.reason !== null && (
          <Text className={classes.typed}>
            {words.history.reason} {deposit.reason}
          </Text>
        )}
        <Text>{words.pay.newProofMeaning}</Text>
        <ProofForm id={deposit.id} file={file} onFile={setFile} />
        <StartAgain />
      </Stack>
    </Panel>
  );
}

function Destination({ deposit }: { deposit: Deposit }) {
  const coin = coinName(deposit.method);
  const { address, pay_amount } = deposit;
  const demo = useQuery(queries.publicSettings()).data?.mode === 'demo';
  return (
    <Panel>
      <Stack>
        {demo && (
          <Alert color="ink" title={messages.account.demoSendNothing}>
            {words.pay.demo}
          </Alert>
        )}
        <div>
          <Text size="sm" c="dimmed">
            {demo ? words.pay.demoSend : words.pay.send}
          </Text>
          {pay_amount === null ? null : <Text className={classes.coins}>{formatMoney(pay_amount)}</Text>}
          <Text size="sm" c="dimmed">
            {words.pay.worth(formatUsd(deposit.amount.amount))}
          </Text>
        </div>
        {address === null ? (
          <Text>{messages.deposit.noWallet}</Text>
        ) : (
          <>
            <div className={classes.qr}>
              <QrCode text={address} label={words.pay.qr(coin)} />
            </div>
            <div>
              <Text size="sm" c="dimmed" mb={4}>
                {demo ? words.pay.demoAddress : words.pay.toAddress}
              </Text>
              <div className={classes.address}>
                <code>{address}</code>
                <CopyButton value={address} label={words.pay.copy} done={words.pay.copied(coin)} />
              </div>
            </div>
            <Text size="sm" c="dimmed">
              {networkNote(deposit.method)}
            </Text>
          </>
        )}
      </Stack>
    </Panel>
  );
}

function StartAgain() {
  return (
    <Anchor component={Link} to="/deposit">
      {words.pay.startAgain}
    </Anchor>
  );
}

function Waiting() {
  return (
    <div className={classes.panels} aria-busy>
      <Skeleton height={420} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  );
}
