import { Suspense } from 'react';
import { later } from '../../lib/part.ts';

const LimitNotice = later(() => import('./limit-notice.tsx'));

/** The notice where a form may need it: after the form itself, which does not wait for it. */
export function LimitsInTheWay({ of }: { of: 'trades' | 'deposits' }) {
  return (
    <Suspense fallback={null}>
      <LimitNotice of={of} />
    </Suspense>
  );
}
