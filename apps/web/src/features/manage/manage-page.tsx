import type { Permission } from '@clearbook/contracts/permissions';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchField } from '../search/index.ts';
import { AdminTable } from './admin-table.tsx';
import { auditTable } from './audit-tab.tsx';
import { Can } from './can.tsx';
import { ConfigurationTab } from './configuration-tab.tsx';
import { depositsTable } from './deposits-tab.tsx';
import { ProposalsTab } from './proposals-tab.tsx';
import { PaymentTab } from './payment-tab.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { SecondFactorUrge } from './second-factor-urge.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { TradesTab } from './trades-tab.tsx';
import { useCan } from './use-can.ts';
import { usersTable } from './users-tab.tsx';
import { verificationsTable } from './verifications-tab.tsx';
import { withdrawalsTable } from './withdrawals-tab.tsx';
import classes from './manage.module.css';

type TabName = keyof typeof words.tabs;

const tabs: Record<TabName, ComponentType> = {
  users: () => <AdminTable table={usersTable} />,
  deposit: () => <AdminTable table={depositsTable} />,
  withdrawals: () => <AdminTable table={withdrawalsTable} />,
  trades: TradesTab,
  verifications: () => <AdminTable table={verificationsTable} />,
  payment: PaymentTab,
  settings: SettingsTab,
  configuration: ConfigurationTab,
  proposals: ProposalsTab,
  audit: () => <AdminTable table={auditTable} />,
};
const names = Object.keys(words.tabs) as TabName[];
/** What it takes to see something behind a tab. */
const SEEN_WITH: Record<TabName, Permission> = {
  users: 'client.read',
  deposit: 'deposit.read',
  withdrawals: 'withdrawal.read',
  trades: 'trade.read',
  verifications: 'verification.read',
  payment: 'wallet.read',
  settings: 'settings.read',
  configuration: 'config.read',
  proposals: 'proposal.read',
  audit: 'audit.read',
};

/** How many wait for a second person stands beside the name. */
function ProposalsLabel() {
  const waiting = useQuery(queries.adminProposals({ page: 1, page_size: 1, status: 'waiting' })).data?.total ?? 0;
  return proposalWords.tab(waiting);
}

/** Tabs that do not fit scroll sideways; the chosen one is brought into view. */
function showTab(tab: HTMLButtonElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A role may include none of it. */
function Nothing() {
  return <EmptyState title={roleWords.nothing} />;
}

/** /all-user. The tab, its search and its page stand in the address, so that a colleague can be sent exactly this view. */
export default function ManagePage() {
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const open = names.filter((name) => can(SEEN_WITH[name]));
  const tab = open.find((name) => name === search.get('tab')) ?? open[0];
  const Current = tab === undefined ? Nothing : tabs[tab];
  return (
    <RequireAdmin>
      <PageHeader
        title={words.title}
        actions={
          <Can permission="client.read">
            <SearchField />
          </Can>
        }
      />
      <SecondFactorUrge />
      <Tabs value={tab ?? null} onChange={(name) => name !== null && setSearch({ tab: name })} keepMounted={false}>
        <div className={classes.tabs}>
          <Tabs.List aria-label={words.title}>
            {open.map((name) => (
              <Tabs.Tab key={name} value={name} {...(name === tab ? { ref: showTab } : {})}>
                {name === 'proposals' ? <ProposalsLabel /> : words.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        <Tabs.Panel value={tab ?? ''}>
          <Panel flush>
            <Current />
          </Panel>
        </Tabs.Panel>
      </Tabs>
    </RequireAdmin>
  );
}
