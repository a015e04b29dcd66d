import { knowledgeWords as words } from '@clearbook/contracts/words/knowledge';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';

/** Says, before anything is sent, that the questions come before a first trade. Nothing where they don't: the server refuses in any case. */
export default function KnowledgeNotice() {
  const { data: me } = useQuery(queries.me());
  const { data } = useQuery({ ...queries.knowledge(), enabled: me?.role === 'client' && me.mode === 'live' });
  if (data?.required !== true) return null;
  const { notice } = words;
  return (
    <Alert color="ink" p="xs" role="status">
      {data.status === 'waiting' && data.confirm_from !== null
        ? notice.waiting(formatDateTime(data.confirm_from))
        : data.status === 'unanswered'
          ? notice.unanswered
          : notice.confirm}{' '}
      <Link to="/knowledge-check">{notice.open}</Link>
    </Alert>
  );
}
