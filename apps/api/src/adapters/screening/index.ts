import type { ScreeningList } from '../../features/screening/index.ts';
import type { Config } from '../../platform/config.ts';
import { listInFile } from './file.ts';

/** SCREENING_LIST. Without one nobody is compared with anything, and staff read that. */
export function openScreeningList({ screeningList }: Pick<Config, 'screeningList'>): ScreeningList {
  return screeningList === undefined ? { read: () => Promise.resolve(null) } : listInFile(screeningList);
}
