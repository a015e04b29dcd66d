import { integrityWords } from '@clearbook/contracts/words/integrity';
import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { Anchor, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Facts } from './facts.tsx';
import { RecordState } from './record-state.tsx';

/** Whether the books agree, and when all of them were last looked through. What doesn't agree is in Settings, row by row. */
export function BooksStanding() {
  const status = useQuery(queries.adminIntegrity());
  return (
    <RecordState query={status} notFound={integrityWords.unknown}>
      {({ standing, recent_at, all_at, entries }) => (
        <Stack gap="sm" component="section" aria-label={integrityWords.title}>
          <Title order={2}>{integrityWords.title}</Title>
          <div>
            <StatusBadge
              sentence
              status={standing === 0 ? 'approved' : 'rejected'}
              label={standing === 0 ? words.booksAgree : words.booksDiffer(standing)}
            />
          </div>
          <Facts
            facts={[
              [integrityWords.recent, recent_at === null ? integrityWords.notYet : formatDateTime(recent_at)],
              [integrityWords.all, integrityWords.allOf(formatDateTime(all_at), entries)],
            ]}
          />
          {standing === 0 ? null : (
            <Anchor component={Link} to="/all-user?tab=settings">
              {integrityWords.details}
            </Anchor>
          )}
        </Stack>
      )}
    </RecordState>
  );
}
