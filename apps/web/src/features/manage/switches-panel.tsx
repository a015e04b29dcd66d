import type { Switch, SwitchChange } from '@clearbook/contracts/switches';
import { switchWords as words } from '@clearbook/contracts/words/switches';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { RecordState } from './record-state.tsx';
import { startForAll, stopForAll } from './switch-decisions.ts';

/** What can be stopped for everybody, what is, and who stopped and started what. */
export function SwitchesPanel() {
  const status = useQuery(queries.adminSwitches());
  return (
    <RecordState query={status} notFound={words.unknown}>
      {({ switches, history }) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {words.intro}
          </Text>
          <DataTable label={words.list} columns={SWITCHES} rows={switches} rowKey={(one) => one.name} empty={NONE} />
          <Title order={3}>{words.history}</Title>
          <DataTable label={words.history} columns={HISTORY} rows={history} rowKey={keyOf} empty={NONE} />
        </Stack>
      )}
    </RecordState>
  );
}

const NONE = { title: words.none };
const keyOf = ({ at, name, stopped, banner }: SwitchChange) => `${at} ${name} ${stopped} ${banner}`;

const SWITCHES: readonly Column<Switch>[] = [
  { key: 'name', header: words.name, render: ({ name }) => words.names[name] },
  { key: 'what', long: true, header: words.what, render: ({ name }) => words.does[name] },
  { key: 'state', header: words.state, render: (one) => <State of={one} /> },
  { key: 'do', header: words.action, render: (one) => <Actions of={one} /> },
];

const HISTORY: readonly Column<SwitchChange>[] = [
  { key: 'at', header: words.at, render: ({ at }) => formatDateTime(at) },
  { key: 'name', header: words.name, render: ({ name }) => words.names[name] },
  { key: 'state', header: words.state, render: ({ stopped }) => (stopped ? words.stopped : words.running) },
  { key: 'by', header: words.by, render: ({ by }) => by },
  { key: 'reason', long: true, header: words.reason, render: ({ reason }) => reason },
  { key: 'banner', header: words.message, render: ({ banner }) => banner },
];

function State({ of: { stopped, last } }: { of: Switch }) {
  return (
    <div>
      <StatusBadge status={stopped ? 'suspended' : 'active'} label={stopped ? words.stopped : words.running} />
      {stopped && last !== null ? (
        <Text size="xs" c="dimmed">
          {words.since(formatDateTime(last.at), last.by)}
        </Text>
      ) : null}
    </div>
  );
}

function Actions({ of }: { of: Switch }) {
  const [asking, setAsking] = useState<'stop' | 'start' | null>(null);
  const name = words.names[of.name];
  const close = () => setAsking(null);
  return (
    <Group gap="xs" wrap="nowrap">
      {of.stopped ? (
        <Can permission="switch.start">
          <Button size="xs" aria-label={words.startOf(name)} onClick={() => setAsking('start')}>
            {words.start}
          </Button>
        </Can>
      ) : null}
      <Can permission="switch.stop">
        <Button
          size="xs"
          variant={of.stopped ? 'default' : 'outline'}
          {...(of.stopped ? {} : { color: 'loss' })}
          aria-label={of.stopped ? words.changeOf(name) : words.stopOf(name)}
          onClick={() => setAsking('stop')}
        >
          {of.stopped ? words.change : words.stop}
        </Button>
      </Can>
      <DecisionDialog decision={stopForAll} of={of} opened={asking === 'stop'} onClose={close} />
      <DecisionDialog decision={startForAll} of={of} opened={asking === 'start'} onClose={close} />
    </Group>
  );
}
