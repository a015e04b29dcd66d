import { protectionWords as words } from '@clearbook/contracts/words/protection';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { standingOfOther } from './standing.tsx';
import classes from './protection.module.css';

/** What a client set on themselves, for staff to read. There is no button, because nobody else may change it. */
export function OwnLimits({ userId }: { userId: string }) {
  const protection = useQuery(queries.adminProtection(userId));
  const set = protection.data?.limits.filter(({ amount, next }) => amount !== null || next !== null) ?? [];
  const timeOut = protection.data?.time_out ?? null;
  return (
    <Panel title={words.manage.title}>
      <p className={classes.prose}>{words.manage.text}</p>
      {protection.data === undefined ? (
        protection.isPending ? (
          <Skeleton height={40} mt="xs" aria-busy />
        ) : (
          <ErrorState error={protection.error} onRetry={() => void protection.refetch()} />
        )
      ) : set.length === 0 && timeOut === null ? (
        <p className={classes.ownNone}>{words.manage.none}</p>
      ) : (
        <dl className={classes.own}>
          {timeOut === null ? null : (
            <div>
              <dt>{words.manage.onBreak}</dt>
              <dd>{standingOfOther(timeOut)}</dd>
            </div>
          )}
          {set.map(({ kind, amount, used, next }) => {
            const name = words.names[kind];
            return (
              <div key={kind}>
                <dt>{name.title}</dt>
                <dd>
                  {amount === null
                    ? words.none
                    : words.usedOf(formatUsd(used.amount), formatUsd(amount.amount), name.used)}
                  {next === null
                    ? null
                    : ` · ${next.amount === null ? words.pendingNone(formatDateTime(next.at)) : words.pending(formatUsd(next.amount.amount), formatDateTime(next.at))}`}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Panel>
  );
}
