import type { DepositLimits } from '@clearbook/contracts/funding';
import { depositLimitWords as words } from '@clearbook/contracts/words/deposit-limits';
import { fundsDocumentWords } from '@clearbook/contracts/words/funds-documents';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LevelFacts } from '../deposits/index.ts';
import { Can } from './can.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { documentFunds } from './decisions.ts';
import { Facts } from './facts.tsx';
import { FundsDocumentCount } from './funds-document-count.tsx';

/** A client's level, what they can deposit at it and at the others, and the way to the highest one. Nothing in demo mode. */
export function DepositLimitsPanel({ userId }: { userId: string }) {
  const { data: me } = useQuery(queries.me());
  const live = me?.mode === 'live';
  const limits = useQuery({ ...queries.userDepositLimits(userId), enabled: live });
  if (!live) return null;
  return (
    <Panel title={words.title}>
      {limits.data !== undefined ? (
        <Known userId={userId} limits={limits.data} />
      ) : limits.isError ? (
        <ErrorState title={words.failed} error={limits.error} onRetry={() => void limits.refetch()} />
      ) : (
        <Skeleton height={160} aria-busy />
      )}
    </Panel>
  );
}

const BOTH = [true, false];

/** What was asked for stays what it was, whatever becomes of it meanwhile. */
function Known({ userId, limits }: { userId: string; limits: DepositLimits }) {
  const [asking, setAsking] = useState<boolean | null>(null);
  const documented = !limits.funds_documented;
  const amount = (money: { amount: string } | null) => (money === null ? words.noLimit : formatUsd(money.amount));
  return (
    <>
      <LevelFacts limits={limits} label={words.staff.level} />
      <Text size="sm" fw={500} mt="md" mb="xs">
        {words.staff.all}
      </Text>
      <Facts
        facts={limits.levels.map(({ level, day, month }) => [
          words.levels[level],
          day === null && month === null ? words.noLimit : words.staff.each(amount(day), amount(month)),
        ])}
      />
      <Can permission="verification.decide">
        {documented && limits.level !== 'identity' ? null : (
          <Button variant="default" mt="md" onClick={() => setAsking(documented)}>
            {documented ? words.staff.document : words.staff.takeBack}
          </Button>
        )}
        {BOTH.map((to) => (
          <DecisionDialog
            key={String(to)}
            decision={documentFunds}
            of={{ userId, documented: to, already: asking === to && limits.funds_documented === to }}
            opened={asking === to}
            onClose={() => setAsking(null)}
          >
            {to && asking === to ? (
              <Facts facts={[[fundsDocumentWords.staff.label, <FundsDocumentCount key="documents" id={userId} />]]} />
            ) : null}
          </DecisionDialog>
        ))}
      </Can>
    </>
  );
}
