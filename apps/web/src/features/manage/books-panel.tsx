import type { AdminIntegrity } from '@clearbook/contracts/integrity';
import { integrityWords as words } from '@clearbook/contracts/words/integrity';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Facts } from './facts.tsx';
import { RecordState } from './record-state.tsx';

type Finding = AdminIntegrity['findings'][number];

/** Whether the books agree with their own record: when that was last looked at, and each row that doesn't. */
export function BooksPanel() {
  const status = useQuery(queries.adminIntegrity());
  return (
    <RecordState query={status} notFound={words.unknown}>
      {(books) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {words.intro}
          </Text>
          <Link to="/transparency">{words.published}</Link>
          <Facts
            facts={[
              [words.recent, books.recent_at === null ? words.notYet : formatDateTime(books.recent_at)],
              [words.all, words.allOf(formatDateTime(books.all_at), books.entries)],
            ]}
          />
          <DataTable
            label={words.found}
            columns={FINDINGS}
            rows={books.findings}
            rowKey={(each) => `${each.relation} ${each.key} ${each.fault}`}
            empty={{ title: words.none }}
          />
          {books.findings.length < books.standing ? (
            <Text size="sm" c="dimmed">
              {words.shown(books.findings.length, books.standing)}
            </Text>
          ) : null}
        </Stack>
      )}
    </RecordState>
  );
}

const FINDINGS: readonly Column<Finding>[] = [
  { key: 'table', header: words.table, render: (each) => each.relation },
  { key: 'row', header: words.row, render: (each) => each.key },
  { key: 'fault', header: words.fault, render: (each) => each.fault },
  { key: 'since', header: words.since, render: (each) => formatDateTime(each.found_at) },
];
