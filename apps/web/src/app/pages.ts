import type { Me } from '@clearbook/contracts';
import type { Permission } from '@clearbook/contracts/permissions';
import type { ComponentType } from 'react';
import { part } from '../lib/part.ts';

type Loaded = { default: ComponentType<{ me: Me }> };

export type Page = {
  path: string;
  Component: ComponentType<{ me: Me }>;
  /** Fetches the page's scripts. */
  load: () => Promise<unknown>;
  /**
   * Left out: for everybody who is signed in. A staff page says so itself to everybody else, one for clients is kept from staff, and the
   * server refuses either again.
   */
  only: 'demo' | 'staff' | 'client' | null;
  /** Without which all of the page is refused. */
  needs: Permission | null;
};

/**
 * Every page inside the shell, one line each. Routes, navigation, palette and the browser tests read this table: a page that
 * stands here has its place in all of them, and one that does not is mentioned by none. Home is spelt out: its first view is kept
 * light, so it does not wait for the styles that it has no use for.
 */
export const pages: readonly Page[] = [
  loaded('/dashboard', () => import('../features/dashboard/dashboard-page.tsx')),
  page('/deposit', () => import('../features/deposits/deposit-page.tsx'), 'client'),
  page('/deposit-history', () => import('../features/deposits/deposit-history-page.tsx'), 'client'),
  page('/withdrawals', () => import('../features/withdrawals/withdrawals-page.tsx'), 'client'),
  page('/select-withdrawal', () => import('../features/withdrawals/select-withdrawal-page.tsx'), 'client'),
  page('/statement', () => import('../features/statement/statement-page.tsx'), 'client'),
  page('/performance', () => import('../features/performance/performance-page.tsx'), 'client'),
  page('/statement/documents', () => import('../features/statement/documents-page.tsx'), 'client'),
  page('/buy-crypto', () => import('../features/elsewhere/buy-crypto-page.tsx')),
  page('/real-estate', () => import('../features/elsewhere/real-estate-page.tsx')),
  page('/trades', () => import('../features/trades/trades-page.tsx')),
  page('/notifications', () => import('../features/notifications/notifications-page.tsx')),
  page('/alerts', () => import('../features/alerts/alerts-page.tsx'), 'client'),
  page('/appearance', () => import('../features/appearance/appearance-page.tsx')),
  page('/account', () => import('../features/account/account-page.tsx')),
  page('/identity', () => import('../features/account/identity-page.tsx'), 'client'),
  page('/profile-pic', () => import('../features/account/profile-picture-page.tsx')),
  page('/update-email', () => import('../features/account/update-email-page.tsx')),
  page('/account/activity', () => import('../features/audit/activity-page.tsx')),
  page('/proof-of-balance', () => import('../features/transparency/proof-of-balance-page.tsx'), 'client'),
  page('/account/close', () => import('../features/audit/close-account-page.tsx'), 'client'),
  page('/two-factor', () => import('../features/account/two-factor-page.tsx')),
  page('/passkeys', () => import('../features/account/passkeys-page.tsx')),
  page('/sessions', () => import('../features/account/sessions-page.tsx')),
  page('/trading-limits', () => import('../features/protection/limits-page.tsx'), 'client'),
  page('/knowledge-check', () => import('../features/knowledge/knowledge-page.tsx'), 'client'),
  page('/signal', () => import('../features/signal/signal-page.tsx')),
  page('/upgrade', () => import('../features/packages/upgrade-page.tsx')),
  page('/copy-trader', () => import('../features/traders/copy-trader-page.tsx')),
  page('/trader/:id', () => import('../features/traders/trader-page.tsx')),
  page('/copies/:id', () => import('../features/traders/copy-page.tsx')),
  page('/receipts/:id', () => import('../features/purchases/receipt-page.tsx')),
  page('/trading-plans', () => import('../features/loans/loan-page.tsx'), 'client'),
  page('/change-password', () => import('../features/access/change-password-page.tsx')),
  page('/mailbox', () => import('../features/mailbox/mailbox-page.tsx'), 'demo'),
  page('/all-user', () => import('../features/manage/manage-page.tsx'), 'staff'),
  page('/overview', () => import('../features/manage/overview-page.tsx'), 'staff', 'books.read'),
  page(
    '/reconciliation',
    () => import('../features/reconciliation/reconciliation-page.tsx'),
    'staff',
    'reconciliation.read',
  ),
  page('/queues', () => import('../features/queues/queues-page.tsx'), 'staff'),
  page('/add-upgrade', () => import('../features/packages/add-upgrade-page.tsx'), 'staff'),
  page('/add-trader', () => import('../features/traders/add-trader-page.tsx'), 'staff'),
  page('/user/:id', () => import('../features/manage/user-page.tsx'), 'staff'),
  page('/user/:id/as-client', () => import('../features/manage/as-client-page.tsx'), 'staff'),
  page('/admin/verifications/:id', () => import('../features/manage/verification-page.tsx'), 'staff'),
  page('/deposit/:id', () => import('../features/manage/deposit-review-page.tsx'), 'staff'),
  page('/withdrawal/:id', () => import('../features/manage/withdrawal-review-page.tsx'), 'staff'),
];

/** What is there for accounts alone: a guest reads how to get one. The server refuses what these pages send. */
export const FOR_ACCOUNTS: ReadonlySet<string> = new Set([
  '/deposit',
  '/select-withdrawal',
  '/identity',
  '/profile-pic',
  '/update-email',
  '/account/close',
  '/two-factor',
  '/passkeys',
  '/trading-limits',
  '/knowledge-check',
  '/upgrade',
  '/copy-trader',
  '/trader/:id',
  '/trading-plans',
  '/change-password',
  '/mailbox',
]);

/** True where this person may be led to that page by a link. */
export function isOpenTo(me: Me, path: string): boolean {
  const found = pages.find((one) => one.path === path);
  if (found === undefined) return false;
  if (me.guest !== null && FOR_ACCOUNTS.has(path)) return false;
  if (found.needs !== null && me.staff?.permissions.includes(found.needs) !== true) return false;
  if (found.only === null) return true;
  return found.only === 'demo' ? me.mode === 'demo' : me.role === (found.only === 'staff' ? 'admin' : 'client');
}

function page(path: string, load: () => Promise<Loaded>, only: Page['only'] = null, needs: Page['needs'] = null): Page {
  return loaded(path, async () => (await Promise.all([load(), import('./styles-rest.ts')]))[0], only, needs);
}

function loaded(
  path: string,
  load: () => Promise<Loaded>,
  only: Page['only'] = null,
  needs: Page['needs'] = null,
): Page {
  return { path, ...part(load), only, needs };
}
