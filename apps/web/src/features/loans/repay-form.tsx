import type { Loan } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatUsd, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { mostOf, repayForm } from './loan.form.ts';
import classes from './loans.module.css';

/** Any part of what is owed, now, from the available balance. Says beforehand how much of it is interest. */
export function RepayForm({ loan }: { loan: Loan }) {
  const account = useQuery(queries.account());
  const repay = useDeclaredForm(repayForm, loan, {
    onDone: (_, request) => {
      toast.success(`${messages.loan.repaid}: ${formatUsd(request.body?.amount ?? '0')}`);
      repay.form.reset();
    },
  });
  const available = account.data?.available.amount;
  const most = available === undefined ? undefined : mostOf(loan, available);
  const split = repay.preview;

  return (
    <Panel title={words.repay.title}>
      <Form onSend={repay.send}>
        <Stack>
          <dl className={classes.available}>
            <dt>{words.repay.available}</dt>
            <dd>{available === undefined ? '…' : formatUsd(available)}</dd>
          </dl>
          {available !== undefined && isZero(available) ? (
            <Text size="sm" c="dimmed">
              {words.repay.nothing}
            </Text>
          ) : null}
          <div>
            <DecimalInput label={words.repay.amount} leftSection="$" {...repay.field('amount')} />
            <Button
              variant="subtle"
              size="compact-sm"
              mt={4}
              disabled={most === undefined || isZero(most.amount) || repay.pending}
              onClick={() => most && repay.form.setFieldValue('amount', most.amount)}
            >
              {most?.whole === false ? words.repay.allAvailable : words.repay.everything}
            </Button>
          </div>
          {split === null ? null : (
            <Text size="sm" c="dimmed">
              {words.repay.split(formatUsd(split.interest), formatUsd(split.principal))}
            </Text>
          )}
          <FormErrorSummary>{repay.refusal}</FormErrorSummary>
          <Button type="submit" loading={repay.pending}>
            {words.repay.submit}
          </Button>
        </Stack>
      </Form>
    </Panel>
  );
}
