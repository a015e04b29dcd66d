import type { Withdrawal } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiProblem } from '../../lib/api.ts';
import { formatCountdown, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
import { type Submit, useSubmit } from '../../lib/use-submit.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { codeForm } from './code.form.ts';
import { stateSentence } from './withdrawal-words.ts';
import classes from './withdrawals.module.css';

const topics = ['withdrawals', 'account'] as const;

/** D4: the one-time code from the client's own email. Comes back after a reload, because the withdrawal's id is in the address. */
export function CodeEntry({ id }: { id: string }) {
  const withdrawal = useQuery(queries.withdrawal(id));
  if (withdrawal.isPending) return <Skeleton height={320} radius="md" aria-busy />;
  // What was typed stays where only the reading of it again fails.
  if (withdrawal.data === undefined) {
    const { error } = withdrawal;
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400 || error.status === 422)) {
      return <EmptyState kind="search" title={messages.withdrawal.notFound} action={<StartAgain />} />;
    }
    return <ErrorState error={error} onRetry={() => void withdrawal.refetch()} />;
  }
  if (withdrawal.data.status !== 'awaiting_code') return <Settled withdrawal={withdrawal.data} />;
  return (
    <Entry
      withdrawal={withdrawal.data}
      answeredAt={withdrawal.dataUpdatedAt}
      onRefused={() => void withdrawal.refetch()}
    />
  );
}

type EntryProps = { withdrawal: Withdrawal; answeredAt: number; onRefused: () => void };

function Entry({ withdrawal, answeredAt, onRefused }: EntryProps) {
  const { id } = withdrawal;
  const navigate = useNavigate();
  const here = useHere();
  const byApp = withdrawal.code_from === 'authenticator';
  const left = useCountdown(withdrawal.code_seconds_left, answeredAt);
  const [refused, setRefused] = useState<string | null>(null);
  const confirm = useDeclaredForm(codeForm, id, {
    onTyped: ({ code }) => code !== '' && setRefused(null),
    onDone: () => {
      toast.success(words.code.done);
      if (here()) void navigate('/withdrawals');
    },
    onProblem: ({ detail }) => {
      setRefused(detail);
      confirm.form.setFieldValue('code', '');
      // One try less.
      onRefused();
    },
  });
  const resend = useSubmit('POST /withdrawals/:id/resend', {
    topics: ['withdrawals', 'mailbox'],
    onSuccess: () => toast.success(messages.withdrawal.codeSent),
  });
  const cancel = useSubmit('POST /withdrawals/:id/cancel', { topics, onSuccess: () => toast.success(words.cancelled) });
  const otherProblem = resend.problem ?? cancel.problem;

  return (
    <Panel>
      <Form onSend={confirm.send}>
        <Stack>
          <Title order={2}>{words.code.heading}</Title>
          <Text>
            {words.detailsOf(formatUsd(withdrawal.amount.amount))}. {byApp ? words.code.introApp : words.code.intro}
          </Text>
          <TextInput
            label={words.code.label}
            description={words.code.tries(withdrawal.code_tries_left)}
            inputMode="numeric"
            autoComplete="one-time-code"
            size="md"
            maxLength={12}
            classNames={{ input: classes.code ?? '' }}
            autoFocus
            {...confirm.field('code')}
            error={confirm.errors['code'] ?? refused}
          />
          <TimeLeft withdrawal={withdrawal} left={left} resend={resend} />
          {byApp ? null : <DemoMailbox />}
          <FormErrorSummary>{otherProblem?.detail}</FormErrorSummary>
          <div className={classes.buttons}>
            <Button type="submit" size="md" loading={confirm.pending} disabled={left === 0}>
              {words.code.submit}
            </Button>
            <Button
              variant="default"
              size="md"
              loading={cancel.pending}
              onClick={() => void cancel.submit({ params: { id } })}
            >
              {words.code.cancel}
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  );
}

type LeftProps = { withdrawal: Withdrawal; left: number; resend: Submit<'POST /withdrawals/:id/resend'> };

/** How long the code holds, and another one. */
function TimeLeft({ withdrawal, left, resend }: LeftProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {words.code.timeLeft}{' '}
        <Text span fw={600} className={classes.clock} role="timer" aria-label={words.code.timeLeft}>
          {formatCountdown(left)}
        </Text>
      </Text>
      {withdrawal.code_from === 'authenticator' ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={resend.pending}
          onClick={() => void resend.submit({ params: { id: withdrawal.id } })}
        >
          {words.code.resend}
        </Button>
      )}
    </Group>
  );
}

function DemoMailbox() {
  return (
    <DemoOnly>
      <Text size="sm">
        {words.code.demo}{' '}
        <Anchor component={Link} to="/mailbox" inherit underline="always">
          {words.code.demoLink}
        </Anchor>
        .
      </Text>
    </DemoOnly>
  );
}

/** The code is not needed any more: entered, lapsed, or cancelled. Says which, and what it means for the money. */
function Settled({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <Panel>
      <Stack>
        <Title order={2}>{words.detailsOf(formatUsd(withdrawal.amount.amount))}</Title>
        <Text role="status">{stateSentence(withdrawal)}</Text>
        {withdrawal.reason === null ? null : <Text className={classes.typed}>{withdrawal.reason}</Text>}
        <Group>
          <Button component={Link} to="/withdrawals">
            {words.code.history}
          </Button>
          <StartAgain />
        </Group>
      </Stack>
    </Panel>
  );
}

function StartAgain() {
  return (
    <Anchor component={Link} to="/select-withdrawal">
      {words.code.startAgain}
    </Anchor>
  );
}
