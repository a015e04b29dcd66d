import { proposeStaffBody, type StaffMember } from '@clearbook/contracts/proposals';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { firstErrors } from './first-errors.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import classes from './manage.module.css';

const { members: words } = proposalWords;
const TONES = { active: 'active', invited: 'pending', removed: 'closed' } as const;

/** Who is staff, and the proposals to change that. */
export function StaffPanel() {
  const staff = useQuery(queries.adminStaff());
  const me = useQuery(queries.me()).data;
  const [leaving, setLeaving] = useState<StaffMember | null>(null);
  const action = (row: StaffMember) => {
    if (row.id === me?.id) return words.you;
    if (row.status === 'removed') return null;
    if (row.proposal_id !== null) return words.waits;
    return (
      <Button size="xs" variant="default" aria-label={words.removeOf(row.email)} onClick={() => setLeaving(row)}>
        {words.remove}
      </Button>
    );
  };
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <DataTable
        label={words.list}
        columns={[
          { key: 'email', header: words.email, render: (row) => row.email },
          {
            key: 'status',
            header: proposalWords.columns.status,
            render: (row) => <StatusBadge status={TONES[row.status]} label={words[row.status]} />,
          },
          { key: 'since', header: words.since, render: (row) => formatDateTime(row.since) },
          { key: 'action', header: words.remove, hiddenHeader: true, render: action },
        ]}
        rows={staff.data?.data}
        rowKey={(row) => row.id}
        error={staff.error}
        onRetry={() => void staff.refetch()}
        empty={{ title: words.list }}
      />
      <AddMember />
      <RemoveMember member={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
}

function AddMember() {
  const form = useForm({
    mode: 'controlled',
    initialValues: { email: '', reason: '' },
    validate: (values) => firstErrors(proposeStaffBody, { action: 'add_staff', ...values }),
  });
  const propose = useSubmit('POST /admin/proposals', {
    form,
    topics: ['proposals'],
    failed: words.failed,
    onSuccess: () => {
      form.reset();
      toast.success(words.proposed);
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const general = propose.problem !== null && propose.problem.fields.length === 0 ? propose.problem.detail : null;
  return (
    <form
      noValidate
      aria-label={words.add}
      onSubmit={form.onSubmit(
        (values) => void propose.submit({ body: proposeStaffBody.parse({ action: 'add_staff', ...values }) }),
        focusFirstError,
      )}
    >
      <Stack maw={480}>
        <TextInput label={words.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <Textarea label={proposalWords.reason} autosize minRows={2} {...form.getInputProps('reason')} />
        <FormErrorSummary>{general}</FormErrorSummary>
        <Button type="submit" className={classes.start} loading={propose.pending}>
          {words.add}
        </Button>
      </Stack>
    </form>
  );
}

function RemoveMember({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  // The dialog keeps its words while it fades out.
  const [shown, setShown] = useState(member);
  if (member !== null && member !== shown) setShown(member);
  if (shown === null) return null;
  return (
    <ReasonDialog
      opened={member !== null}
      title={words.removeTitle}
      text={words.removeText(shown.email)}
      act={words.remove}
      danger
      route="POST /admin/proposals"
      request={(reason) => ({ body: { action: 'remove_staff', member_id: shown.id, reason } })}
      schema={proposeStaffBody}
      topics={['proposals']}
      failed={words.failed}
      onDone={() => toast.success(words.proposed)}
      onClose={onClose}
    />
  );
}
