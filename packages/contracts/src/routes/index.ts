import type * as z from 'zod/mini';
import { accessRoutes } from './access.ts';
import { accountRoutes } from './account.ts';
import { alertsRoutes } from './alerts.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { auditRoutes } from './audit.ts';
import { copyingRoutes } from './copying.ts';
import { fraudRoutes } from './fraud.ts';
import { fundingRoutes } from './funding.ts';
import { holdsRoutes } from './holds.ts';
import { identityRoutes } from './identity.ts';
import { loansRoutes } from './loans.ts';
import { marketRoutes } from './market.ts';
import { notificationsRoutes } from './notifications.ts';
import { performanceRoutes } from './performance.ts';
import { plansRoutes } from './plans.ts';
import { proposalsRoutes } from './proposals.ts';
import { knowledgeRoutes } from './knowledge.ts';
import { protectionRoutes } from './protection.ts';
import { queuesRoutes } from './queues.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { relationsRoutes } from './relations.ts';
import { searchRoutes } from './search.ts';
import { signalsRoutes } from './signals.ts';
import { siteRoutes } from './site.ts';
import { timelineRoutes } from './timeline.ts';
import { tradingRoutes } from './trading.ts';
import { usersRoutes } from './users.ts';
import { viewsRoutes } from './views.ts';
import type { RouteTable } from './route.ts';

export type { Policy, Route } from './route.ts';

/**
 * The whole api, under /api/v1. The server registers exactly these, and the browser's client takes its types from here,
 * so a route that is not in this table exists on neither side. Outside it are those that answer with bytes instead of JSON:
 * GET /files/:id (owner or admin; proof images), GET /favicon (public), GET /stream (the socket).
 */
export const routes = {
  ...accessRoutes,
  ...accountRoutes,
  ...identityRoutes,
  ...notificationsRoutes,
  ...alertsRoutes,
  ...knowledgeRoutes,
  ...protectionRoutes,
  ...holdsRoutes,
  ...marketRoutes,
  ...tradingRoutes,
  ...performanceRoutes,
  ...fundingRoutes,
  ...plansRoutes,
  ...loansRoutes,
  ...signalsRoutes,
  ...copyingRoutes,
  ...usersRoutes,
  ...proposalsRoutes,
  ...apiTokenRoutes,
  ...queuesRoutes,
  ...fraudRoutes,
  ...reconciliationRoutes,
  ...searchRoutes,
  ...timelineRoutes,
  ...relationsRoutes,
  ...viewsRoutes,
  ...auditRoutes,
  ...siteRoutes,
} satisfies RouteTable;

export type RouteKey = keyof typeof routes;
export type Routes = typeof routes;
type Part<R, K extends string> = R extends Record<K, infer S extends z.core.$ZodType> ? S : never;
export type RequestBody<K extends RouteKey> =
  Part<Routes[K], 'body'> extends never ? undefined : z.core.input<Part<Routes[K], 'body'>>;
export type RequestQuery<K extends RouteKey> =
  Part<Routes[K], 'query'> extends never ? undefined : z.core.input<Part<Routes[K], 'query'>>;
export type Reply<K extends RouteKey> = z.core.output<Routes[K]['reply']>;
