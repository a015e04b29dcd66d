export { requireKnowledge } from './require-knowledge.ts';
export { knowledgeRoutes } from './routes.ts';
