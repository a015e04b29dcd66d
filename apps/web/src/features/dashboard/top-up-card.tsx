import { Button, Group } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatUsd, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './dashboard.module.css';
import { topUpForm } from './top-up.form.ts';

/** Demo mode: paper money right away, so that the first minute needs nobody. */
export function TopUpCard() {
  const [added, setAdded] = useState<string | null>(null);
  const account = useQuery(queries.account()).data;
  const empty = account !== undefined && isZero(account.total_balance.amount);
  const topUp = useDeclaredForm(topUpForm, undefined, {
    onDone: (reply) => {
      toast.success(messages.topUp.done);
      setAdded(reply.amount.amount);
    },
  });
  return (
    <Panel title={words.topUpTitle}>
      <Form onSend={topUp.send}>
        <p className={classes.topUpText}>{words.topUpText}</p>
        <Group align="flex-end" gap={8} className={classes.topUpRow ?? ''}>
          <DecimalInput
            className={classes.grow ?? ''}
            label={words.topUpAmount}
            leftSection="$"
            {...topUp.field('amount')}
          />
          <Button type="submit" variant={empty ? 'filled' : 'light'} loading={topUp.pending}>
            {words.topUpButton}
          </Button>
        </Group>
        <FormErrorSummary>{topUp.problem?.detail}</FormErrorSummary>
        {added !== null && topUp.problem === null && (
          <p className={classes.added} role="status">
            {messages.topUp.done}: {formatUsd(added)}. <Link to="/trades">{words.topUpNext}</Link>
          </p>
        )}
      </Form>
    </Panel>
  );
}
