import type { Instrument } from '@clearbook/contracts';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';
import { SIZE_UNITS, type SizeUnit } from './size.ts';

/** How sizes of this class of assets are typed on this device; lots until somebody chooses. */
export function useSizeUnit(of: Instrument['class']): [SizeUnit, (unit: SizeUnit) => void] {
  const [kept, keep] = useStored(`${STORED.sizeUnit}:${of}`, 'lots');
  return [SIZE_UNITS.find((unit) => unit === kept) ?? 'lots', keep];
}

/** Whether amount and lots are two fields of their own on this device, and neither follows the other. */
export function useTwoFields(): [boolean, (two: boolean) => void] {
  const [kept, keep] = useStored(STORED.twoFields, 'off');
  return [kept === 'on', (two) => keep(two ? 'on' : 'off')];
}
