import type { Protection } from '@clearbook/contracts/protection';
import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { accountWords } from '@clearbook/contracts/words/account';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { BreakPanel } from './break-panel.tsx';
import { LimitRow } from './limit-row.tsx';
import { Standing } from './standing.tsx';
import classes from './protection.module.css';

/** /trading-limits: what somebody asks us to refuse them, and how far they are from it. */
export default function LimitsPage() {
  const protection = useQuery(queries.protection());
  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      {protection.data !== undefined ? (
        <Content protection={protection.data} answeredAt={protection.dataUpdatedAt} />
      ) : protection.isPending ? (
        <Skeleton height={420} radius="md" aria-busy />
      ) : (
        <Panel>
          <ErrorState error={protection.error} onRetry={() => void protection.refetch()} />
        </Panel>
      )}
    </>
  );
}

function Content({ protection, answeredAt }: { protection: Protection; answeredAt: number }) {
  return (
    <div className={classes.stack}>
      {protection.time_out === null ? null : (
        <Standing timeOut={protection.time_out} asOf={protection.as_of} answeredAt={answeredAt} />
      )}
      <Panel title={words.limits}>
        <ul className={classes.limits}>
          {protection.limits.map((limit) => (
            <LimitRow key={limit.kind} limit={limit} asOf={protection.as_of} answeredAt={answeredAt} />
          ))}
        </ul>
      </Panel>
      <BreakPanel resting={protection.time_out !== null} />
      <Panel title={words.help.title}>
        <p className={classes.prose}>{words.help.text}</p>
      </Panel>
    </div>
  );
}
