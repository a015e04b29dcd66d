import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { planWords } from '@clearbook/contracts/words/plans';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PurchaseDialog, PurchaseList, cards as classes, termsChanges, type Wanted } from '../purchases/index.ts';
import { PackageCard } from './package-card.tsx';

const { upgrade: words } = planWords;

/** /upgrade: the packages, each with what it would mean for this client. */
export default function UpgradePage({ me }: { me: Me }) {
  const { data, error, refetch } = useQuery(queries.packages());
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const staff = me.role === 'admin';
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.intro}
        actions={
          staff && (
            <Button component={Link} to="/add-upgrade" leftSection={<Plus size={16} aria-hidden />}>
              {words.add}
            </Button>
          )
        }
      />
      {data === undefined && error !== null && (
        <ErrorState title={messages.plans.fetchFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <div className={classes.stack}>
          {!staff && (
            <Panel title={words.yours}>
              <dl className={classes.own}>
                {termsChanges(data.terms, data.terms).map(({ key, name, after }) => (
                  <div key={key}>
                    <dt>{name}</dt>
                    <dd>{after}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
          )}
          <section aria-label={words.offers}>
            <h2 className={classes.heading}>{words.offers}</h2>
            {staff && <p className={classes.lead}>{words.staff}</p>}
            {!staff && me.status !== 'active' && <p className={classes.lead}>{messages.plans.suspended}</p>}
            {data.data.length === 0 ? (
              <EmptyState title={words.empty} text={words.emptyText} />
            ) : (
              <div className={classes.cards}>
                {data.data.map((offer) => (
                  <PackageCard
                    key={offer.id}
                    offer={offer}
                    offers={data.data}
                    now={data.terms}
                    instruments={data.instruments}
                    onBuy={me.role === 'client' && me.status === 'active' ? setWanted : undefined}
                  />
                ))}
              </div>
            )}
            <p className={classes.hint}>{words.cap}</p>
          </section>
          {!staff && (
            <PurchaseList
              kind="package"
              title={words.receipts}
              empty={{ title: words.noReceipts, text: words.noReceiptsText }}
            />
          )}
        </div>
      )}
      <PurchaseDialog route="POST /packages/:id/purchase" wanted={wanted} onClose={() => setWanted(null)} />
    </>
  );
}

const CARDS_LOADING = 4;

function Loading() {
  return (
    <div className={classes.stack}>
      <Skeleton height={110} radius="lg" />
      <div className={classes.cards}>
        {Array.from({ length: CARDS_LOADING }, (_, i) => (
          <Skeleton key={i} height={420} radius="lg" />
        ))}
      </div>
    </div>
  );
}
