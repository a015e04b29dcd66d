import type { Session } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './account.module.css';

const words = accountWords.sessions;

/** /sessions: every browser that is signed in, and the way to end each. */
export default function SessionsPage() {
  const sessions = useQuery(queries.sessions());
  const [asking, setAsking] = useState<Session | 'others' | null>(null);
  const close = () => {
    setAsking(null);
    endOne.clear();
    endOthers.clear();
  };
  const endOne = useSubmit('DELETE /me/sessions/:id', {
    topics: ['sessions'],
    onSuccess: () => {
      toast.success(messages.session.ended);
      setAsking(null);
    },
  });
  const endOthers = useSubmit('POST /me/sessions/end-others', {
    topics: ['sessions'],
    onSuccess: () => {
      toast.success(messages.session.othersEnded);
      setAsking(null);
    },
  });
  const rows = sessions.data?.data;
  const others = rows?.filter(({ current }) => !current).length ?? 0;

  const columns: readonly Column<Session>[] = [
    {
      key: 'device',
      header: words.columns.device,
      render: (row) => (
        <Group gap={8} wrap="wrap">
          <span>{row.device}</span>
          {row.current && (
            <Badge variant="light" color="ink" tt="none" c="var(--accent-text)">
              {words.current}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'last', header: words.columns.last, render: (row) => formatDateTime(row.last_used_at) },
    { key: 'since', header: words.columns.since, render: (row) => formatDateTime(row.created_at) },
    {
      key: 'end',
      header: words.end,
      hiddenHeader: true,
      align: 'end',
      render: (row) =>
        row.current ? null : (
          <Button
            variant="default"
            size="compact-md"
            aria-label={words.endOne(row.device)}
            onClick={() => setAsking(row)}
          >
            {words.end}
          </Button>
        ),
    },
  ];

  return (
    <>
      <PageHeader
        title={words.title}
        description={words.intro}
        back={{ to: '/account', label: accountWords.title }}
        actions={
          others > 0 ? (
            <Button variant="outline" color="loss" onClick={() => setAsking('others')}>
              {words.endOthers}
            </Button>
          ) : undefined
        }
      />
      <Panel flush className={classes.wide}>
        <DataTable
          label={words.title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          empty={{ title: words.only }}
        />
      </Panel>
      <ConfirmDialog
        opened={asking !== null && asking !== 'others'}
        title={words.endTitle}
        confirm={words.end}
        danger
        pending={endOne.pending}
        problem={endOne.problem?.detail}
        onConfirm={() => {
          if (asking !== null && asking !== 'others') void endOne.submit({ params: { id: asking.id } });
        }}
        onClose={close}
      >
        {asking === null || asking === 'others' ? null : words.endText(asking.device)}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'others'}
        title={words.endOthersTitle}
        confirm={words.endOthers}
        danger
        pending={endOthers.pending}
        problem={endOthers.problem?.detail}
        onConfirm={() => void endOthers.submit({})}
        onClose={close}
      >
        {words.endOthersText}
      </ConfirmDialog>
    </>
  );
}
