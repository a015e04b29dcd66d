import { ActionIcon, Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { placeOrderBody } from '@clearbook/contracts/trading';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { Minus, Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type RefObject } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDateTime } from '../../lib/format.ts';
import { stepLots } from '../../lib/ticket.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { LimitsInTheWay } from '../protection/index.ts';
import { SideButton } from './side-button.tsx';
import type { Suggestion } from './suggestion.ts';
import { TicketFacts } from './ticket-facts.tsx';
import classes from './trades.module.css';

const EMPTY = { amount: '', lots: '0.01' };
const NONE: Suggestion = { side: null, lots: null };
const rules = rulesOf(placeOrderBody);

/** What somebody has typed for one asset. */
export type Draft = { symbol: string; values: typeof EMPTY };

type Props = {
  instrument: Instrument;
  /** What the fields begin with, where something suggests it. */
  prefill?: typeof EMPTY;
  /** What the address suggests: the side is named, its lots are filled in. */
  suggestion?: Suggestion;
  /** Where what is typed is kept while the ticket itself is put away. */
  draft?: RefObject<Draft | null>;
  onPlaced?: () => void;
};

/** Amount, lot size, SELL and BUY; everything the trade would mean stands between them, before the click. */
export function Ticket({ instrument, prefill = EMPTY, suggestion = NONE, draft, onPlaced }: Props) {
  const kept = draft?.current;
  const form = useForm({
    mode: 'controlled',
    initialValues:
      kept?.symbol === instrument.symbol
        ? kept.values
        : { ...prefill, ...(suggestion.lots !== null && { lots: suggestion.lots }) },
    onValuesChange: (values) => {
      if (draft !== undefined) draft.current = { symbol: instrument.symbol, values };
    },
  });
  const [side, setSide] = useState<Side>('buy');
  const order = useSubmit('POST /orders', {
    failed: messages.trade.failed,
    topics: ['trades', 'account'],
    onSuccess: () => {
      toast.success(messages.trade.placed);
      form.setValues(EMPTY);
      if (draft !== undefined) draft.current = null;
      onPlaced?.();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });

  const place = (wanted: Side) => {
    const body = {
      symbol: instrument.symbol,
      side: wanted,
      lots: form.values.lots.trim(),
      amount: form.values.amount.trim(),
      type: 'market' as const,
    };
    const errors = rules(body);
    form.setErrors(errors);
    setSide(wanted);
    if (Object.keys(errors).length > 0) focusFirstError();
    else void order.submit({ body });
  };
  const step = (steps: number) => form.setFieldValue('lots', stepLots(form.values.lots, steps));
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="md">
        <LimitsInTheWay of="trades" />
        {suggestion.side !== null && (
          <p className={classes.suggestion} role="status">
            {words.suggested(suggestion.side === 'buy' ? words.buy : words.sell)}
          </p>
        )}
        {!instrument.open && (
          <Alert color="ink" p="xs" role="status">
            {instrument.reopens_at === null
              ? messages.market.closedForGood(instrument.name)
              : messages.market.closed(instrument.name, formatDateTime(instrument.reopens_at))}
          </Alert>
        )}
        <TextInput
          label={words.amount}
          description={words.amountHint}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          {...form.getInputProps('amount')}
        />
        <Group gap={6} align="flex-start" wrap="nowrap">
          <TextInput
            className={classes.grow ?? ''}
            label={words.lotSize}
            inputMode="decimal"
            autoComplete="off"
            onKeyDown={onArrow}
            {...form.getInputProps('lots')}
          />
          <div className={classes.steps}>
            <ActionIcon variant="default" size={36} aria-label={words.lessLots} onClick={() => step(-1)}>
              <Minus size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={words.moreLots} onClick={() => step(1)}>
              <Plus size={16} aria-hidden />
            </ActionIcon>
          </div>
        </Group>
        <TicketFacts instrument={instrument} lots={form.values.lots} amount={form.values.amount}>
          {(margin) => (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.useMargin ?? ''}
              onClick={() => form.setFieldValue('amount', margin)}
            >
              {words.useMargin}
            </Button>
          )}
        </TicketFacts>
        <FormErrorSummary>{order.problem?.detail}</FormErrorSummary>
        <div className={classes.sides} data-suggested={suggestion.side ?? undefined}>
          <SideButton
            side="sell"
            instrument={instrument}
            disabled={!instrument.open || order.pending}
            busy={order.pending && side === 'sell'}
            onPlace={place}
          />
          <SideButton
            side="buy"
            instrument={instrument}
            disabled={!instrument.open || order.pending}
            busy={order.pending && side === 'buy'}
            onPlace={place}
          />
        </div>
      </Stack>
    </form>
  );
}
