import type { AdminCorporateAction } from '@clearbook/contracts/market';
import { marketWords } from '@clearbook/contracts/words/market';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime, formatMoney } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from './list-table.tsx';
import { RecordState } from './record-state.tsx';

const words = marketWords.actions;

/** What companies announced, with its source, and what was booked of it. There is nothing to press: nobody records or changes one here. */
export function CorporateActionsPanel() {
  const actions = useQuery(queries.adminCorporateActions());
  return (
    <RecordState query={actions} notFound={words.unknown}>
      {({ data }) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {words.intro}
          </Text>
          <ListTable
            label={words.title}
            file="/admin/corporate-actions.csv"
            columns={COLUMNS}
            rows={data}
            rowKey={(each) => each.id}
            empty={{ title: words.none }}
          />
        </Stack>
      )}
    </RecordState>
  );
}

const COLUMNS: readonly Column<AdminCorporateAction>[] = [
  { key: 'symbol', header: words.symbol, render: (each) => each.symbol },
  {
    key: 'what',
    header: words.what,
    render: ({ rate, new_rate, old_rate }) =>
      rate === null ? words.split(`${new_rate}-for-${old_rate}`) : words.dividend(rate),
  },
  { key: 'ex', header: words.exDate, render: (each) => formatDate(each.ex_date) },
  { key: 'effective', header: words.effective, render: (each) => formatDateTime(each.effective_at) },
  { key: 'source', header: words.source, render: (each) => `${each.source}, ${formatDateTime(each.source_time)}` },
  { key: 'recorded', header: words.recorded, render: (each) => formatDateTime(each.recorded_at) },
  { key: 'positions', header: words.positions, render: (each) => each.positions },
  { key: 'received', header: words.received, render: (each) => (each.rate === null ? '' : formatMoney(each.received)) },
  { key: 'paid', header: words.paid, render: (each) => (each.rate === null ? '' : formatMoney(each.paid)) },
];
