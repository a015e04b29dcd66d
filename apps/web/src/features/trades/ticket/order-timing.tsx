import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { orderWords } from '@clearbook/contracts/words/orders';
import type { ReactNode } from 'react';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DeviationField } from './deviation-field.tsx';
import { deviationError } from './max-deviation.ts';
import { type OrderValues, pricesOf, type TimeInForce, timesInForce } from './order.form.ts';
import type { useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

/** How a market order is kept from a price that has gone away; for what waits, at which price and how long. */
export function OrderTiming({ ticket }: { ticket: ReturnType<typeof useTicket> }) {
  const { form, field, values, errors, deviation } = ticket;
  if (values.type === 'market')
    return (
      <DeviationField
        value={deviation}
        error={errors['max_deviation'] ?? deviationError(deviation)}
        onChange={ticket.keepDeviation}
      />
    );
  return (
    <>
      <OrderPrices type={values.type} field={field} />
      <Validity
        allowed={timesInForce(values.type)}
        value={values.time_in_force}
        onChange={(kept) => form.setFieldValue('time_in_force', kept)}
        field={field}
      />
    </>
  );
}

type Field = ReturnType<typeof useTicket>['field'];

/** The prices that this type of order has, and what becomes of them. */
export function OrderPrices({ type, field }: { type: OrderValues['type']; field: Field }) {
  const has = pricesOf(type);
  const both = has.limit && has.stop;
  const prices = (
    <>
      {has.stop && <Price of="stop" field={field} />}
      {has.limit && <Price of="limit" field={field} />}
    </>
  );
  if (!both) return prices;
  return (
    <div>
      <div className={classes.two}>{prices}</div>
      <p className={classes.hint}>{orderWords.stopLimitHint}</p>
    </div>
  );
}

function Price({ of, field }: { of: 'limit' | 'stop'; field: Field }): ReactNode {
  return (
    <DecimalInput
      label={orderWords.price[of]}
      description={orderWords.priceHint[of]}
      {...field(of === 'limit' ? 'limit_price' : 'stop_price')}
    />
  );
}

type ValidityProps = {
  allowed: readonly TimeInForce[];
  value: TimeInForce;
  onChange: (value: TimeInForce) => void;
  field: Field;
};

/** How long an order is good for, and the date of one that is good till a date. */
export function Validity({ allowed, value, onChange, field }: ValidityProps) {
  const shown = allowed.includes(value) ? value : 'gtc';
  return (
    <Stack gap="sm">
      <NativeSelect
        label={orderWords.timeInForce}
        description={orderWords.timeInForceHint[shown]}
        data={allowed.map((one) => ({ value: one, label: orderWords.timesInForceLong[one] }))}
        value={shown}
        onChange={({ currentTarget }) => {
          const picked = allowed.find((one) => one === currentTarget.value);
          if (picked !== undefined) onChange(picked);
        }}
      />
      {shown === 'gtd' && <TextInput type="datetime-local" label={orderWords.expiresAt} {...field('expires_at')} />}
    </Stack>
  );
}
