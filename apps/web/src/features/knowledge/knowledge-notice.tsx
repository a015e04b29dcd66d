import { knowledgeWords as words } from '@clearbook/contracts/words/knowledge';
import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import { noticeText } from './notice-text.ts';
import { useKnowledgeFirst } from './use-knowledge-first.ts';

/** Says, before anything is sent, that the questions come before a first trade. Nothing where they don't. */
export default function KnowledgeNotice() {
  const check = useKnowledgeFirst();
  if (check === null) return null;
  return (
    <Alert color="ink" p="xs" role="status">
      {noticeText(check)} <Link to="/knowledge-check">{words.notice.open}</Link>
    </Alert>
  );
}
