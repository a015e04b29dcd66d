import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { linkedOrderWords, orderWords } from '@clearbook/contracts/words/orders';
import { useRef, useState, type RefObject } from 'react';
import { requestOf } from '../../../lib/form.ts';
import { formatPrice, formatQuantity } from '../../../lib/format.ts';
import { createIntent, type Intent, requestText } from '../../../lib/intent.ts';
import { latestQuotes, type Quotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { type DeclaredForm, useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { type SubmitRequest } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import { priceNearText } from './market-price.ts';
import { useDeviation } from './max-deviation.ts';
import { aimOf, EMPTY_ORDER, orderForm, type OrderOf, type OrderValues, pricesOf } from './order.form.ts';
import { PROTECTIONS, type Protection, type Typed } from './preview.ts';
import { sizeActions } from './size-actions.ts';

/** What somebody has typed for one asset, and what the ticket began with. */
export type Draft = { symbol: string; began: string; values: OrderValues };

type Sent = SubmitRequest<'POST /orders'>;

/** The order of one asset that was sent last. It outlives the ticket, as what was typed does: pressed again before its answer is known, it is the same order. */
export type Sending = {
  readonly intent: Intent;
  last: { readonly side: Side; readonly values: string; readonly request: Sent } | null;
};

/** By asset. */
export type Sendings = Map<string, Sending>;

export type TicketOptions = {
  instrument: Instrument;
  /** What the fields begin with, where something suggests it. */
  start: Partial<OrderValues>;
  /** Where what is typed is kept while the ticket itself is put away. */
  draft: RefObject<Draft | null> | undefined;
  sendings: Sendings;
  onPlaced: (() => void) | undefined;
};

/** The ticket's fields, what can be pressed in it, and what is under way. */
export function useTicket({ instrument, start, draft, sendings, onPlaced }: TicketOptions) {
  const sending = sendingOf(sendings, instrument.symbol);
  const began = JSON.stringify(start);
  const kept = draft?.current?.symbol === instrument.symbol ? draft.current : undefined;
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
    // What is suggested only now takes the place of what was typed in its fields, and of nothing else.
    kept: kept && (kept.began === began ? kept.values : { ...kept.values, ...start }),
    onTyped: (values) => {
      if (draft !== undefined) draft.current = { symbol: instrument.symbol, began, values };
    },
    intent: sending.intent,
    onErrors: openWhereWrong,
    onDone: ({ status, filled_price: price }, { body }) => {
      tellPlaced(status, price, body, instrument);
      const typed = order.form.getValues();
      // What was typed meanwhile is the next order.
      if (JSON.stringify(typed) === sending.last?.values) {
        const { type } = typed;
        order.form.setValues({ ...EMPTY_ORDER, type, ...startingPrices(instrument, type, quotes(), EMPTY_ORDER) });
        if (draft?.current?.symbol === instrument.symbol) draft.current = null;
      }
      onPlaced?.();
    },
  });
  const { form, values } = order;
  const [open, setOpen] = useState(() => values.targets.length > 0 || PROTECTIONS.some((what) => values[what] !== ''));

  const send = samePressed(order, of, sending);

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
      send();
    },
    /** What was typed of another type stays. */
    changeType: (type: OrderValues['type']) =>
      form.setValues({ type, ...startingPrices(instrument, type, quotes(), values) }),
    ...sizeActions(instrument, form, quotes),
    protect: (what: Protection, { unit, text }: Typed) => {
      const aim = unit === 'price' ? aimOf(what, text, instrument, values, quotes()) : undefined;
      form.setValues({ [what]: text, units: { ...values.units, [what]: unit }, ...(aim && { aim }) });
    },
  };
}

function tellPlaced(status: string, price: string | null, body: Sent['body'], of: Instrument): void {
  if (status === 'cancelled') toast.info(orderWords.notFilled);
  else if (status === 'filled' && price !== null && body !== undefined)
    toast.success(messages.trade.placedAt(body.side, formatQuantity(body.lots, of), formatPrice(price, of.digits)));
  else toast.success(body?.legs ? linkedOrderWords.placed : orderWords.placed);
}

/** The prices that an order of this type begins with, where none is typed: those of the market. */
function startingPrices(of: Instrument, type: OrderValues['type'], quotes: Quotes, typed: OrderValues) {
  const now = priceNearText(of, quotes, 0n);
  const { limit, stop } = pricesOf(type);
  return {
    ...(limit && typed.limit_price === '' && { limit_price: now }),
    ...(stop && typed.stop_price === '' && { stop_price: now }),
  };
}

function sendingOf(sendings: Sendings, symbol: string): Sending {
  const known = sendings.get(symbol);
  if (known !== undefined) return known;
  const first: Sending = { intent: createIntent(), last: null };
  sendings.set(symbol, first);
  return first;
}

/** Sends what stands in the fields. A press whose answer isn't known is sent again as it was, prices and collateral included: it may have taken effect. */
function samePressed(order: DeclaredForm<typeof orderForm>, of: OrderOf, sending: Sending) {
  return order.check((typed) => {
    const { side } = of;
    const { intent, last } = sending;
    const values = JSON.stringify(typed);
    const again = last?.side === side && last.values === values && intent.isOpen(requestText(last.request));
    const request = again ? last.request : requestOf(orderForm, typed, of);
    sending.last = { side, values, request };
    void order.request(request);
  });
}
