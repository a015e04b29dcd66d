import { CONFIG_PERMISSIONS, type Configuration, type ConfigVersion } from '@clearbook/contracts/configuration';
import { configWords as words } from '@clearbook/contracts/words/configuration';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Can } from './can.tsx';
import {
  type ConfigOf,
  FORM_ITEMS,
  planNames,
  proposeConfiguration,
  revertConfiguration,
  startText,
  valueText,
  whatOf,
} from './configuration.form.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';
import { RecordState } from './record-state.tsx';
import { useCan } from './use-can.ts';
import classes from './manage.module.css';

type Names = ReadonlyMap<string, string>;
type Waiting = Configuration['waiting'][number];

/** What two people set for everybody: as it is, as it will be, what waits, and every version that there was. */
export function ConfigurationTab() {
  const configuration = useQuery(queries.adminConfiguration());
  const { list = [] } = useInstruments();
  const can = useCan();
  const items = FORM_ITEMS.filter((item) => can(CONFIG_PERMISSIONS[item]));
  const names: Names = new Map([
    ...list.map(({ symbol, name }): [string, string] => [symbol, name]),
    ...(configuration.data === undefined ? [] : planNames(configuration.data)),
  ]);
  return (
    <div className={classes.below}>
      <RecordState query={configuration} notFound={words.unknown}>
        {(record) => (
          <Stack gap="md" component="section" aria-label={words.title}>
            <Group justify="space-between" align="start">
              <Title order={2}>{words.title}</Title>
              <Can permission="config.change">
                {list.length === 0 || items.length === 0 ? null : (
                  <Propose configuration={record} instruments={list} items={items} />
                )}
              </Can>
            </Group>
            <Text size="sm" c="dimmed">
              {words.intro}
            </Text>
            <Versions title={words.inForce} rows={record.in_force} names={names} none={words.noneInForce} reverts />
            <Versions
              title={words.scheduled}
              rows={record.scheduled}
              names={names}
              none={words.noneScheduled}
              reverts
            />
            <Title order={3}>{words.waiting}</Title>
            {record.waiting.length === 0 ? (
              <None>{words.noneWaiting}</None>
            ) : (
              <DataTable
                label={words.waiting}
                columns={waitingColumns(names)}
                rows={record.waiting}
                rowKey={({ proposal_id }) => proposal_id}
                empty={{ title: words.noneWaiting }}
              />
            )}
            <Versions title={words.history} rows={record.history} names={names} none={words.noHistory} />
          </Stack>
        )}
      </RecordState>
    </div>
  );
}

function Propose({ configuration, instruments, items }: Omit<ConfigOf, 'now'>) {
  const [asking, setAsking] = useState(false);
  const [now] = useState(() => new Date());
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.propose}</Button>
      <DecisionDialog
        decision={proposeConfiguration}
        of={{ configuration, instruments, items, now }}
        opened={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** Four parts stand below one another: what has nothing in it takes one line. */
function None({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

type VersionsProps = {
  title: string;
  rows: readonly ConfigVersion[];
  names: Names;
  none: string;
  reverts?: boolean;
};

function Versions({ title, rows, names, none, reverts = false }: VersionsProps) {
  return (
    <>
      <Title order={3}>{title}</Title>
      {rows.length === 0 ? (
        <None>{none}</None>
      ) : (
        <DataTable
          label={title}
          columns={versionColumns(names, reverts)}
          rows={rows}
          rowKey={({ id }) => id}
          empty={{ title: none }}
        />
      )}
    </>
  );
}

function versionColumns(names: Names, reverts: boolean): readonly Column<ConfigVersion>[] {
  const last: Column<ConfigVersion> = reverts
    ? { key: 'do', header: words.action, render: (version) => <Revert version={version} names={names} /> }
    : { key: 'state', header: words.is, render: ({ state }) => words.stateOf[state] };
  return [
    { key: 'what', header: words.what, render: ({ setting }) => whatOf(setting, names) },
    { key: 'value', long: true, header: words.value, render: ({ setting }) => valueText(setting) },
    { key: 'from', header: words.takesEffect, render: ({ effective_at }) => formatDateTime(effective_at) },
    { key: 'by', header: words.by, render: ({ proposed_by }) => proposed_by },
    { key: 'approved', header: words.approvedBy, render: ({ approved_by }) => approved_by },
    { key: 'reason', long: true, header: words.reason, render: ({ reason }) => reason },
    last,
  ];
}

function Revert({ version, names }: { version: ConfigVersion; names: Names }) {
  const [asking, setAsking] = useState(false);
  const what = whatOf(version.setting, names);
  return (
    <Can permission="config.change">
      <Can permission={CONFIG_PERMISSIONS[version.setting.item]}>
        <Button size="xs" variant="default" aria-label={words.revertOf(what)} onClick={() => setAsking(true)}>
          {words.revert}
        </Button>
        <DecisionDialog
          decision={revertConfiguration}
          of={{ version, what }}
          opened={asking}
          onClose={() => setAsking(false)}
        />
      </Can>
    </Can>
  );
}

function waitingColumns(names: Names): readonly Column<Waiting>[] {
  return [
    { key: 'what', header: words.what, render: ({ setting }) => whatOf(setting, names) },
    { key: 'value', long: true, header: words.value, render: ({ setting }) => valueText(setting) },
    {
      key: 'from',
      header: words.takesEffect,
      render: ({ effective_at: from, setting }) => (from === null ? startText(setting) : formatDateTime(from)),
    },
    { key: 'by', header: words.by, render: ({ proposed_by }) => proposed_by },
    {
      key: 'do',
      header: words.action,
      render: ({ proposal_id, setting }) => <Review id={proposal_id} what={whatOf(setting, names)} />,
    },
  ];
}

/** Decided where it is read about. It is read once it is asked for. */
function Review({ id, what }: { id: string; what: string }) {
  const [asking, setAsking] = useState(false);
  const proposal = useQuery({ ...queries.adminProposal(id), enabled: asking });
  return (
    <Can permission="proposal.read">
      <Button
        size="xs"
        variant="default"
        aria-label={words.reviewOf(what)}
        // One that shows that something is under way can't hold the focus.
        aria-busy={asking && proposal.isPending}
        onClick={() => setAsking(true)}
      >
        {words.review}
      </Button>
      {asking && proposal.isError ? (
        <ErrorState error={proposal.error} onRetry={() => void proposal.refetch()} />
      ) : null}
      <ProposalDialog proposal={asking ? (proposal.data ?? null) : null} onClose={() => setAsking(false)} />
    </Can>
  );
}
