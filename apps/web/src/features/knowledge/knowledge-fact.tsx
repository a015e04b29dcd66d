import { knowledgeWords } from '@clearbook/contracts/words/knowledge';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { NO_VALUE } from '../../lib/format.ts';

/** How far a client is with the questions, for staff. */
export function KnowledgeFact({ userId }: { userId: string }) {
  const { data } = useQuery(queries.userKnowledge(userId));
  const { staff } = knowledgeWords;
  if (data === undefined) return <>{NO_VALUE}</>;
  return <>{data.status === 'unanswered' && !data.required ? staff.notAsked : staff.states[data.status]}</>;
}
