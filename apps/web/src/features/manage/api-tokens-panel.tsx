import type { ApiToken, CreatedApiToken } from '@clearbook/contracts/api-tokens';
import { TOKEN_PERMISSIONS } from '@clearbook/contracts/permissions';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useShown } from '../../lib/use-shown.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { createApiToken, revokeApiToken } from './decisions.ts';
import { ListTable } from './list-table.tsx';
import { useCan } from './use-can.ts';
import classes from './manage.module.css';

const { tokens: words, columns } = proposalWords;
const SHOWN_AT_ONCE = 10;
const TONES = { active: 'active', expired: 'closed', revoked: 'closed' } as const;

/** The tokens with which programs read Manage, and the ways to make and to revoke one. */
export function ApiTokensPanel() {
  const tokens = useQuery(queries.adminApiTokens());
  const can = useCan();
  const mayChange = can('staff.change');
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const shown = useShown(revoking);
  const action = (row: ApiToken) =>
    row.status === 'active' && mayChange ? (
      <Button size="xs" variant="default" aria-label={words.revokeOf(row.name)} onClick={() => setRevoking(row)}>
        {words.revoke}
      </Button>
    ) : null;
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <Title order={2}>{words.title}</Title>
      <Text size="sm" c="dimmed">
        {words.intro}
      </Text>
      <ListTable
        label={words.title}
        file="/admin/api-tokens.csv"
        columns={[
          { key: 'name', header: words.name, render: ({ name }) => name },
          {
            key: 'status',
            header: columns.status,
            render: ({ status }) => <StatusBadge status={TONES[status]} label={words.states[status]} />,
          },
          { key: 'permissions', header: words.permissions, render: (row) => <Reads token={row} /> },
          { key: 'member', header: words.member, render: ({ member }) => member.email },
          { key: 'expires', header: words.expires, render: (row) => formatDateTime(row.expires_at) },
          {
            key: 'last',
            header: words.last,
            render: ({ last_used_at: at }) => (at === null ? words.never : formatDateTime(at)),
          },
          { key: 'action', header: words.revoke, hiddenHeader: true, render: action },
        ]}
        rows={tokens.data?.data}
        rowKey={({ id }) => id}
        pageSize={SHOWN_AT_ONCE}
        error={tokens.error}
        onRetry={() => void tokens.refetch()}
        empty={{ title: words.empty }}
      />
      {mayChange && (
        <Button variant="default" className={classes.start} onClick={() => setCreating(true)}>
          {words.create}
        </Button>
      )}
      <DecisionDialog
        decision={createApiToken}
        of={{ permissions: TOKEN_PERMISSIONS.filter(can) }}
        opened={creating}
        onClose={() => setCreating(false)}
        onDone={setCreated}
      />
      <Secret created={created} onClose={() => setCreated(null)} />
      {shown !== null && (
        <DecisionDialog
          key={shown.id}
          decision={revokeApiToken}
          of={shown}
          opened={revoking !== null}
          onClose={() => setRevoking(null)}
        />
      )}
    </Stack>
  );
}

/** How many permissions, and behind a fold which, and from where. */
function Reads({ token: { permissions, networks } }: { token: ApiToken }) {
  return (
    <details>
      <summary>{roleWords.count(permissions.length)}</summary>
      <ul>
        {permissions.map((name) => (
          <li key={name}>{roleWords.permissions[name]}</li>
        ))}
        {networks.map((network) => (
          <li key={network}>{network}</li>
        ))}
      </ul>
    </details>
  );
}

/** Only what is open holds it: once closed it is nowhere in the page. */
function Secret({ created, onClose }: { created: CreatedApiToken | null; onClose: () => void }) {
  return (
    <Sheet opened={created !== null} title={words.secretTitle} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{words.secretText}</Text>
        {created !== null && <CopyableText value={created.secret} name={words.secret} />}
        <Button onClick={onClose}>{words.kept}</Button>
      </Stack>
    </Sheet>
  );
}
