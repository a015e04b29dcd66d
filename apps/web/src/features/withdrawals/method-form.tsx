import type { WithdrawalMethod, WithdrawalTerms } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { decimalToCents } from '@clearbook/domain/money';
import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import type { FormEvent } from 'react';
import { formatUsd, isZero, NO_VALUE } from '../../lib/format.ts';
import type { DeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { AnnouncedFees } from './announced-fees.tsx';
import type { Cost } from './fee.ts';
import { methodFields } from './method-fields.ts';
import type { MethodField } from './method-fields.ts';
import type { withdrawalForm } from './withdrawal.form.ts';
import classes from './withdrawals.module.css';

type Props = {
  method: WithdrawalMethod;
  terms: WithdrawalTerms;
  request: DeclaredForm<typeof withdrawalForm>;
  onChangeMethod: () => void;
  onSend: (event: FormEvent<HTMLFormElement>) => void;
};

/** The chosen method's own fields and the amount. */
export function MethodForm({ method, terms, request, onChangeMethod, onSend }: Props) {
  const { form, values, field } = request;
  return (
    <Form onSend={onSend}>
      <Stack>
        <Group justify="space-between" align="baseline">
          <Title order={2}>{words.select.to(words.methods[method])}</Title>
          <Button variant="subtle" size="compact-sm" onClick={onChangeMethod}>
            {words.select.change}
          </Button>
        </Group>
        <Limits terms={terms} />
        <AnnouncedFees terms={terms} />
        {methodFields[method].map((each) => (
          <Field
            key={each.name}
            field={each}
            value={values[each.name] ?? ''}
            props={field(each.name)}
            coin={values['coin']}
          />
        ))}
        <div>
          <DecimalInput label={words.select.amount} leftSection="$" {...field('amount')} />
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
        <LiveCost cost={request.preview} />
        <FormErrorSummary>{request.refusal}</FormErrorSummary>
        <Button type="submit" size="md" loading={request.pending}>
          {terms.fee_applies ? words.select.next : words.select.submit}
        </Button>
      </Stack>
    </Form>
  );
}

/** What the amount in the box would cost and bring, as it is typed. Its place is kept, so that nothing jumps. */
function LiveCost({ cost }: { cost: Cost | null }) {
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
