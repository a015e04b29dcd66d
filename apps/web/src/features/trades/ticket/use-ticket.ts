import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { linkedOrderWords, orderWords } from '@clearbook/contracts/words/orders';
import { useRef, useState, type RefObject } from 'react';
import { centsText } from '../../../lib/decimal.ts';
import { formatPrice, formatQuantity } from '../../../lib/format.ts';
import { latestQuotes } from '../../../lib/quotes.ts';
import { stepLots, symbolsFor } from '../../../lib/ticket.ts';
import { useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useDeviation } from './max-deviation.ts';
import { aimOf, centsOf, EMPTY_ORDER, orderForm, type OrderValues, waitingAt } from './order.form.ts';
import { largestLots, PROTECTIONS, type Protection, type Typed } from './preview.ts';

/** What somebody has typed for one asset. */
export type Draft = { symbol: string; values: OrderValues };

export type TicketOptions = {
  instrument: Instrument;
  /** What the fields begin with, where something suggests it. */
  start: Partial<OrderValues>;
  /** Where what is typed is kept while the ticket itself is put away. */
  draft: RefObject<Draft | null> | undefined;
  onPlaced: (() => void) | undefined;
};

/** The ticket's fields, what can be pressed in it, and what is under way. */
export function useTicket({ instrument, start, draft, onPlaced }: TicketOptions) {
  const kept = draft?.current;
  const pressed = useRef<Side>('buy');
  const [side, setSide] = useState<Side>('buy');
  const [deviation, keepDeviation] = useDeviation();
  const quotes = () => latestQuotes(symbolsFor(instrument));
  // Read when a button is pressed, not when the ticket was drawn.
  const of = {
    instrument,
    start,
    deviation,
    get side() {
      return pressed.current;
    },
    get quotes() {
      return quotes();
    },
  };
  const openWhereWrong = (errors: object) => {
    const protecting = [...PROTECTIONS, 'targets'];
    if (Object.keys(errors).some((name) => protecting.some((what) => name.startsWith(what)))) setOpen(true);
  };
  const order = useDeclaredForm(orderForm, of, {
    kept: kept?.symbol === instrument.symbol ? kept.values : undefined,
    onTyped: (values) => {
      if (draft !== undefined) draft.current = { symbol: instrument.symbol, values };
    },
    onErrors: openWhereWrong,
    onDone: ({ status, filled_price: price }, { body }) => {
      const filled = status === 'filled' && price !== null && body !== undefined;
      if (status === 'cancelled') toast.info(orderWords.notFilled);
      else
        toast.success(
          filled
            ? messages.trade.placedAt(
                body.side,
                formatQuantity(body.lots, instrument),
                formatPrice(price, instrument.digits),
              )
            : body?.legs
              ? linkedOrderWords.placed
              : orderWords.placed,
        );
      order.form.setValues({ ...EMPTY_ORDER, type: values.type });
      if (draft !== undefined) draft.current = null;
      onPlaced?.();
    },
  });
  const { form, values } = order;
  const [open, setOpen] = useState(() => values.targets.length > 0 || PROTECTIONS.some((what) => values[what] !== ''));

  return {
    ...order,
    side,
    open,
    setOpen,
    deviation,
    keepDeviation: (next: typeof deviation) => {
      form.clearFieldError('max_deviation');
      keepDeviation(next);
    },
    place: (wanted: Side) => {
      pressed.current = wanted;
      setSide(wanted);
      order.send();
    },
    step: (steps: number) => form.setFieldValue('lots', stepLots(values.lots, steps)),
    largest: () => {
      const amount = centsOf(values.amount);
      const size = amount === null ? null : largestLots(instrument, amount, waitingAt(values), quotes());
      if (size !== null && size > 0n) form.setFieldValue('lots', centsText(size));
    },
    protect: (what: Protection, { unit, text }: Typed) => {
      const aim = unit === 'price' ? aimOf(what, text, instrument, values, quotes()) : undefined;
      form.setValues({ [what]: text, units: { ...values.units, [what]: unit }, ...(aim && { aim }) });
    },
  };
}
