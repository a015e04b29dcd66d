import { createWithdrawalBody } from '@clearbook/contracts/funding';
import type { CreateWithdrawalBody, WithdrawalMethod, WithdrawalTerms } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { isUsdAmount } from '@clearbook/contracts/money';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { decimalToCents } from '@clearbook/domain/money';
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { ApiProblem } from '../../lib/api.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatUsd, isZero, NO_VALUE } from '../../lib/format.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { AnnouncedFees } from './announced-fees.tsx';
import { costOf } from './fee.ts';
import { emptyValues, methodFields } from './method-fields.ts';
import type { MethodField, MethodValues } from './method-fields.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './withdrawals.module.css';

/** The chosen method's own fields and the amount. */
export function MethodForm({
  method,
  terms,
  draft,
  onDraft,
  pending,
  problem,
  onChangeMethod,
  onSubmit,
}: {
  method: WithdrawalMethod;
  terms: WithdrawalTerms;
  draft: MethodValues | undefined;
  onDraft: (values: MethodValues) => void;
  pending: boolean;
  problem: ApiProblem | null;
  onChangeMethod: () => void;
  onSubmit: (body: CreateWithdrawalBody) => void;
}) {
  const form = useForm<MethodValues>({
    mode: 'controlled',
    initialValues: draft ?? emptyValues(method),
    validate: rulesOf(createWithdrawalBody),
    onValuesChange: onDraft,
  });
  useEffect(() => {
    if (problem === null) return;
    if (problem.code === 'withdrawal.insufficient_balance' || problem.code === 'withdrawal.below_minimum')
      form.setFieldError('amount', problem.detail);
    else showFieldProblems(form, problem);
    focusFirstError();
    // Only a new refusal marks fields: typing must not bring old marks back, so the form itself is left out here.
  }, [problem]);
  const atField = problem !== null && Object.keys(form.errors).length > 0;

  const send = form.onSubmit((values) => {
    const body = createWithdrawalBody.parse(values);
    const refusal = amountRefusal(body.amount, terms);
    if (refusal === null) return onSubmit(body);
    form.setFieldError('amount', refusal);
    focusFirstError();
  }, focusFirstError);

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Group justify="space-between" align="baseline">
          <Title order={2}>{words.select.to(words.methods[method])}</Title>
          <Button variant="subtle" size="compact-sm" onClick={onChangeMethod}>
            {words.select.change}
          </Button>
        </Group>
        <Limits terms={terms} />
        <AnnouncedFees terms={terms} />
        {methodFields[method].map((field) => (
          <Field
            key={field.name}
            field={field}
            value={form.values[field.name] ?? ''}
            props={form.getInputProps(field.name)}
            coin={form.values['coin']}
          />
        ))}
        <div>
          <DecimalInput label={words.select.amount} leftSection="$" {...form.getInputProps('amount')} />
          <Button
            variant="subtle"
            size="compact-sm"
            mt={4}
            disabled={decimalToCents(terms.withdrawable.amount) <= 0n}
            onClick={() => form.setFieldValue('amount', terms.withdrawable.amount)}
          >
            {words.select.everything}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          {terms.fee_applies ? words.select.feeAhead(terms.fee_percent) : words.select.noFee}{' '}
          {terms.code_required ? words.select.codeAhead : words.select.codeIfNew}
        </Text>
        <LiveCost amount={form.values['amount'] ?? ''} terms={terms} />
        <FormErrorSummary>{atField ? null : problem?.detail}</FormErrorSummary>
        <Button type="submit" size="md" loading={pending}>
          {terms.fee_applies ? words.select.next : words.select.submit}
        </Button>
      </Stack>
    </form>
  );
}

/** What the amount in the box would cost and bring, as it is typed. Its place is kept, so that nothing jumps. */
function LiveCost({ amount, terms }: { amount: string; terms: WithdrawalTerms }) {
  const typed = amount.trim();
  const cost = isUsdAmount(typed) ? costOf(typed, terms) : null;
  return (
    <dl className={classes.bill} aria-live="polite">
      <div>
        <dt>{words.fee.fee}</dt>
        <dd>{cost === null ? NO_VALUE : formatUsd(cost.fee)}</dd>
      </div>
      <div data-total>
        <dt>{words.fee.net}</dt>
        <dd>{cost === null ? NO_VALUE : formatUsd(cost.net)}</dd>
      </div>
    </dl>
  );
}

function Limits({ terms }: { terms: WithdrawalTerms }) {
  const nothing = decimalToCents(terms.withdrawable.amount) <= 0n;
  return (
    <div>
      <dl className={classes.limits}>
        <div>
          <dt>{words.select.withdrawable}</dt>
          <dd>{formatUsd(terms.withdrawable.amount)}</dd>
        </div>
        <div>
          <dt>{words.select.minimum}</dt>
          <dd>{formatUsd(terms.minimum.amount)}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed" mt="xs">
        {nothing ? words.select.nothing : words.select.everythingHint}
      </Text>
      {isZero(terms.owed.amount) ? null : (
        <Text size="sm" mt="xs">
          {words.select.owed(formatUsd(terms.owed.amount))}
        </Text>
      )}
    </div>
  );
}

function Field({
  field,
  value,
  props,
  coin,
}: {
  field: MethodField;
  value: string;
  props: object;
  coin: string | undefined;
}) {
  if (field.choices !== undefined) {
    const data = [
      { value: '', label: words.select.chooseCoin, disabled: value !== '' },
      ...field.choices.map((choice) => ({ value: choice, label: choice })),
    ];
    return <NativeSelect label={field.label} data={data} {...props} />;
  }
  const hint =
    field.name === 'address' && coin !== undefined && coin !== ''
      ? words.select.walletHint[coin as keyof typeof words.select.walletHint]
      : undefined;
  return (
    <TextInput
      label={field.label}
      description={hint}
      inputMode={field.inputMode}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="off"
      {...props}
    />
  );
}

/** The server's two rules about the amount, repeated for comfort. The minimum never stops withdrawing everything. */
function amountRefusal(amount: string, terms: WithdrawalTerms): string | null {
  const cents = decimalToCents(amount);
  const withdrawable = decimalToCents(terms.withdrawable.amount);
  const minimum = decimalToCents(terms.minimum.amount);
  if (cents > withdrawable) return messages.withdrawal.insufficient;
  if (cents < minimum && cents < withdrawable) return messages.withdrawal.minimum(formatUsd(terms.minimum.amount));
  return null;
}
