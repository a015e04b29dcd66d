import { depositLimitWords as words } from '@clearbook/contracts/words/deposit-limits';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LevelFacts } from './level-facts.tsx';

/** What the client can deposit at their level, and what raises it: said before anything is typed. Nothing in demo mode, which has no limits. */
export function LevelLimits({ linked = true }: { linked?: boolean }) {
  const { data: me } = useQuery(queries.me());
  const live = me?.mode === 'live' && me.role === 'client';
  const limits = useQuery({ ...queries.depositLimits(), enabled: live });
  if (!live) return null;
  if (limits.data === undefined)
    return limits.isError ? (
      <ErrorState title={words.failed} error={limits.error} onRetry={() => void limits.refetch()} />
    ) : (
      <Skeleton height={112} radius="md" aria-busy />
    );
  const { level, document_expired: expired } = limits.data;
  if (level === null) return null;
  return (
    // The identity page names its panel so already.
    <section aria-label={linked ? words.title : undefined}>
      <LevelFacts limits={limits.data} label={words.level} />
      <Text size="sm" c="dimmed" mt="xs">
        {words.raise[expired ? 'expired' : level]}
        {level !== 'funds' && linked ? (
          <>
            {' '}
            <Anchor component={Link} to="/identity" inherit>
              {expired ? words.sendNew : level === 'email' ? words.verify : words.sendFunds}
            </Anchor>
          </>
        ) : null}
      </Text>
      <Text size="sm" c="dimmed">
        {words.withdrawals}
      </Text>
    </section>
  );
}
