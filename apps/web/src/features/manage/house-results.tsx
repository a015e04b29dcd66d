import type { HouseDay } from '@clearbook/contracts/overview';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { RecordState } from './record-state.tsx';

type Row = HouseDay & { readonly today: boolean };
const PARTS = ['forex', 'crypto', 'stocks', 'fees', 'plans', 'interest', 'other', 'total'] as const;

/** What the house earned, by day and by what it came from. */
export function HouseResults() {
  const status = useQuery(queries.adminHouseResults());
  return (
    <RecordState query={status} notFound={words.unknownHouse}>
      {({ days }) => (
        <Stack gap="sm" component="section" aria-label={words.house}>
          <Title order={2}>{words.house}</Title>
          <Text size="sm" c="dimmed">
            {words.houseIntro}
          </Text>
          <DataTable
            label={words.house}
            columns={COLUMNS}
            rows={days.map((day, n): Row => ({ ...day, today: n === 0 }))}
            rowKey={({ day }) => day}
            empty={{ title: words.unknownHouse }}
          />
        </Stack>
      )}
    </RecordState>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'day', header: words.day, render: ({ day, today }) => (today ? words.today(day) : day) },
  ...PARTS.map((part): Column<Row> => ({
    key: part,
    header: words[part],
    align: 'end',
    render: (row) => <Amount value={row[part]} live={row.today} />,
  })),
];
