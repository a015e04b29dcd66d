import type { SearchGroupName } from '@clearbook/contracts/search';
import { ArrowDownToLine, ArrowUpFromLine, CandlestickChart, ReceiptText, UserRound } from 'lucide-react';
import { useSearch } from '../features/search/index.ts';
import type { Command } from './palette-items.ts';

const ICONS = {
  clients: UserRound,
  deposits: ArrowDownToLine,
  withdrawals: ArrowUpFromLine,
  trades: CandlestickChart,
  entries: ReceiptText,
} as const satisfies Readonly<Record<SearchGroupName, Command['icon']>>;

/** For staff: the clients and records that the server finds for what is typed. */
export function useRecordLines(query: string, go: (to: string) => () => void): Command[] {
  const { groups } = useSearch(query);
  return groups.flatMap(({ group, lines }) =>
    lines.map(({ id, label, hint, to }): Command => ({ id, group, label, hint, icon: ICONS[group], run: go(to) })),
  );
}
