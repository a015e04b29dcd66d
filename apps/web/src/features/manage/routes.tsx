import { lazy } from 'react';

/** Pages of administrators. Clients never download them: each asks for the role first and the api refuses them anyway. */
export const manageRoutes = [
  { path: '/all-user', Page: lazy(() => import('./manage-page.tsx')) },
  { path: '/user/:id', Page: lazy(() => import('./user-page.tsx')) },
  { path: '/deposit/:id', Page: lazy(() => import('./deposit-review-page.tsx')) },
  { path: '/withdrawal/:id', Page: lazy(() => import('./withdrawal-review-page.tsx')) },
];
