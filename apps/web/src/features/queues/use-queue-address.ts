import { QUEUE_NAMES, type QueueName } from '@clearbook/contracts/queues';
import { useSearchParams } from 'react-router';
import type { QueueFilters } from '../../lib/queries.ts';

const FILTERS = ['sort', 'method', 'least', 'most', 'claim', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The queue, what narrows it and the chosen item, as they stand in the address: a colleague can be sent exactly this view. */
export function useQueueAddress(open: readonly QueueName[]) {
  const [search, setSearch] = useSearchParams();
  const queue = QUEUE_NAMES.find((name) => name === search.get('queue') && open.includes(name)) ?? open[0];
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  ) as QueueFilters;
  const change = (values: Partial<Record<FilterName | 'item', string | null>>, replace = false) =>
    setSearch(
      (now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === '') now.delete(name);
          else now.set(name, value);
        }
        return now;
      },
      { replace },
    );
  return {
    queue,
    filters,
    item: search.get('item'),
    change,
    choose: (id: string | null) => change({ item: id }, true),
    openQueue: (name: QueueName) => setSearch({ queue: name }),
    clear: () => setSearch(queue === undefined ? {} : { queue }),
    filtered: FILTERS.some((name) => name !== 'sort' && filters[name] !== undefined),
  };
}
export type QueueAddress = ReturnType<typeof useQueueAddress>;
