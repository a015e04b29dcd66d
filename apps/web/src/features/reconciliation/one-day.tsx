import type { DayCloseDetail, TrialLine } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { API_BASE } from '../../lib/api.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Can, DecisionDialog, Facts, RecordState } from '../manage/index.ts';
import { sendBackDay, signDay } from './decisions.ts';
import { Differences } from './differences.tsx';
import { STATE_TONES, Who } from './day-parts.tsx';
import classes from './reconciliation.module.css';

/** One day: its differences, its figures, and whose turn it is. */
export function OneDay({ day }: { day: string }) {
  const query = useQuery(queries.dayClose(day));
  return (
    <div className={classes.days}>
      <Anchor component={Link} to="/reconciliation?tab=days">
        {words.back}
      </Anchor>
      <RecordState query={query} notFound={words.unknownDays}>
        {(record) => (
          <>
            <Panel title={words.dayTitle(day)}>
              <Facts
                facts={[
                  [
                    words.state,
                    <StatusBadge
                      key="state"
                      status={STATE_TONES[record.state]}
                      label={words.dayStates[record.state]}
                    />,
                  ],
                  [
                    words.preparedBy,
                    record.prepared_by === null ? null : (
                      <Who key="prepared" email={record.prepared_by} at={record.prepared_at} />
                    ),
                  ],
                  [
                    words.signedBy,
                    record.signed_by === null ? null : (
                      <Who key="signed" email={record.signed_by} at={record.signed_at} />
                    ),
                  ],
                  [words.entries, record.entries.toLocaleString('en')],
                ]}
              />
              {record.sent_back === null ? null : (
                <Alert color="loss" mt="sm">
                  {words.sentBack(record.sent_back.by, record.sent_back.reason)}
                </Alert>
              )}
              {record.state === 'prepared' ? <SecondPerson of={record} /> : null}
            </Panel>
            <Differences key={record.state} of={record} />
            <Panel title={words.reports}>
              <Reports day={day} />
            </Panel>
            <Panel title={words.trial} flush>
              <DataTable
                label={words.trial}
                columns={TRIAL}
                rows={record.trial_balance}
                rowKey={({ account }) => account}
                empty={{ title: words.unknownDays }}
              />
            </Panel>
          </>
        )}
      </RecordState>
    </div>
  );
}

function SecondPerson({ of }: { of: DayCloseDetail }) {
  const [asking, setAsking] = useState<'sign' | 'back' | null>(null);
  const close = () => setAsking(null);
  return (
    <Can permission="day.close">
      {of.yours ? <Alert mt="sm">{words.yours}</Alert> : null}
      <Group gap="sm" mt="sm">
        {of.yours ? null : <Button onClick={() => setAsking('sign')}>{words.sign}</Button>}
        <Button variant="outline" color="loss" onClick={() => setAsking('back')}>
          {words.sendBack}
        </Button>
      </Group>
      <DecisionDialog decision={signDay} of={of} opened={asking === 'sign'} onClose={close} />
      <DecisionDialog decision={sendBackDay} of={of} opened={asking === 'back'} onClose={close} />
    </Can>
  );
}

function Reports({ day }: { day: string }) {
  return (
    <Group gap="sm" wrap="wrap">
      {Object.entries(words.downloads).map(([name, label]) => (
        <Button
          key={name}
          component="a"
          variant="default"
          size="sm"
          download
          href={`${API_BASE}/admin/reports/${name}?day=${day}`}
          leftSection={<Download size={16} aria-hidden />}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

const SUMS = ['opening', 'debits', 'credits', 'closing'] as const;
const TRIAL: readonly Column<TrialLine>[] = [
  { key: 'account', header: words.ledgerAccount, render: ({ account }) => account },
  ...SUMS.map((sum): Column<TrialLine> => ({
    key: sum,
    header: words[sum],
    align: 'end',
    render: (line) => <Amount value={line[sum]} />,
  })),
];
