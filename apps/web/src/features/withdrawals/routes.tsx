import { lazy } from 'react';

export const withdrawalsRoutes = [
  { path: '/withdrawals', Page: lazy(() => import('./withdrawals-page.tsx')) },
  { path: '/select-withdrawal', Page: lazy(() => import('./select-withdrawal-page.tsx')) },
];
