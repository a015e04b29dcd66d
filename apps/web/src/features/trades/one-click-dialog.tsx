import { Button, Group, Stack } from '@mantine/core';
import { usdAmount } from '@clearbook/contracts/money';
import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useState } from 'react';
import { formatUsd } from '../../lib/format.ts';
import { DeviationField } from './deviation-field.tsx';
import { deviationError, useDeviation } from './max-deviation.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './positions.module.css';
import { Sheet } from './sheet.tsx';

const DEFAULT_GUARD = '10000';
const rule = usdAmount(words.guardRequired);

type Props = { opened: boolean; onClose: () => void; onTurnOn: (guard: string) => void };

/** Says what one-click trading means, and names the size up to which it asks nothing. */
export default function OneClickDialog({ opened, onClose, onTurnOn }: Props) {
  const [guard, setGuard] = useState(DEFAULT_GUARD);
  const [deviation, keepDeviation] = useDeviation();
  const [tried, setTried] = useState(false);
  const read = rule.safeParse(guard.trim());
  return (
    <Sheet opened={opened} title={words.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (read.success && deviationError(deviation) === null) onTurnOn(guard.trim());
        }}
      >
        <Stack gap="md">
          <p className={classes.note}>{words.text}</p>
          <DecimalInput
            label={words.guard}
            leftSection="$"
            value={guard}
            onChange={setGuard}
            error={tried && !read.success ? read.error.issues[0]?.message : null}
          />
          <DeviationField value={deviation} onChange={keepDeviation} error={deviationError(deviation)} />
          <p className={classes.note}>{words.collateralText}</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {uiWords.cancel}
            </Button>
            <Button type="submit">{words.turnOn(read.success ? formatUsd(guard.trim()) : '$')}</Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}
