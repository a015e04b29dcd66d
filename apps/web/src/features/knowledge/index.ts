export { KnowledgeFirst, KnowledgeFirstItem } from './where-needed.tsx';
export { useKnowledgeFirst } from './use-knowledge-first.ts';
export { KnowledgeFact } from './knowledge-fact.tsx';
