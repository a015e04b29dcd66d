import { SegmentedControl } from '@mantine/core';
import { orderWords } from '@clearbook/contracts/words/orders';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DeviationField } from './deviation-field.tsx';
import { deviationError } from './max-deviation.ts';
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
    <div className={classes.two}>
      <DecimalInput
        label={orderWords.price[values.type]}
        description={orderWords.priceHint[values.type]}
        {...field(values.type === 'limit' ? 'limit_price' : 'stop_price')}
      />
      <TimeInForce value={values.time_in_force} onChange={(kept) => form.setFieldValue('time_in_force', kept)} />
    </div>
  );
}

function TimeInForce({ value, onChange }: { value: 'gtc' | 'day'; onChange: (value: 'gtc' | 'day') => void }) {
  return (
    <div>
      <p className={classes.label}>{orderWords.timeInForce}</p>
      <p className={classes.hint}>{orderWords.timeInForceHint[value]}</p>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={orderWords.timeInForce}
        data={(['gtc', 'day'] as const).map((one) => ({ value: one, label: orderWords.timesInForce[one] }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
