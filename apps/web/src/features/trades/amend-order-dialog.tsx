import {} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Instrument, Order } from '@clearbook/contracts';
import { amendOrderBody } from '@clearbook/contracts/trading';
import { orderWords as words, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useState } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatSymbol } from '../../lib/format.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { quoteStore, useQuotes } from '../../lib/quotes.ts';
import { symbolsFor } from '../../lib/ticket.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { AmendForm } from './amend-form.tsx';
import { DirectionBadge } from './direction-badge.tsx';
import { EMPTY_ORDER, frameOf, orderOf, type OrderValues } from './order-form.ts';
import { Away } from './position-cells.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './positions.module.css';
import { PROTECTIONS } from './preview.ts';
import { ProtectionFields, type Protections } from './protection-fields.tsx';
import { Sheet } from './sheet.tsx';
import ticket from './ticket.module.css';

type Props = { order: Order | null; instrument: Instrument | undefined; onClose: () => void };

/** A waiting order, changed in place: price, size, amount, and what will close its trade. */
export default function AmendOrderDialog({ order, instrument, onClose }: Props) {
  const [shown, setShown] = useState({ order, instrument });
  if (order !== null && order !== shown.order) setShown({ order, instrument });
  return (
    <Sheet opened={order !== null} title={words.editTitle} onClose={onClose}>
      {shown.order !== null && shown.instrument !== undefined && (
        <AmendOrder key={shown.order.id} order={shown.order} instrument={shown.instrument} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Values = OrderValues & { price: string };
const rules = rulesOf(amendOrderBody);

/** The order's own price has one field here, whatever its type is called. */
function inDialog({ status, code, detail, fields, retryAfter }: ApiProblem): ApiProblem {
  const own = fields.map(({ name, message }) => ({
    name: /^(?:limit|stop)_price$/.test(name) ? 'price' : name,
    message,
  }));
  return new ApiProblem(status, code, detail, own, retryAfter);
}

function AmendOrder({ order, instrument, onClose }: { order: Order; instrument: Instrument; onClose: () => void }) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      ...EMPTY_ORDER,
      type: order.type,
      lots: order.lots,
      amount: order.amount.amount,
      price: order.limit_price ?? order.stop_price ?? '',
      stop_loss: order.stop_loss ?? '',
      take_profit: order.take_profit ?? '',
      trailing_distance: order.trailing_distance ?? '',
      units: { stop_loss: 'price', take_profit: 'price', trailing_distance: 'price' },
    },
  });
  const amend = useSubmit('PATCH /orders/:id', {
    form,
    topics: ['orders'],
    onSuccess: () => {
      toast.success(words.amended);
      onClose();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, inDialog(problem))) focusFirstError();
    },
  });
  const quotes = useQuotes(symbolsFor(instrument));
  const values: OrderValues = { ...form.values, limit_price: form.values.price, stop_price: form.values.price };
  const save = () => {
    const now = Object.fromEntries(symbolsFor(instrument).map((symbol) => [symbol, quoteStore.get(symbol)]));
    const built = orderOf(instrument, values, order.side, now);
    const body = {
      price: form.values.price.trim(),
      lots: built.body.lots,
      amount: built.body.amount,
      stop_loss: built.body.stop_loss ?? null,
      take_profit: built.body.take_profit ?? null,
      trailing_distance: built.body.trailing_distance ?? null,
    };
    const errors = { ...rules(body), ...built.errors };
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusFirstError();
    else void amend.submit({ params: { id: order.id }, body });
  };
  const typed = Object.fromEntries(
    PROTECTIONS.map((what) => [what, { unit: form.values.units[what], text: form.values[what] }]),
  ) as Protections;
  return (
    <AmendForm
      note={`${words.editText} ${protectionWords.removeText}`}
      act={words.save}
      pending={amend.pending}
      problem={amend.problem?.detail}
      onSave={save}
      onClose={onClose}
    >
      <dl className={classes.figures}>
        <div>
          <dt>{tradeWords.columns.asset}</dt>
          <dd>
            {formatSymbol(order.symbol, instrument.class)} <DirectionBadge side={order.side} />{' '}
            {words.types[order.type]}
          </dd>
        </div>
        <div>
          <dt>{words.columns.away}</dt>
          <dd>
            <Away order={order} instrument={instrument} />
          </dd>
        </div>
      </dl>
      <DecimalInput label={words.price[order.type === 'stop' ? 'stop' : 'limit']} {...form.getInputProps('price')} />
      <div className={ticket.two}>
        <DecimalInput label={tradeWords.amount} leftSection="$" {...form.getInputProps('amount')} />
        <DecimalInput label={tradeWords.lotSize} {...form.getInputProps('lots')} />
      </div>
      <ProtectionFields
        of={instrument}
        frame={frameOf(instrument, values, order.side, quotes)}
        values={typed}
        errors={form.errors}
        onChange={(what, { unit, text }) =>
          form.setValues({ [what]: text, units: { ...form.values.units, [what]: unit } })
        }
      />
    </AmendForm>
  );
}
