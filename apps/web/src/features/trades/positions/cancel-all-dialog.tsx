import { Button, Group, Select, Stack } from '@mantine/core';
import type { Instrument, Order } from '@clearbook/contracts';
import { cancelAllWords as words, orderWords } from '@clearbook/contracts/words/orders';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useEffect, useState } from 'react';
import { formatSymbol } from '../../../lib/format.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { toast } from '../../../ui/toast.ts';
import { Sheet } from '../sheet.tsx';
import { cancelledWith, CANCEL_TYPES, type CancelFilter } from './cancel-all.ts';
import classes from './positions.module.css';

type Props = {
  opened: boolean;
  orders: readonly Order[];
  bySymbol: ReadonlyMap<string, Instrument>;
  onClose: () => void;
};

const ALL: CancelFilter = { symbol: null, type: null };

/** Asks once which orders are meant, and cancels them together. */
export default function CancelAllDialog({ opened, orders, bySymbol, onClose }: Props) {
  const [filter, setFilter] = useState<CancelFilter>(ALL);
  const { submit, pending, problem, clear } = useSubmit('POST /orders/cancel-all', {
    topics: ['orders'],
    onSuccess: ({ cancelled }) => {
      toast.success(words.done(cancelled));
      onClose();
    },
  });
  useEffect(() => {
    if (!opened) return;
    clear();
    setFilter(ALL);
  }, [opened, clear]);
  const meant = cancelledWith(orders, filter);
  const symbols = [...new Set(orders.map(({ symbol }) => symbol))].toSorted();
  return (
    <Sheet opened={opened} held={pending} title={words.title} onClose={onClose}>
      <Stack gap="md">
        <div className={classes.which}>
          <Select
            label={words.symbol}
            placeholder={words.everySymbol}
            clearable
            data={symbols.map((symbol) => ({
              value: symbol,
              label: formatSymbol(symbol, bySymbol.get(symbol)?.class),
            }))}
            value={filter.symbol}
            onChange={(symbol) => setFilter({ ...filter, symbol })}
          />
          <Select
            label={orderWords.type}
            placeholder={words.everyType}
            clearable
            data={CANCEL_TYPES.map((type) => ({ value: type, label: orderWords.types[type] }))}
            value={filter.type}
            onChange={(type) => setFilter({ ...filter, type })}
          />
        </div>
        <p className={classes.note} role="status">
          {words.text(meant.length)}
        </p>
        <FormErrorSummary>{problem?.detail}</FormErrorSummary>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={pending}>
            {uiWords.cancel}
          </Button>
          <Button
            loading={pending}
            disabled={meant.length === 0}
            onClick={() =>
              void submit({
                body: {
                  ...(filter.symbol !== null && { symbol: filter.symbol }),
                  ...(filter.type !== null && { type: filter.type }),
                },
              })
            }
          >
            {words.confirm(meant.length)}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}
