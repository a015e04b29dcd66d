import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { topUpBody } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useState } from 'react';
import { Link } from 'react-router';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './dashboard.module.css';

const FIRST_AMOUNT = '10000.00';

/** Demo mode: paper money at once, so that the first minute needs nobody. */
export function TopUpCard() {
  const form = useForm({ mode: 'controlled', initialValues: { amount: FIRST_AMOUNT }, validate: rulesOf(topUpBody) });
  const [added, setAdded] = useState<string | null>(null);
  const topUp = useSubmit('POST /demo/top-up', {
    form,
    topics: ['account'],
    onSuccess: (reply) => {
      toast.success(messages.topUp.done);
      setAdded(reply.amount.amount);
    },
    onProblem: (problem) => showFieldProblems(form, problem),
  });
  return (
    <Panel title={words.topUpTitle}>
      <form noValidate onSubmit={form.onSubmit((values) => void topUp.submit({ body: values }), focusFirstError)}>
        <p className={classes.topUpText}>{words.topUpText}</p>
        <Group align="flex-end" gap={8} className={classes.topUpRow ?? ''}>
          <DecimalInput
            className={classes.grow ?? ''}
            label={words.topUpAmount}
            leftSection="$"
            {...form.getInputProps('amount')}
          />
          <Button type="submit" variant="light" loading={topUp.pending}>
            {words.topUpButton}
          </Button>
        </Group>
        <FormErrorSummary>{topUp.problem?.detail}</FormErrorSummary>
        {added !== null && topUp.problem === null && (
          <p className={classes.added} role="status">
            {messages.topUp.done}: {formatUsd(added)}. <Link to="/trades">{words.topUpNext}</Link>
          </p>
        )}
      </form>
    </Panel>
  );
}
