import { createDepositBody } from '@clearbook/contracts/funding';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { LimitsInTheWay } from '../protection/index.ts';
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { IdentityFirst } from './identity-first.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';

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
  const [typed, setTyped] = useState(amount);
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = createDepositBody.shape.amount.safeParse(typed.trim());
    if (read.success) onDone(read.data);
    else setError(read.error.issues[0]?.message);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <IdentityFirst />
        <LimitsInTheWay of="deposits" />
        <DecimalInput
          label={words.amount.label}
          leftSection="$"
          size="md"
          value={typed}
          error={error}
          onChange={(text) => {
            setTyped(text);
            onTyped(text.trim());
            setError(undefined);
          }}
        />
        <NativeSelect label={words.amount.account} data={[words.amount.accountOption]} size="md" />
        <Button type="submit" size="md">
          {words.amount.next}
        </Button>
      </Stack>
    </form>
  );
}
