import type { CreateWithdrawalBody } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ApiProblem } from '../../lib/api.ts';
import { formatUsd, MINUS } from '../../lib/format.ts';
import { Fact } from '../../ui/fact.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Cost } from './fee.ts';
import { destinationOf } from './method-fields.ts';
import classes from './withdrawals.module.css';

/** D3: the fee is seen before anything is confirmed, and it comes out of the amount. */
export function FeeNotice({
  body,
  cost,
  pending,
  problem,
  onConfirm,
  onBack,
}: {
  body: CreateWithdrawalBody;
  cost: Cost;
  pending: boolean;
  problem: ApiProblem | null;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel>
      <Stack>
        <Title order={2} ref={heading} tabIndex={-1} className={classes.heading}>
          {words.fee.heading}
        </Title>
        <Text>{words.fee.intro}</Text>
        <dl className={classes.bill}>
          <Fact name={words.fee.amount}>{formatUsd(cost.amount)}</Fact>
          <Fact name={words.fee.percent}>{`${cost.percent}%`}</Fact>
          <Fact name={words.fee.fee}>{`${MINUS}${formatUsd(cost.fee)}`}</Fact>
          <Fact name={words.fee.net} total>
            {formatUsd(cost.net)}
          </Fact>
        </dl>
        <div>
          <Text size="sm" c="dimmed">
            {words.fee.destination} {words.methods[body.method]}
          </Text>
          <Text className={classes.typed}>{destinationOf({ ...body }, body.method)}</Text>
        </div>
        <FormErrorSummary>{problem?.detail}</FormErrorSummary>
        <div className={classes.buttons}>
          <Button size="md" loading={pending} onClick={onConfirm}>
            {words.fee.confirm}
          </Button>
          <Button variant="default" size="md" onClick={onBack}>
            {words.fee.back}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}
