import { Suspense } from 'react';
import { STORED } from '../../app/storage-names.ts';
import { later } from '../../lib/part.ts';
import { useStored } from '../../lib/stored.ts';

const LogAlarm = later(() => import('./log-alarm.tsx'));

/** Nothing, until this browser has found something wrong with the log: then on every page, until somebody starts over. */
export function LogAlarmSlot() {
  const [found] = useStored(STORED.logFault, '');
  if (found === '') return null;
  return (
    <Suspense fallback={null}>
      <LogAlarm found={found} />
    </Suspense>
  );
}
