import type { StaffMember, StaffRole } from '@clearbook/contracts/proposals';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useShown } from '../../lib/use-shown.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { changeRole, removeMember } from './decisions.ts';
import { ListTable } from './list-table.tsx';
import { memberForm } from './manage.form.ts';
import { roleName } from './role-name.ts';
import { useCan } from './use-can.ts';
import classes from './manage.module.css';

const { members: words } = proposalWords;
const TONES = { active: 'active', invited: 'pending', removed: 'closed' } as const;

/** Who is staff, and the proposals to change that. */
export function StaffPanel() {
  const staff = useQuery(queries.adminStaff());
  const me = useQuery(queries.me()).data;
  const roles = useQuery(queries.adminRoles()).data?.data ?? [];
  const mayChange = useCan()('staff.change');
  const [leaving, setLeaving] = useState<StaffMember | null>(null);
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const action = (row: StaffMember) => {
    if (row.id === me?.id) return words.you;
    if (row.status === 'removed' || !mayChange) return null;
    if (row.proposal_id !== null) return words.waits;
    return (
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" aria-label={roleWords.changeOf(row.email)} onClick={() => setChanging(row)}>
          {roleWords.change}
        </Button>
        <Button size="xs" variant="default" aria-label={words.removeOf(row.email)} onClick={() => setLeaving(row)}>
          {words.remove}
        </Button>
      </Group>
    );
  };
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <ListTable
        label={words.list}
        file="/admin/staff.csv"
        columns={[
          { key: 'email', header: words.email, render: (row) => row.email },
          {
            key: 'status',
            header: proposalWords.columns.status,
            render: (row) => <StatusBadge status={TONES[row.status]} label={words[row.status]} />,
          },
          {
            key: 'role',
            header: roleWords.role,
            render: (row) => (row.status === 'removed' ? NO_VALUE : roleName(row.role)),
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
      {mayChange && <AddMember roles={roles} />}
      <RemoveMember member={leaving} onClose={() => setLeaving(null)} />
      <ChangeRole member={changing} roles={roles} onClose={() => setChanging(null)} />
    </Stack>
  );
}

function ChangeRole({
  member,
  roles,
  onClose,
}: {
  member: StaffMember | null;
  roles: readonly StaffRole[];
  onClose: () => void;
}) {
  const shown = useShown(member);
  return shown === null ? null : (
    <DecisionDialog
      key={shown.id}
      decision={changeRole}
      of={{ member: shown, roles }}
      opened={member !== null}
      onClose={onClose}
    />
  );
}

function AddMember({ roles }: { roles: readonly StaffRole[] }) {
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
        <NativeSelect
          label={roleWords.role}
          data={roles.map(({ id }) => ({ value: id, label: roleName(id) }))}
          {...propose.field('role')}
        />
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
