import { read } from '../../lib/first-queries.ts';

/** No client has more working orders than this (domain: MAX_WORKING_ORDERS). */
const WORKING_ORDERS_MOST = 200;

/** What Home asks for below its first view. */
export const homeQueries = {
  workingOrders: () => read('orders', 'GET /orders', { query: { state: 'working', limit: WORKING_ORDERS_MOST } }),
  newestWithdrawals: () => read('withdrawals', 'GET /withdrawals', { query: { limit: 5 } }),
};
