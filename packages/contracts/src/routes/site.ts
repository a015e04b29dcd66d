import * as admin from '../admin.ts';
import * as integrity from '../integrity.ts';
import * as mail from '../mail.ts';
import { emptyBody, idParams } from '../common.ts';
import * as configuration from '../configuration.ts';
import * as proposals from '../proposals.ts';
import * as market from '../market.ts';
import * as overview from '../overview.ts';
import * as switches from '../switches.ts';
import * as transparency from '../transparency.ts';
import { route, type RouteTable } from './route.ts';

/** Settings of the site, its wallets and its mail. */
export const siteRoutes = {
  'GET /settings/public': route({ policy: 'public', status: 200, reply: admin.publicSettings }),
  'GET /transparency': route({ policy: 'public', status: 200, reply: transparency.transparency }),
  /** Every quote of a day that is over, for whoever decides a client's fills again without an account of their own. */
  'GET /transparency/tape/:id/ticks.csv': route({
    policy: 'public',
    status: 200,
    params: market.instrumentParams,
    query: market.ticksQuery,
    reply: market.tickRow,
    csv: 'ticks',
    large: true,
    sets: ['cache-control'],
  }),
  'GET /admin/integrity': route({ policy: 'admin', can: 'books.read', status: 200, reply: integrity.adminIntegrity }),
  'GET /admin/overview': route({ policy: 'admin', can: 'books.read', status: 200, reply: overview.overview }),
  'GET /admin/house-results': route({ policy: 'admin', can: 'books.read', status: 200, reply: overview.houseResults }),
  'GET /admin/system': route({ policy: 'admin', can: 'books.read', status: 200, reply: overview.system }),
  'GET /admin/mail': route({ policy: 'admin', can: 'mail.read', status: 200, reply: mail.adminMail }),
  'GET /admin/mail/texts': route({ policy: 'admin', can: 'mail.read', status: 200, reply: mail.mailTexts }),
  'POST /admin/mail/test': route({
    policy: 'admin',
    can: 'mail.read',
    status: 200,
    body: mail.testMailBody,
    reply: mail.testMailReply,
  }),
  'POST /admin/mail/retry': route({
    policy: 'admin',
    can: 'mail.retry',
    status: 200,
    body: emptyBody,
    reply: mail.retryMailReply,
  }),
  'GET /admin/settings': route({ policy: 'admin', can: 'settings.read', status: 200, reply: admin.settings }),
  'PUT /admin/settings': route({
    policy: 'admin',
    can: 'settings.change',
    status: 200,
    also: 202,
    body: admin.putSettingsBody,
    reply: admin.settings,
    key: 'optional',
  }),
  'POST /admin/settings/favicon': route({
    policy: 'admin',
    can: 'settings.change',
    status: 200,
    reply: admin.settings,
    files: ['file'],
  }),
  'GET /admin/switches': route({ policy: 'admin', can: 'settings.read', status: 200, reply: switches.switches }),
  'POST /admin/switches/:id/stop': route({
    policy: 'admin',
    can: 'switch.stop',
    status: 200,
    params: switches.switchParams,
    body: switches.stopBody,
    reply: switches.switches,
    key: 'optional',
  }),
  'POST /admin/switches/:id/start': route({
    policy: 'admin',
    can: 'switch.start',
    status: 200,
    params: switches.switchParams,
    body: switches.startBody,
    reply: switches.switches,
    key: 'optional',
  }),
  'GET /admin/configuration': route({
    policy: 'admin',
    can: 'config.read',
    status: 200,
    reply: configuration.configuration,
  }),
  'POST /admin/configuration': route({
    policy: 'admin',
    can: 'config.change',
    status: 201,
    body: configuration.configureBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
  'POST /admin/configuration/:id/revert': route({
    policy: 'admin',
    can: 'config.change',
    status: 201,
    params: idParams,
    body: configuration.revertBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
  'GET /admin/wallets': route({ policy: 'admin', can: 'wallet.read', status: 200, reply: admin.wallets }),
  'PUT /admin/wallets': route({
    policy: 'admin',
    can: 'wallet.change',
    status: 200,
    also: 202,
    body: admin.putWalletsBody,
    reply: admin.wallets,
    key: 'optional',
  }),
  /** Any one of staff stops new addresses before they take effect. */
  'POST /admin/wallets/keep': route({
    policy: 'admin',
    can: 'wallet.change',
    status: 200,
    body: admin.keepWalletsBody,
    reply: admin.wallets,
  }),
} satisfies RouteTable;
