import type { AdminUser } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { knowledgeWords } from '@clearbook/contracts/words/knowledge';
import { manageWords as words } from '@clearbook/contracts/words/manage';
import { relationWords } from '@clearbook/contracts/words/relations';
import { retentionWords } from '@clearbook/contracts/words/retention';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { formatDateTime, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Amount } from '../../ui/amount.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Retention } from '../../ui/retention.tsx';
import { OwnLimits } from '../protection/index.ts';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AdjustmentForm } from './adjustment-form.tsx';
import { KnowledgeFact } from '../knowledge/index.ts';
import { Can } from './can.tsx';
import { DepositLimitsPanel } from './deposit-limits-panel.tsx';
import { DeleteButton } from './delete-button.tsx';
import { EndSessionsButton } from './end-sessions-button.tsx';
import { EntriesPanel } from './entries-panel.tsx';
import { type Fact, Facts } from './facts.tsx';
import { useDatesFacts } from './identity-dates.tsx';
import { HoldsPanel } from './holds-panel.tsx';
import { RelatedPanel } from './related-panel.tsx';
import { TagsPanel } from './tags-panel.tsx';
import { RecordTradeForm } from './record-trade-form.tsx';
import { RecordState } from './record-state.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { SignalForm } from './signal-form.tsx';
import { SuspendButton } from './suspend-button.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { WithdrawalSettingsForm } from './withdrawal-settings-form.tsx';
import classes from './manage.module.css';

const { user: text } = words;
const statusWord = { active: text.active, suspended: text.block, closed: text.closed };

/** /user/:id: one client, and everything staff may do for them. */
export default function UserPage() {
  const { id = '' } = useParams();
  return (
    <RequireAdmin>
      <BackLink to="/all-user">{words.back}</BackLink>
      <PageHeader title={words.review.user} />
      <OneUser key={id} id={id} />
    </RequireAdmin>
  );
}

function OneUser({ id }: { id: string }) {
  const user = useQuery(queries.adminUser(id));
  return (
    <RecordState query={user} notFound={messages.admin.userNotFound}>
      {(record) => {
        // Of a closed account, and of staff, the rules refuse whatever changes a client.
        const open = record.role === 'client' && record.status !== 'closed';
        return (
          <div className={classes.review}>
            <Stack>
              <Panel>
                <UserFacts user={record} />
                <Actions user={record} open={open} />
              </Panel>
              {open ? <Changes user={record} /> : null}
              {open ? <TagsPanel userId={record.id} /> : null}
              {record.role === 'client' ? <HoldsPanel user={record} /> : null}
              {open ? <DepositLimitsPanel userId={record.id} /> : null}
              {record.role === 'client' ? <OwnLimits userId={record.id} /> : null}
            </Stack>
            {open ? (
              <Stack>
                <Can permission="client.adjust">
                  <Panel title={text.adjust}>
                    <AdjustmentForm user={record} />
                  </Panel>
                  <Panel title={words.record.title}>
                    <RecordTradeForm user={record} />
                  </Panel>
                </Can>
              </Stack>
            ) : null}
            {open && (
              <Can permission="client.close">
                <div className={classes.across}>
                  <Panel title={retentionWords.title}>
                    <Text size="sm" mb="sm">
                      {retentionWords.exportText}
                    </Text>
                    <Retention />
                  </Panel>
                </div>
              </Can>
            )}
            <div className={classes.across}>
              <EntriesPanel userId={record.id} />
            </div>
            {record.role === 'client' && (
              <div className={classes.across}>
                <RelatedPanel userId={record.id} />
              </div>
            )}
            {record.role === 'client' && (
              <div className={classes.across}>
                <TimelinePanel userId={record.id} open={open} />
              </div>
            )}
          </div>
        );
      }}
    </RecordState>
  );
}

type OfUser = { user: AdminUser };

function Actions({ user, open }: OfUser & { open: boolean }) {
  return (
    <Group mt="md" gap="xs">
      {open ? (
        <Button component={Link} to={`/user/${user.id}/as-client`} variant="default">
          {relationWords.asClient.open}
        </Button>
      ) : null}
      {open ? (
        <Can permission="client.change">
          <SuspendButton user={user} />
        </Can>
      ) : null}
      <Can permission="client.end_sessions">
        <EndSessionsButton user={user} />
      </Can>
      <Can permission="client.close">
        <DeleteButton user={user} />
      </Can>
    </Group>
  );
}

/** What is set for this client alone. */
function Changes({ user }: OfUser) {
  return (
    <Can permission="client.change">
      <Panel title={text.settings}>
        <WithdrawalSettingsForm user={user} />
      </Panel>
      <Panel title={words.signal.title}>
        <SignalForm user={user} />
      </Panel>
    </Can>
  );
}

function UserFacts({ user }: OfUser) {
  const dates = useDatesFacts(user.id, user.is_verified);
  return <Facts facts={factsOf(user, dates)} />;
}

function factsOf(user: AdminUser, dates: readonly Fact[]) {
  return [
    [
      text.fullname,
      <span key="name" className={classes.person}>
        <PersonPicture id={user.id} name={user.fullname} src={user.picture} size={40} />
        <span dir="auto">{user.fullname}</span>
      </span>,
    ],
    [text.email, user.email],
    [text.username, user.username],
    [text.balance, <Amount key="balance" value={user.total_balance} live />],
    [text.borrowed, isZero(user.borrowed.amount) ? null : <Amount key="borrowed" value={user.borrowed} live />],
    [text.available, <Amount key="available" value={user.available} live />],
    [text.depositBalance, <Amount key="deposit" value={user.deposit_balance} live />],
    [text.profitBalance, <Amount key="profit" value={user.profit_balance} trend live />],
    [text.signal, `${user.signal_strength}%`],
    [text.status, <StatusBadge key="status" status={user.status} label={statusWord[user.status]} />],
    [
      text.reason,
      user.suspended && `${user.suspended.reason} (${text.suspendedSince(formatDateTime(user.suspended.since))})`,
    ],
    [text.identity, user.is_verified ? text.verified : text.notVerified],
    ...dates,
    [
      knowledgeWords.staff.name,
      user.role === 'client' && user.status !== 'closed' ? <KnowledgeFact key="knowledge" userId={user.id} /> : null,
    ],
    [text.role, user.role === 'admin' ? text.admin : text.client],
    [text.joined, formatDateTime(user.created_at)],
  ] as const;
}
