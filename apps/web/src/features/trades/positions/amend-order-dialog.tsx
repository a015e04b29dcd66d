import type { Instrument, Order } from '@clearbook/contracts';
import { orderWords as words, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { formatSymbol } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast.ts';
import { DirectionBadge } from '../direction-badge.tsx';
import { pricingOf, protectionsOf, timesInForce } from '../ticket/order.form.ts';
import { OrderPrices, Validity } from '../ticket/order-timing.tsx';
import { ProtectionFields } from '../ticket/protection-fields.tsx';
import { TargetFields } from '../ticket/target-fields.tsx';
import ticket from '../ticket/ticket.module.css';
import { amendOrderForm } from './amend.form.ts';
import { type AmendProps, AmendSheet, atQuotes } from './amend-sheet.tsx';
import { Away } from './position-cells.tsx';
import classes from './positions.module.css';

type Props = { order: Order | null; instrument: Instrument | undefined; onClose: () => void };

/** A waiting order, changed in place: prices, size, amount, how long it waits, and what will close its trade. */
export default function AmendOrderDialog({ order, instrument, onClose }: Props) {
  return (
    <AmendSheet record={order} instrument={instrument} title={words.editTitle} onClose={onClose} fields={AmendOrder} />
  );
}

function AmendOrder({ record: order, instrument, onClose }: AmendProps<Order>) {
  const amend = useDeclaredForm(amendOrderForm, atQuotes({ order }, instrument), {
    onDone: () => {
      toast.success(words.amended);
      onClose();
    },
  });
  const quotes = useQuotes(symbolsFor(instrument));
  const { form, values } = amend;
  return (
    <DialogForm act={words.save} pending={amend.pending} refusal={amend.refusal} onSend={amend.send} onClose={onClose}>
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
      <OrderPrices type={order.triggered_at === null ? order.type : 'limit'} field={amend.field} />
      <div className={ticket.two}>
        <DecimalInput label={tradeWords.amount} leftSection="$" {...amend.field('amount')} />
        <DecimalInput label={tradeWords.lotSize} {...amend.field('lots')} />
      </div>
      <Validity
        allowed={timesInForce('stop')}
        value={values.time_in_force}
        onChange={(kept) => form.setFieldValue('time_in_force', kept)}
        field={amend.field}
      />
      <ProtectionFields
        of={instrument}
        pricing={pricingOf(instrument, values, order.side, quotes)}
        values={protectionsOf(values)}
        errors={amend.errors}
        onChange={(what, { unit, text }) => form.setValues({ [what]: text, units: { ...values.units, [what]: unit } })}
      />
      <TargetFields
        values={values.targets}
        errors={amend.errors}
        onChange={(targets) => form.setFieldValue('targets', targets)}
      />
      <p className={classes.note}>{`${words.editText} ${protectionWords.removeText}`}</p>
    </DialogForm>
  );
}
