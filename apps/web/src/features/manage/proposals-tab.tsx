import { ADMIN_PAGE_SIZES } from '@clearbook/contracts/admin';
import type { Proposal } from '@clearbook/contracts/proposals';
import { proposalWords as words } from '@clearbook/contracts/words/proposals';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import type { Column } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { actText } from './act-words.ts';
import { AdminTable, adminTable } from './admin-table.tsx';
import { ageOf } from './age.ts';
import { EmailLink } from './email-link.tsx';
import { Can } from './can.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { ApiTokensPanel } from './api-tokens-panel.tsx';
import { StaffPanel } from './staff-panel.tsx';
import { StaffSessionsPanel } from './staff-sessions-panel.tsx';
import { pick } from './states.ts';
import classes from './manage.module.css';

/** `onChoose` opens a row, `empty` depends on the mode. */
const proposalsTable = (onChoose: (row: Proposal) => void, live: boolean) =>
  adminTable({
    name: 'proposals',
    label: words.title,
    query: queries.adminProposals,
    pageSize: ADMIN_PAGE_SIZES.proposals,
    states: pick('waiting', 'approved', 'declined', 'refused', 'lapsed'),
    file: '/admin/proposals.csv',
    columns: columnsOf(onChoose),
    rowKey: (row) => row.id,
    empty: { title: words.empty, text: live ? words.emptyLive : words.emptyDemo },
  });

function columnsOf(onChoose: (row: Proposal) => void): readonly Column<Proposal>[] {
  return [
    {
      key: 'what',
      long: true,
      header: words.columns.what,
      render: (row) => (
        <Anchor
          component="button"
          type="button"
          inherit
          ta="start"
          className={classes.wrap}
          onClick={() => onChoose(row)}
        >
          {actText(row.act)}
        </Anchor>
      ),
    },
    {
      key: 'about',
      header: words.columns.about,
      render: (row) =>
        row.user_id === null ? words.staff : <EmailLink to={`/user/${row.user_id}`} email={row.user_email ?? ''} />,
    },
    { key: 'by', header: words.columns.by, render: (row) => row.proposed_by.email },
    { key: 'date', header: words.columns.date, render: (row) => formatDateTime(row.proposed_at) },
    {
      key: 'age',
      header: words.columns.age,
      render: (row) => (row.status === 'waiting' ? ageOf(row.proposed_at) : NO_VALUE),
    },
    { key: 'status', header: words.columns.status, render: (row) => <StatusBadge status={row.status} /> },
  ];
}

/** What waits for a second person and what became of it, and who is staff. */
export function ProposalsTab() {
  const mode = useQuery(queries.me()).data?.mode;
  const [chosen, setChosen] = useState<Proposal | null>(null);
  const open = useLatest(chosen);
  return (
    <>
      <AdminTable table={proposalsTable(setChosen, mode === 'live')} />
      <ProposalDialog proposal={open} onClose={() => setChosen(null)} />
      <div className={classes.below}>
        <Can permission="staff.read">
          <StaffPanel />
          <StaffSessionsPanel />
          <ApiTokensPanel />
          <RolesPanel />
        </Can>
      </div>
    </>
  );
}

/** The chosen proposal as it is now: somebody else may decide it while it is read. */
function useLatest(chosen: Proposal | null): Proposal | null {
  const { data } = useQuery({ ...queries.adminProposal(chosen?.id ?? ''), enabled: chosen !== null });
  return data !== undefined && data.id === chosen?.id ? data : chosen;
}
