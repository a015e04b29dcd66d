import { repayLoanBody, type Loan } from '@clearbook/contracts/loans';
import { messages } from '@clearbook/contracts/messages';
import { isUsdAmount } from '@clearbook/contracts/money';
import { loanWords as words } from '@clearbook/contracts/words/loans';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { centsText, toCents } from '../../lib/decimal.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatUsd, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './loans.module.css';

/** Any part of what is owed, now, from the available balance. Says beforehand how much of it is interest. */
export function RepayForm({ loan }: { loan: Loan }) {
  const account = useQuery(queries.account());
  const form = useForm({
    mode: 'controlled',
    initialValues: { amount: '' },
    validate: rulesOf(repayLoanBody),
  });
  const repay = useSubmit('POST /loans/:id/repay', {
    form,
    failed: messages.loan.failed,
    topics: ['loans', 'account', 'deposits'],
    onSuccess: (_, request) => {
      toast.success(`${messages.loan.repaid}: ${formatUsd(request.body?.amount ?? '0')}`);
      form.reset();
    },
    onProblem: (problem) => {
      showFieldProblems(form, problem);
      focusFirstError();
    },
  });
  const available = account.data?.available.amount;
  const most = available === undefined ? undefined : min(toCents(available), toCents(loan.owed.amount));
  const { amount } = form.values;
  const send = form.onSubmit((values) => {
    void repay.submit({ params: { id: loan.id }, body: repayLoanBody.parse(values) });
  }, focusFirstError);

  return (
    <Panel title={words.repay.title}>
      <form onSubmit={send} noValidate>
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
            <DecimalInput label={words.repay.amount} leftSection="$" {...form.getInputProps('amount')} />
            <Button
              variant="subtle"
              size="compact-sm"
              mt={4}
              disabled={most === undefined || most <= 0n}
              onClick={() => form.setFieldValue('amount', centsText(most ?? 0n))}
            >
              {most !== undefined && most < toCents(loan.owed.amount)
                ? words.repay.allAvailable
                : words.repay.everything}
            </Button>
          </div>
          {isUsdAmount(amount) && toCents(amount) > 0n ? (
            <Text size="sm" c="dimmed">
              {split(toCents(amount), toCents(loan.interest.amount))}
            </Text>
          ) : null}
          <FormErrorSummary>{Object.keys(form.errors).length > 0 ? null : repay.problem?.detail}</FormErrorSummary>
          <Button type="submit" loading={repay.pending}>
            {words.repay.submit}
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function split(amount: bigint, interest: bigint): string {
  const first = min(amount, interest);
  return words.repay.split(formatUsd(centsText(first)), formatUsd(centsText(amount - first)));
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
