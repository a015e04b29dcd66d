import type { RouteKey } from '@clearbook/contracts/routes';
import type { Limit } from './memory.ts';

/** Everything together, for one signed-in person or, where nobody is signed in, one address. */
export const GENERAL: Limit = { name: 'general', points: 3_000, windowSeconds: 60 };
/** Fifty withdrawals pressed in one moment are a person's right; six hundred a minute are a program's mistake. */
export const MONEY: Limit = { name: 'money', points: 600, windowSeconds: 60 };
export const ORDERS: Limit = { name: 'orders', points: 1_200, windowSeconds: 60 };
export const UPLOADS: Limit = { name: 'upload', points: 60, windowSeconds: 600 };
export const SIGN_UPS: Limit = { name: 'sign-up', points: 100, windowSeconds: 600 };

const OF_ROUTE: Partial<Record<RouteKey, Limit>> = {
  'POST /auth/sign-up': SIGN_UPS,
  'POST /orders': ORDERS,
  'POST /orders/preview': ORDERS,
  'POST /trades/:id/close': ORDERS,
  'POST /deposits/:id/proof': UPLOADS,
  'POST /admin/settings/favicon': UPLOADS,
  'POST /admin/traders/:id/picture': UPLOADS,
  'POST /identity': UPLOADS,
  'POST /me/picture': UPLOADS,
};

/** The limit of its own that a route has beside the general one. */
export function limitOf(key: RouteKey, movesMoney: boolean): Limit | undefined {
  return OF_ROUTE[key] ?? (movesMoney ? MONEY : undefined);
}
