import type { AdminMarket } from '@clearbook/contracts/market';
import { marketWords } from '@clearbook/contracts/words/market';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RecordState } from './record-state.tsx';

const words = marketWords.manage;
type Kind = AdminMarket['classes'][number];
type Connection = AdminMarket['connections'][number];

/** Where prices come from and how each connection is doing, with its last error. */
export function MarketPanel() {
  const status = useQuery(queries.adminMarket());
  return (
    <RecordState query={status} notFound={words.unknown}>
      {(market) => (
        <Stack gap="sm" component="section" aria-label={words.title}>
          <Title order={2}>{words.title}</Title>
          <Text size="sm" c="dimmed">
            {market.label}
          </Text>
          <DataTable
            label={words.title}
            columns={KINDS}
            rows={market.classes}
            rowKey={(each) => each.class}
            empty={{ title: words.none }}
          />
          {market.connections.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.ownPrices}
            </Text>
          ) : (
            <>
              <Title order={3}>{words.connections}</Title>
              <DataTable
                label={words.connections}
                columns={CONNECTIONS}
                rows={market.connections}
                rowKey={(each) => each.name}
                empty={{ title: words.none }}
              />
            </>
          )}
        </Stack>
      )}
    </RecordState>
  );
}

const KINDS: readonly Column<Kind>[] = [
  { key: 'class', header: words.kind, render: (each) => marketWords.kinds[each.class] },
  {
    key: 'state',
    header: words.state,
    render: (each) => <StatusBadge status={TONES[each.state] ?? ''} label={marketWords.states[each.state]} />,
  },
  {
    key: 'priced',
    header: words.priced,
    render: (each) =>
      each.reopens_at === null ? words.of(each.good, each.open) : words.reopens(formatDateTime(each.reopens_at)),
  },
  { key: 'sources', header: words.sources, render: (each) => each.sources.join('; ') || words.none },
  {
    key: 'since',
    header: words.since,
    render: (each) => (each.since === null ? words.none : formatDateTime(each.since)),
  },
];

const CONNECTIONS: readonly Column<Connection>[] = [
  { key: 'name', header: words.connection, render: (each) => each.name },
  {
    key: 'state',
    header: words.state,
    render: (each) => <StatusBadge status={TONES[each.state] ?? ''} label={marketWords.connectionStates[each.state]} />,
  },
  { key: 'since', header: words.since, render: (each) => formatDateTime(each.since) },
  {
    key: 'price',
    header: words.lastPrice,
    render: (each) => (each.last_price_at === null ? words.none : formatDateTime(each.last_price_at)),
  },
  {
    key: 'error',
    header: words.lastError,
    render: (each) =>
      each.last_error === null ? words.none : `${each.last_error.cause}, ${formatDateTime(each.last_error.at)}`,
  },
];

/** The badge knows the states of records: good is as an approved one, what needs a look as a rejected one. */
const TONES: Readonly<Record<string, string>> = {
  good: 'approved',
  partly: 'pending',
  set_aside: 'rejected',
  stale: 'rejected',
  silent: 'rejected',
  failing: 'rejected',
};
