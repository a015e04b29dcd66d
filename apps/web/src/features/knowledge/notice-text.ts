import type { KnowledgeCheck } from '@clearbook/contracts/knowledge';
import { knowledgeWords as words } from '@clearbook/contracts/words/knowledge';
import { formatDateTime } from '../../lib/format.ts';

/** What comes before a first trade. */
export function noticeText({ status, confirm_from: from }: KnowledgeCheck): string {
  if (status === 'waiting' && from !== null) return words.notice.waiting(formatDateTime(from));
  return status === 'unanswered' ? words.notice.unanswered : words.notice.confirm;
}
