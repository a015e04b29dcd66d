import type { ProcessState, System } from '@clearbook/contracts/overview';
import { mailWords } from '@clearbook/contracts/words/mail';
import { marketWords } from '@clearbook/contracts/words/market';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Facts } from './facts.tsx';
import { RecordState } from './record-state.tsx';

type Job = ProcessState['jobs'][number] & { readonly host: string; readonly pid: number };

/** Feeds, mail, space, versions, and every process with the jobs that failed in it. */
export function SystemPanel() {
  const status = useQuery(queries.adminSystem());
  const market = useQuery(queries.adminMarket()).data;
  const mail = useQuery(queries.adminMail()).data;
  return (
    <RecordState query={status} notFound={words.unknownSystem}>
      {(system) => (
        <Stack gap="sm" component="section" aria-label={words.system}>
          <Title order={2}>{words.system}</Title>
          <Facts
            facts={[
              ...(market?.classes ?? []).map(
                (each) => [marketWords.kinds[each.class], marketWords.states[each.state]] as const,
              ),
              [
                mailWords.title,
                mail === undefined
                  ? null
                  : mail.waiting_since === null
                    ? mailWords.noCause
                    : mailWords.waitingSince(mail.waiting, formatDateTime(mail.waiting_since)),
              ],
              [
                words.database,
                words.databaseOf(system.database_version, system.migration, formatBytes(system.database_bytes)),
              ],
            ]}
          />
          <Title order={3}>{words.processes}</Title>
          <DataTable
            label={words.processes}
            columns={PROCESSES}
            rows={system.processes}
            rowKey={({ host, pid, started_at }) => `${host} ${pid} ${started_at}`}
            empty={{ title: words.noProcess }}
          />
          <Title order={3}>{words.jobs}</Title>
          <Jobs of={system} />
        </Stack>
      )}
    </RecordState>
  );
}

function Jobs({ of }: { of: System }) {
  const all = of.processes.flatMap(({ alive, host, pid, jobs }) =>
    alive ? jobs.map((job): Job => ({ ...job, host, pid })) : [],
  );
  return (
    <DataTable
      label={words.jobs}
      columns={JOBS}
      rows={all.filter(({ failures }) => failures > 0)}
      rowKey={({ name, host, pid }) => `${host} ${pid} ${name}`}
      empty={{ title: all.length === 0 ? words.noProcess : words.noFailures(all.length) }}
    />
  );
}

const PROCESSES: readonly Column<ProcessState>[] = [
  { key: 'process', header: words.process, render: ({ host, pid }) => words.processOf(host, pid) },
  {
    key: 'state',
    header: words.state,
    render: ({ alive, seen_at }) => (
      <StatusBadge
        status={alive ? 'approved' : 'rejected'}
        label={alive ? words.alive : words.gone(formatDateTime(seen_at))}
      />
    ),
  },
  { key: 'version', header: words.version, render: ({ version, runtime }) => words.versionOf(version, runtime) },
  { key: 'started', header: words.started, render: ({ started_at }) => formatDateTime(started_at) },
  {
    key: 'free',
    header: words.free,
    align: 'end',
    render: ({ free_bytes }) => (free_bytes === null ? words.unknownSpace : formatBytes(free_bytes)),
  },
];

const JOBS: readonly Column<Job>[] = [
  { key: 'job', header: words.job, render: ({ name }) => name },
  { key: 'process', header: words.process, render: ({ host, pid }) => words.processOf(host, pid) },
  { key: 'failures', header: words.failures, align: 'end', render: ({ failures }) => failures.toLocaleString('en') },
  {
    key: 'failed',
    header: words.lastFailed,
    render: ({ failed_at }) => (failed_at === null ? words.never : formatDateTime(failed_at)),
  },
  {
    key: 'done',
    header: words.lastDone,
    render: ({ done_at }) => (done_at === null ? words.never : formatDateTime(done_at)),
  },
];
