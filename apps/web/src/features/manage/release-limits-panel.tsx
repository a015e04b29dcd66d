import type { ReleaseLimits } from '@clearbook/contracts/proposals';
import { messages } from '@clearbook/contracts/messages';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useFollowing } from '../../lib/use-following.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { Can } from './can.tsx';
import { Facts } from './facts.tsx';
import { releaseLimitsForm } from './manage.form.ts';
import { RecordState } from './record-state.tsx';
import classes from './manage.module.css';

const { limits: words } = proposalWords;

/** What one member of staff releases alone: the limits, what of them is used today, who changed them, and a proposal to. */
export function ReleaseLimitsPanel() {
  const limits = useQuery(queries.releaseLimits());
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro} {limits.data?.applies === false ? words.demo : null}
      </Text>
      <RecordState query={limits} notFound={messages.common.notFound}>
        {(record) => (
          <>
            <Facts
              facts={[
                [words.day, formatUsd(record.day_limit.amount)],
                [words.client, formatUsd(record.client_limit.amount)],
                [words.used, formatUsd(record.used_today.amount)],
              ]}
            />
            <History history={record.history} />
            <ProposeLimits record={record} />
          </>
        )}
      </RecordState>
    </Stack>
  );
}

function History({ history }: Pick<ReleaseLimits, 'history'>) {
  return (
    <DataTable
      label={words.history}
      columns={[
        { key: 'at', header: words.at, render: (row) => formatDateTime(row.at) },
        { key: 'day', header: words.day, render: (row) => formatUsd(row.day_limit.amount) },
        { key: 'client', header: words.client, render: (row) => formatUsd(row.client_limit.amount) },
        { key: 'by', header: words.by, render: (row) => row.proposed_by },
        { key: 'approved', header: words.approvedBy, render: (row) => row.approved_by },
      ]}
      rows={history}
      rowKey={(row) => row.at}
      empty={{ title: words.none }}
    />
  );
}

function ProposeLimits({ record }: { record: ReleaseLimits }) {
  const propose = useDeclaredForm(releaseLimitsForm, record, {
    onDone: () => {
      propose.form.reset();
      toast.success(words.proposed);
    },
    onProblem: ({ code }) => {
      if (code === 'proposal.overtaken') propose.form.setFieldValue('set_by', undefined);
    },
  });
  useFollowing(
    propose.form,
    { day_limit: record.day_limit.amount, client_limit: record.client_limit.amount, set_by: record.set_by },
    { name: 'set_by', of: ['day_limit', 'client_limit'] },
  );
  return (
    <Form label={words.propose} onSend={propose.send}>
      <Stack maw={480}>
        <DecimalInput
          label={words.day}
          description={words.dayHint(formatUsd(record.most_day.amount))}
          leftSection="$"
          {...propose.field('day_limit')}
        />
        <DecimalInput
          label={words.client}
          description={words.dayHint(formatUsd(record.most_client.amount))}
          leftSection="$"
          {...propose.field('client_limit')}
        />
        <Textarea label={words.why} autosize minRows={2} {...propose.field('reason')} />
        <FormErrorSummary>{propose.refusal}</FormErrorSummary>
        <Can permission="limit.change">
          <Button type="submit" className={classes.start} loading={propose.pending}>
            {words.propose}
          </Button>
        </Can>
      </Stack>
    </Form>
  );
}
