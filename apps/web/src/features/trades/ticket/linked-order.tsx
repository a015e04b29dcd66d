import { Switch } from '@mantine/core';
import { linkedOrderWords as words, orderWords } from '@clearbook/contracts/words/orders';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { canLink, LEG_SIDES, LEG_TYPES } from './order.form.ts';
import type { useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

/** A second order of the same size, of which the first cancels the other. */
export function LinkedOrder({ ticket }: { ticket: ReturnType<typeof useTicket> }) {
  const { form, field, values } = ticket;
  if (!canLink(values.type)) return null;
  return (
    <section aria-label={words.title}>
      <Switch
        label={words.title}
        description={words.hint}
        checked={values.oco}
        onChange={({ currentTarget }) => form.setFieldValue('oco', currentTarget.checked)}
      />
      {values.oco && (
        <div className={classes.linked}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={words.side}
            data={LEG_SIDES.map((value) => ({ value, label: words.sides[value] }))}
            value={values.leg_side}
            onChange={(side) => form.setFieldValue('leg_side', side)}
          />
          <div className={classes.two}>
            <DecimalInput
              label={words.price[values.leg_type]}
              description={orderWords.priceHint[values.leg_type]}
              {...field('leg_price')}
            />
            <div>
              <p className={classes.label}>{words.type}</p>
              <p className={classes.hint}>{words.typeHint}</p>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={words.type}
                data={LEG_TYPES.map((value) => ({ value, label: orderWords.types[value] }))}
                value={values.leg_type}
                onChange={(type) => form.setFieldValue('leg_type', type)}
              />
            </div>
          </div>
        </div>
      )}
    </section>
  );
}
