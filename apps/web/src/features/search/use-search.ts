import { SEARCH_LEAST, type SearchGroupName } from '@clearbook/contracts/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { type HitLine, hitLine } from './hit-line.ts';

/** How long to wait after the last key before the server is asked. */
const WAIT_MS = 150;

type Found = { group: SearchGroupName; lines: HitLine[] };
export type Search = { state: 'idle' | 'looking' | 'failed' | 'found'; groups: Found[] };

/** What the server finds for a typed text, group by group. The last answer stays on screen until the next one comes. */
export function useSearch(typed: string): Search {
  const may = useQuery(queries.me()).data?.staff?.permissions.includes('client.read') === true;
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, WAIT_MS);
  const wanted = may && text.length >= SEARCH_LEAST;
  const enabled = wanted && asked.length >= SEARCH_LEAST;
  const answer = useQuery({ ...queries.adminSearch(asked), enabled, placeholderData: keepPreviousData });
  if (!wanted) return { state: 'idle', groups: [] };
  const groups = (answer.data?.groups ?? []).map(({ group, hits }) => ({
    group,
    lines: hits.map((hit) => hitLine(group, hit)),
  }));
  if (answer.isError) return { state: 'failed', groups: [] };
  const late = asked !== text || answer.data === undefined || answer.isPlaceholderData;
  return { state: late ? 'looking' : 'found', groups };
}
