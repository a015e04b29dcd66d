import type { Me } from '@clearbook/contracts';
import type { Trader } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTurns } from '../../lib/later.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { MyCopies } from './my-copies.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { TraderCard } from './trader-card.tsx';
import classes from './traders.module.css';

/** Of the client's own copies while there are none, in pixels. */
const COPIES_HEIGHT = 273;

/** /copy-trader: who can be copied, and the client's own copies. */
export default function CopyTraderPage({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(queries.traders());
  const [copying, setCopying] = useState<Trader | null>(null);
  const [cancelling, setCancelling] = useState<Trader | null>(null);
  const [deleting, setDeleting] = useState<Trader | null>(null);
  const staff = me.role === 'admin';
  // Nobody sees or opens these before the cards are there.
  const later = useTurns(1) >= 1;
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.intro}
        actions={
          staff && (
            <Button component={Link} to="/add-trader" leftSection={<Plus size={16} aria-hidden />}>
              {words.addTrader}
            </Button>
          )
        }
      />
      <div className={classes.stack}>
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Loading />}
        {data !== undefined && data.length === 0 && (
          <Panel>
            <EmptyState title={words.empty} text={staff ? words.emptyAdmin : words.emptyText} />
          </Panel>
        )}
        {data !== undefined && data.length > 0 && (
          <div className={classes.cards}>
            {data.map((trader) => (
              <TraderCard
                key={trader.id}
                trader={trader}
                onCopy={staff ? undefined : setCopying}
                onCancel={staff ? undefined : setCancelling}
                onDelete={staff ? setDeleting : undefined}
              />
            ))}
          </div>
        )}
        {!staff && (later ? <MyCopies /> : <Skeleton height={COPIES_HEIGHT} radius="lg" />)}
      </div>
      {later && (
        <>
          <CopyDialog trader={copying} onClose={() => setCopying(null)} />
          <StopDialog trader={cancelling} onClose={() => setCancelling(null)} />
          <DeleteDialog trader={deleting} onClose={() => setDeleting(null)} />
        </>
      )}
    </>
  );
}

function DeleteDialog({ trader, onClose }: { trader: Trader | null; onClose: () => void }) {
  const remove = useSubmit('DELETE /admin/traders/:id', {
    topics: ['traders'],
    onSuccess: () => {
      toast.success(messages.trader.deleted);
      onClose();
    },
    onProblem: () => toast.error(messages.trader.deleteFailed),
  });
  return (
    <ConfirmDialog
      opened={trader !== null}
      title={trader === null ? '' : words.deleteTitle(trader.name)}
      confirm={words.deleteTrader}
      danger
      pending={remove.pending}
      problem={remove.problem && `${messages.trader.deleteFailed}. ${remove.problem.detail}`}
      onConfirm={() => trader !== null && void remove.submit({ params: { id: trader.id }, body: {} })}
      onClose={onClose}
    >
      {words.deleteText}
    </ConfirmDialog>
  );
}

const CARDS_LOADING = 3;

function Loading() {
  return (
    <div className={classes.cards}>
      {Array.from({ length: CARDS_LOADING }, (_, i) => (
        <Skeleton key={i} height={380} radius="lg" />
      ))}
    </div>
  );
}
