import type { Session } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Badge, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { useShown } from '../../lib/use-shown.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './account.module.css';

const words = accountWords.sessions;

/** /sessions: every browser that is signed in or still shows notifications, and the way to end each. */
export default function SessionsPage() {
  const sessions = useQuery(queries.sessions());
  const [asking, setAsking] = useState<Session | 'others' | null>(null);
  const rows = sessions.data?.data;
  const others = rows?.filter(({ current }) => !current).length ?? 0;

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
          columns={columnsOf(setAsking)}
          rows={rows}
          rowKey={(row) => row.id}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          empty={{ title: words.only }}
        />
      </Panel>
      <EndOne session={asking === 'others' ? null : asking} onClose={() => setAsking(null)} />
      <EndOthers opened={asking === 'others'} onClose={() => setAsking(null)} />
    </>
  );
}

function columnsOf(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
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
          {!row.signed_in && (
            <Badge variant="light" color="gray" tt="none">
              {words.idle}
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
          <Button variant="default" size="compact-md" aria-label={words.endOne(row.device)} onClick={() => onEnd(row)}>
            {words.end}
          </Button>
        ),
    },
  ];
}

function EndOne({ session, onClose }: { session: Session | null; onClose: () => void }) {
  const shown = useShown(session);
  const end = useSubmit('DELETE /me/sessions/:id', {
    topics: ['sessions'],
    onSuccess: () => {
      toast.success(messages.session.ended);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={session !== null}
      title={words.endTitle}
      confirm={words.end}
      danger
      pending={end.pending}
      problem={end.problem?.detail}
      onConfirm={() => session !== null && void end.submit({ params: { id: session.id } })}
      onClose={() => {
        end.clear();
        onClose();
      }}
    >
      {shown === null ? null : shown.signed_in ? words.endText(shown.device) : words.endIdleText(shown.device)}
    </ConfirmDialog>
  );
}

function EndOthers({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const end = useSubmit('POST /me/sessions/end-others', {
    topics: ['sessions'],
    onSuccess: () => {
      toast.success(messages.session.othersEnded);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={words.endOthersTitle}
      confirm={words.endOthers}
      danger
      pending={end.pending}
      problem={end.problem?.detail}
      onConfirm={() => void end.submit({})}
      onClose={() => {
        end.clear();
        onClose();
      }}
    >
      {words.endOthersText}
    </ConfirmDialog>
  );
}
