import * as admin from '../admin.ts';
import * as mail from '../mail.ts';
import { emptyBody } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** Settings of the site, its wallets and its mail. */
export const siteRoutes = {
  'GET /settings/public': route({ policy: 'public', status: 200, reply: admin.publicSettings }),
  'GET /admin/mail': route({ policy: 'admin', status: 200, reply: mail.adminMail }),
  'POST /admin/mail/retry': route({ policy: 'admin', status: 200, body: emptyBody, reply: mail.retryMailReply }),
  'GET /admin/settings': route({ policy: 'admin', status: 200, reply: admin.settings }),
  'PUT /admin/settings': route({ policy: 'admin', status: 200, body: admin.putSettingsBody, reply: admin.settings }),
  'POST /admin/settings/favicon': route({ policy: 'admin', status: 200, reply: admin.settings, files: ['file'] }),
  'GET /admin/wallets': route({ policy: 'admin', status: 200, reply: admin.wallets }),
  'PUT /admin/wallets': route({ policy: 'admin', status: 200, body: admin.putWalletsBody, reply: admin.wallets }),
} satisfies RouteTable;
