import type { StaffMember } from '@clearbook/contracts/proposals';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { Button, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useShown } from '../../lib/use-shown.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { removeMember } from './decisions.ts';
import { memberForm } from './manage.form.ts';
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
  const propose = useDeclaredForm(memberForm, undefined, {
    onDone: () => {
      propose.form.reset();
      toast.success(words.proposed);
    },
  });
  return (
    <Form label={words.add} onSend={propose.send}>
      <Stack maw={480}>
        <TextInput label={words.email} type="email" autoComplete="off" {...propose.field('email')} />
        <Textarea label={proposalWords.reason} autosize minRows={2} {...propose.field('reason')} />
        <FormErrorSummary>{propose.refusal}</FormErrorSummary>
        <Button type="submit" className={classes.start} loading={propose.pending}>
          {words.add}
        </Button>
      </Stack>
    </Form>
  );
}

function RemoveMember({ member, onClose }: { member: StaffMember | null; onClose: () => void }) {
  const shown = useShown(member);
  return shown === null ? null : (
    <DecisionDialog key={shown.id} decision={removeMember} of={shown} opened={member !== null} onClose={onClose} />
  );
}
