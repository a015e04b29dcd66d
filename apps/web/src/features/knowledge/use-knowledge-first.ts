import type { KnowledgeCheck } from '@clearbook/contracts/knowledge';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';

/** How far the client is with the questions where they come before a first trade or copy. Null where nothing asks, and while it isn't known: the server refuses in any case. */
export function useKnowledgeFirst(): KnowledgeCheck | null {
  const { data: me } = useQuery(queries.me());
  const { data } = useQuery({ ...queries.knowledge(), enabled: me?.role === 'client' && me.mode === 'live' });
  return data?.required === true ? data : null;
}
