import { Suspense } from 'react';
import { later } from '../../lib/part.ts';

const KnowledgeNotice = later(() => import('./knowledge-notice.tsx'));
const KnowledgeItem = later(() => import('./knowledge-item.tsx'));

/** The notice where a form may need it: after the form itself, which does not wait for it. */
export function KnowledgeFirst() {
  return (
    <Suspense fallback={null}>
      <KnowledgeNotice />
    </Suspense>
  );
}

/** The same in a menu. */
export function KnowledgeFirstItem() {
  return (
    <Suspense fallback={null}>
      <KnowledgeItem />
    </Suspense>
  );
}
