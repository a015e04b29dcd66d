import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { LimitsInTheWay } from '../protection/index.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useFields } from '../../lib/use-declared-form.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { amountFields } from './deposit.form.ts';
import { IdentityFirst } from './identity-first.tsx';
import { LevelLimits } from './level-limits.tsx';

/** Step 1: how much, and into which account. */
export function AmountStep({
  amount,
  onTyped,
  onDone,
}: {
  amount: string;
  /** At every key, so that a reload keeps what was typed. */
  onTyped: (amount: string) => void;
  onDone: (amount: string) => void;
}) {
  const step = useFields(amountFields, amount, { onTyped: (values) => onTyped(values.amount.trim()) });

  return (
    <Form onSend={step.check((values) => onDone(values.amount.trim()))}>
      <Stack>
        <LevelLimits />
        <IdentityFirst />
        <LimitsInTheWay of="deposits" />
        <DecimalInput label={words.amount.label} leftSection="$" size="md" {...step.field('amount')} />
        <NativeSelect label={words.amount.account} data={[words.amount.accountOption]} size="md" />
        <Button type="submit" size="md">
          {words.amount.next}
        </Button>
      </Stack>
    </Form>
  );
}
