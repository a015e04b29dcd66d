import type { RouteKey, Routes } from '../routes/index.ts';
import { accessWords } from './access.ts';
import {
  accountWords,
  alertsWords,
  auditWords,
  identityWords,
  notificationsWords,
  knowledgeCheckWords,
  protectionWords,
} from './account.ts';
import { holdsWords, siteWords, usersWords } from './manage.ts';
import { viewsWords } from './views.ts';
import { fraudWords } from './fraud.ts';
import { queuesWords } from './queues.ts';
import { reconciliationWords } from './reconciliation.ts';
import { searchWords } from './search.ts';
import { relationsWords } from './relations.ts';
import { timelineWords } from './timeline.ts';
import { apiTokenWords } from './api-tokens.ts';
import { fundingWords, loansWords, plansWords, proposalsWords } from './money.ts';
import { performanceWords } from './performance.ts';
import { copyingWords, marketWords, signalsWords, tradingWords } from './trading.ts';
import type { RouteWords } from './words.ts';

export { FIELDS } from './fields.ts';
export { models } from './models.ts';
export { PROBLEMS, type ProblemCode, statusesOf } from './problems.ts';
export { TAGS, type RouteWords, type Tag } from './words.ts';

/**
 * What the API's description says about each route. Only the server reads it, so that no browser loads it. A route without words,
 * or with an example that its body does not take, does not compile.
 */
export const routeWords = {
  ...accessWords,
  ...accountWords,
  ...identityWords,
  ...notificationsWords,
  ...alertsWords,
  ...knowledgeCheckWords,
  ...protectionWords,
  ...holdsWords,
  ...marketWords,
  ...tradingWords,
  ...performanceWords,
  ...fundingWords,
  ...plansWords,
  ...loansWords,
  ...signalsWords,
  ...copyingWords,
  ...usersWords,
  ...proposalsWords,
  ...apiTokenWords,
  ...queuesWords,
  ...fraudWords,
  ...reconciliationWords,
  ...searchWords,
  ...timelineWords,
  ...relationsWords,
  ...viewsWords,
  ...auditWords,
  ...siteWords,
} satisfies { [K in RouteKey]: RouteWords<Routes[K]> };
