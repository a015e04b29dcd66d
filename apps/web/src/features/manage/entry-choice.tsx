import { manageWords as words } from '@clearbook/contracts/words/manage';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatUsd, signOf } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { eventLabel } from './event-words.ts';

const { user: text } = words;

/** Only entries that brought the client money can be corrected by taking some of it back. */
export function EntryChoice({ userId, label, props }: { userId: string; label: string; props: object }) {
  const entries = useQuery(queries.adminUserEntries(userId));
  const gains = (entries.data ?? []).filter((entry) => signOf(entry.change.amount) === 'gain');
  const data = [
    { value: '', label: entries.data !== undefined && gains.length === 0 ? text.noEntries : text.correctsPlaceholder },
    ...gains.map((entry) => ({
      value: entry.number,
      label: `${entry.number} · ${eventLabel(entry.event)} · ${formatUsd(entry.change.amount)} · ${formatDateTime(entry.at)}`,
    })),
  ];
  return <NativeSelect label={label} data={data} disabled={entries.isPending} {...props} />;
}
