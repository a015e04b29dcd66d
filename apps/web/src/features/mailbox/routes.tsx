import { lazy } from 'react';

export const mailboxRoutes = [{ path: '/mailbox', Page: lazy(() => import('./mailbox-page.tsx')) }];
