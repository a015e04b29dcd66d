import type { RouteKey } from '@clearbook/contracts/routes';
import type { Limit } from './memory.ts';

/** Everything together, for one signed-in person or, where nobody is signed in, one address. */
export const GENERAL: Limit = { name: 'general', points: 3_000, windowSeconds: 60 };
/** Fifty withdrawals pressed in one moment are a person's right; six hundred a minute are a program's mistake. */
export const MONEY: Limit = { name: 'money', points: 600, windowSeconds: 60 };
/** Of one token of a program, beside the other limits. */
export const TOKENS: Limit = { name: 'token', points: 300, windowSeconds: 60 };
export const ORDERS: Limit = { name: 'orders', points: 1_200, windowSeconds: 60 };
export const UPLOADS: Limit = { name: 'upload', points: 60, windowSeconds: 600 };
/** In bars, since a call may ask for one or for thousands. */
export const BARS: Limit = { name: 'bars', points: 600_000, windowSeconds: 60 };
/** Files that take a second of work each. */
export const DOWNLOADS: Limit = { name: 'downloads', points: 20, windowSeconds: 600 };
/** A second of work each for an ordinary one: a few years of months in one go are a person's right. */
export const PDFS: Limit = { name: 'pdfs', points: 60, windowSeconds: 600 };
/** Everything of an account: some seconds of work and a file that is kept for days. */
export const ARCHIVES: Limit = { name: 'archives', points: 5, windowSeconds: 86_400 };
export const SIGN_UPS: Limit = { name: 'sign-up', points: 100, windowSeconds: 600 };

const OF_ROUTE: Partial<Record<RouteKey, Limit>> = {
  'GET /bars': BARS,
  'GET /instruments/:id/ticks.csv': DOWNLOADS,
  'GET /transparency/tape/:id/ticks.csv': DOWNLOADS,
  'GET /me/statements/:period/document.pdf': PDFS,
  'POST /me/archives': ARCHIVES,
  'POST /auth/guest': SIGN_UPS,
  'POST /auth/guest/sign-up': SIGN_UPS,
  'POST /auth/sign-up': SIGN_UPS,
  'POST /orders': ORDERS,
  'POST /orders/preview': ORDERS,
  'POST /trades/:id/close': ORDERS,
  'POST /deposits/:id/proof': UPLOADS,
  'POST /admin/settings/favicon': UPLOADS,
  'POST /admin/traders/:id/picture': UPLOADS,
  'POST /identity': UPLOADS,
  'POST /identity/source-of-funds': UPLOADS,
  'POST /me/picture': UPLOADS,
};

/** The limit of its own that a route has beside the general one. */
export function limitOf(key: RouteKey, movesMoney: boolean): Limit | undefined {
  return OF_ROUTE[key] ?? (movesMoney ? MONEY : undefined);
}

const BARS_DEFAULT = 300;
const BARS_MOST = 5_000;
/** Some bars take longer to work out. */
const WEIGHT: Readonly<Record<string, number>> = { '1h': 4, '4h': 10, '1d': 10, '1w': 70, '1M': 310 };
/** Two thousand days: where weeks and months are asked for, the record seldom has more. */
const SYMBOL_MOST = 20_000;

/** What a call uses up of its route's own limit: one, or as many bars as its query asks for. Nothing is checked here yet: what is nonsense costs as little as it does. */
export function costOf(limit: Limit, query: unknown): number {
  if (limit !== BARS || typeof query !== 'object' || query === null) return 1;
  const { symbols, limit: each, interval } = query as Record<string, unknown>;
  const count = typeof symbols === 'string' ? symbols.split(',').length : 1;
  const asked = typeof each === 'string' && /^[1-9]\d{0,3}$/.test(each) ? Number(each) : BARS_DEFAULT;
  return Math.min(Math.min(BARS_MOST, count * asked) * (WEIGHT[String(interval)] ?? 1), count * SYMBOL_MOST);
}
