import { overviewWords as words } from '@clearbook/contracts/words/overview';
import { roleWords } from '@clearbook/contracts/words/roles';
import { Stack } from '@mantine/core';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BooksStanding } from './books-standing.tsx';
import { Can } from './can.tsx';
import { HouseResults } from './house-results.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { SystemPanel } from './system-panel.tsx';
import { useCan } from './use-can.ts';
import { WaitingPanel } from './waiting-panel.tsx';

/** /overview: the first page of a member of staff's day. What a role doesn't include isn't there. */
export default function OverviewPage() {
  const can = useCan();
  return (
    <RequireAdmin>
      <PageHeader title={words.page} description={words.pageIntro} />
      <Stack gap="md">
        <Can permission="books.read">
          <Panel>
            <BooksStanding />
          </Panel>
        </Can>
        <Can permission="queue.read">
          <Panel>
            <WaitingPanel />
          </Panel>
        </Can>
        <Can permission="books.read">
          <Panel>
            <OverviewPanel />
          </Panel>
          <Panel>
            <HouseResults />
          </Panel>
          <Panel>
            <SystemPanel />
          </Panel>
        </Can>
        {can('books.read') || can('queue.read') ? null : <EmptyState title={roleWords.nothing} />}
      </Stack>
    </RequireAdmin>
  );
}
