import { useMemo } from 'react';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';

/** Every column there is, in the order in which they stand. The first one is always shown. */
export const POSITION_COLUMNS = [
  'asset',
  'lots',
  'value',
  'collateral',
  'entry',
  'current',
  'profit',
  'return',
  'financing',
  'level',
  'protections',
  'opened',
] as const;
export type PositionColumn = (typeof POSITION_COLUMNS)[number];

/** What stands there until somebody chooses. */
const FIRST = 'asset lots entry current profit level protections';

/** The columns of the open positions, as chosen on this device. */
export function usePositionColumns(): [ReadonlySet<PositionColumn>, (column: PositionColumn) => void] {
  const [kept, keep] = useStored(STORED.positionColumns, FIRST);
  const chosen = useMemo(() => {
    const names = new Set(kept.split(' '));
    return new Set(POSITION_COLUMNS.filter((column) => column === 'asset' || names.has(column)));
  }, [kept]);
  const toggle = (column: PositionColumn) =>
    keep(POSITION_COLUMNS.filter((each) => (each === column) !== chosen.has(each)).join(' '));
  return [chosen, toggle];
}
