import type { StaffRole } from '@clearbook/contracts/proposals';
import { roleWords as words } from '@clearbook/contracts/words/roles';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { defineRole } from './decisions.ts';
import { ListTable } from './list-table.tsx';
import { roleName } from './role-name.ts';
import classes from './manage.module.css';

/** What each role includes, and the proposal of one more. */
export function RolesPanel() {
  const roles = useQuery(queries.adminRoles());
  // The roles as they were when the dialog opened.
  const [defining, setDefining] = useState<readonly StaffRole[] | null>(null);
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <ListTable
        label={words.list}
        file="/admin/roles.csv"
        columns={[
          { key: 'role', header: words.role, render: ({ id }) => roleName(id) },
          { key: 'includes', header: words.includes, render: (row) => <Includes role={row} /> },
          { key: 'members', header: words.members, render: ({ members }) => members },
        ]}
        rows={roles.data?.data}
        rowKey={({ id }) => id}
        error={roles.error}
        onRetry={() => void roles.refetch()}
        empty={{ title: words.list }}
      />
      <Can permission="staff.change">
        <Button variant="default" className={classes.start} onClick={() => setDefining(roles.data?.data ?? [])}>
          {words.define}
        </Button>
      </Can>
      <DecisionDialog
        decision={defineRole}
        of={defining ?? []}
        opened={defining !== null}
        onClose={() => setDefining(null)}
      />
    </Stack>
  );
}

/** What it is for, and every permission behind a fold. */
function Includes({ role: { id, permissions, declared } }: { role: StaffRole }) {
  const about = declared ? words.roles[id as keyof typeof words.roles].does : words.count(permissions.length);
  return (
    <details>
      <summary>{about}</summary>
      <ul>
        {permissions.map((name) => (
          <li key={name}>{words.permissions[name]}</li>
        ))}
      </ul>
    </details>
  );
}
