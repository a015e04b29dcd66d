import * as knowledge from '../knowledge.ts';
import { emptyBody, idParams } from '../common.ts';
import { route, type RouteTable } from './route.ts';

/** The questions before a first trade. */
export const knowledgeRoutes = {
  'GET /me/knowledge-check': route({ policy: 'client', status: 200, reply: knowledge.knowledgeCheck }),
  'POST /me/knowledge-check': route({
    policy: 'client',
    status: 201,
    body: knowledge.knowledgeAnswers,
    reply: knowledge.knowledgeCheck,
  }),
  'POST /me/knowledge-check/confirm': route({
    policy: 'client',
    status: 200,
    body: emptyBody,
    reply: knowledge.knowledgeCheck,
  }),
  'GET /admin/users/:id/knowledge-check': route({
    policy: 'admin',
    can: 'client.read',
    status: 200,
    params: idParams,
    reply: knowledge.knowledgeCheck,
  }),
} satisfies RouteTable;
