import { idParams } from '../common.ts';
import * as fraud from '../fraud.ts';
import { route, type RouteTable } from './route.ts';

/** What looks like fraud where somebody decides. Nothing of it is shown to clients. */
export const fraudRoutes = {
  'GET /admin/deposits/:id/signals': route({
    policy: 'admin',
    can: 'deposit.read',
    status: 200,
    params: idParams,
    reply: fraud.fraudSignals,
  }),
  'GET /admin/withdrawals/:id/signals': route({
    policy: 'admin',
    can: 'withdrawal.read',
    status: 200,
    params: idParams,
    reply: fraud.fraudSignals,
  }),
  'GET /admin/verifications/:id/signals': route({
    policy: 'admin',
    can: 'verification.read',
    status: 200,
    params: idParams,
    reply: fraud.fraudSignals,
  }),
  'POST /admin/signal-dismissals': route({
    policy: 'admin',
    can: 'signal.dismiss',
    status: 200,
    body: fraud.dismissSignalBody,
    reply: fraud.fraudSignals,
  }),
} satisfies RouteTable;
