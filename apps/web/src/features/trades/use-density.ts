import { STORED } from '../../app/storage-names.ts';
import { useStored } from '../../lib/stored.ts';

type Density = 'comfortable' | 'compact';

/** How close the rows of lists and tables stand on a desk's Market page, on this device. */
export function useDensity(): [Density, (density: Density) => void] {
  const [kept, keep] = useStored(STORED.density, 'comfortable');
  return [kept === 'compact' ? 'compact' : 'comfortable', keep];
}
