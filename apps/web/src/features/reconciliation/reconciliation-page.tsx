import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { roleWords } from '@clearbook/contracts/words/roles';
import { Stack, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Can, RequireAdmin, useCan } from '../manage/index.ts';
import { Accounts } from './accounts.tsx';
import { Days } from './days.tsx';
import { Files } from './files.tsx';
import { ImportPanel } from './import-panel.tsx';
import { Lines } from './lines.tsx';
import { Missing } from './missing.tsx';

/** /reconciliation: statements beside the books, and the close of days. The tab and the chosen day stand in the address. */
export default function ReconciliationPage() {
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const tab = search.get('tab') === 'days' ? 'days' : 'statements';
  return (
    <RequireAdmin>
      <PageHeader title={words.title} description={words.intro} />
      {can('reconciliation.read') ? (
        <Tabs value={tab} onChange={(name) => name !== null && setSearch({ tab: name })} keepMounted={false}>
          <Tabs.List aria-label={words.title} mb="md">
            <Tabs.Tab value="statements">{words.tabs.statements}</Tabs.Tab>
            <Tabs.Tab value="days">{words.tabs.days}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={tab}>{tab === 'days' ? <Days /> : <Statements />}</Tabs.Panel>
        </Tabs>
      ) : (
        <EmptyState title={roleWords.nothing} />
      )}
    </RequireAdmin>
  );
}

function Statements() {
  return (
    <Stack gap="md">
      <Can permission="reconciliation.import">
        <Panel title={words.importTitle}>
          <ImportPanel />
        </Panel>
      </Can>
      <Panel title={words.balances} flush>
        <Accounts />
      </Panel>
      <Panel title={words.lines} flush>
        <Lines />
      </Panel>
      <Panel title={words.missing} flush>
        <Missing />
      </Panel>
      <Panel title={words.files} flush>
        <Files />
      </Panel>
    </Stack>
  );
}
