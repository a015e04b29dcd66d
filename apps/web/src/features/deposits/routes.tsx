import { lazy } from 'react';

export const depositsRoutes = [
  { path: '/deposit', Page: lazy(() => import('./deposit-page.tsx')) },
  { path: '/deposit-history', Page: lazy(() => import('./deposit-history-page.tsx')) },
];
