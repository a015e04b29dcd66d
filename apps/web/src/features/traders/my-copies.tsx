import type { Copy } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { StopDialog } from './stop-dialog.tsx';
import classes from './traders.module.css';

const PAGE_SIZE = 5;

/** The client's copies: what each may tie up, ties up, and has brought. */
export function MyCopies() {
  const copies = useQuery(queries.copies());
  const [stopping, setStopping] = useState<Copy | null>(null);
  return (
    <Panel title={words.mine} flush>
      <DataTable
        label={words.mine}
        columns={columnsWith(setStopping)}
        rows={copies.data}
        rowKey={(row) => row.id}
        error={copies.error}
        onRetry={() => void copies.refetch()}
        empty={{ title: words.mineEmpty, text: words.mineEmptyText }}
        pageSize={PAGE_SIZE}
      />
      <StopDialog trader={stopping?.trader ?? null} onClose={() => setStopping(null)} />
    </Panel>
  );
}

function columnsWith(onStop: (copy: Copy) => void): readonly Column<Copy>[] {
  return [
    {
      key: 'trader',
      header: words.trader,
      render: (row) => (
        <div>
          <strong className={classes.name}>{row.trader.name}</strong>
          <div className={classes.tags}>
            <CopyStatusBadge copy={row} />
          </div>
        </div>
      ),
    },
    { key: 'allotment', header: words.allotment, align: 'end', render: (row) => <Amount value={row.allotment} /> },
    { key: 'used', header: words.used, align: 'end', render: (row) => <Amount value={row.used} live /> },
    {
      key: 'result',
      header: words.result,
      align: 'end',
      render: (row) => <Amount value={row.realized_pl} trend live />,
    },
    {
      key: 'open',
      header: words.unrealised,
      align: 'end',
      render: (row) => <Amount value={row.unrealized_pl} trend live />,
    },
    { key: 'since', header: words.startedAt, render: (row) => formatDateTime(row.started_at) },
    {
      key: 'actions',
      header: words.actions,
      hiddenHeader: true,
      align: 'end',
      render: (row) => <CopyActions copy={row} onStop={onStop} details />,
    },
  ];
}

export function CopyStatusBadge({ copy }: { copy: Copy }) {
  return (
    <Badge variant="light" color={copy.status === 'stopped' ? 'gray' : 'ink'} tt="none">
      {words.status[copy.status]}
    </Badge>
  );
}

/** What the client can do with a copy in its present state. */
export function CopyActions({
  copy,
  onStop,
  details = false,
}: {
  copy: Copy;
  onStop: (copy: Copy) => void;
  details?: boolean;
}) {
  const topics = ['copies', 'traders'] as const;
  const pause = useSubmit('POST /traders/:id/copy/pause', {
    topics,
    onSuccess: () => toast.success(messages.copy.paused),
    onProblem: (problem) => toast.error(problem.detail),
  });
  const resume = useSubmit('POST /traders/:id/copy/resume', {
    topics,
    onSuccess: () => toast.success(messages.copy.resumed),
    onProblem: (problem) => toast.error(problem.detail),
  });
  const of = { params: { id: copy.trader.id }, body: {} };
  const runs = copy.status === 'active' || copy.status === 'paused';
  return (
    <div className={classes.tags}>
      {copy.status === 'active' && (
        <Button size="compact-sm" variant="default" loading={pause.pending} onClick={() => void pause.submit(of)}>
          {words.pause}
        </Button>
      )}
      {copy.status === 'paused' && (
        <Button size="compact-sm" variant="default" loading={resume.pending} onClick={() => void resume.submit(of)}>
          {words.resume}
        </Button>
      )}
      {runs && (
        <Button size="compact-sm" variant="default" onClick={() => onStop(copy)}>
          {words.stop}
        </Button>
      )}
      {details && (
        <Button
          size="compact-sm"
          variant="subtle"
          component={Link}
          to={`/copies/${copy.id}`}
          aria-label={`${words.details}: ${copy.trader.name}`}
        >
          {words.details}
        </Button>
      )}
    </div>
  );
}
