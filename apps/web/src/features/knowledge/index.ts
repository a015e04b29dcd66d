export { KnowledgeFirst } from './where-needed.tsx';
export { KnowledgeFact } from './knowledge-fact.tsx';
