import { ActionIcon, Alert, Button, SegmentedControl, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Instrument, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { placeOrderBody } from '@clearbook/contracts/trading';
import { orderWords, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { tryParsePrice } from '@clearbook/domain/market';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Minus, Plus } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { centsText, toCents } from '../../lib/decimal.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDateTime, formatPrice, formatQuantity } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { quoteStore, useQuotes, type Quotes } from '../../lib/quotes.ts';
import { stepLots, symbolsFor } from '../../lib/ticket.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { LimitsInTheWay } from '../protection/index.ts';
import {
  centsOf,
  EMPTY_ORDER,
  frameOf,
  ORDER_TYPES,
  orderOf,
  type OrderValues,
  waitingAt,
  wishOf,
} from './order-form.ts';
import { largestLots, PROTECTIONS, sidesOf, type Protection, type Typed } from './preview.ts';
import { DeviationField } from './deviation-field.tsx';
import { deviationError, useDeviation } from './max-deviation.ts';
import { ProtectionFields } from './protection-fields.tsx';
import { SideButton } from './side-button.tsx';
import type { Suggestion } from './suggestion.ts';
import { TicketFacts } from './ticket-facts.tsx';
import { NoFreshPrice } from '../../ui/price-age.tsx';
import { useNoFreshPrice } from '../../lib/realtime.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './ticket.module.css';

const NONE: Suggestion = { side: null, lots: null };
/** Parts of what is available, in percent. */
const SHARES = [10, 25, 50, 100] as const;
const rules = rulesOf(placeOrderBody);

/** What somebody has typed for one asset. */
export type Draft = { symbol: string; values: OrderValues };

type Props = {
  instrument: Instrument;
  /** What the fields begin with, where something suggests it. */
  prefill?: Partial<OrderValues>;
  /** What the address suggests: the side is named, its lots are filled in. */
  suggestion?: Suggestion;
  /** Where what is typed is kept while the ticket itself is put away. */
  draft?: RefObject<Draft | null>;
  onPlaced?: () => void;
};

/** Market, limit or stop; amount, lot size, what closes the trade by itself; SELL and BUY. What it would mean stands between, before the click. */
export function Ticket({ instrument, prefill, suggestion = NONE, draft, onPlaced }: Props) {
  const kept = draft?.current;
  const pressed = useRef<Side>('buy');
  const [deviation, keepDeviation] = useDeviation();
  const form = useForm<OrderValues>({
    mode: 'controlled',
    validate: (now) => {
      const { body, errors } = orderOf(instrument, now, pressed.current, quotesNow(instrument), deviation);
      return { ...rules(body), ...errors };
    },
    initialValues:
      kept?.symbol === instrument.symbol
        ? kept.values
        : {
            ...EMPTY_ORDER,
            ...prefill,
            ...(suggestion.lots !== null && { lots: suggestion.lots }),
            ...(suggestion.side !== null && { aim: suggestion.side }),
          },
    onValuesChange: (values) => {
      if (draft !== undefined) draft.current = { symbol: instrument.symbol, values };
    },
  });
  const { values } = form;
  const protects = PROTECTIONS.some((what) => values[what] !== '');
  const [open, setOpen] = useState(protects);
  const [side, setSide] = useState<Side>('buy');
  const order = useSubmit('POST /orders', {
    form,
    failed: messages.trade.failed,
    topics: ['trades', 'orders', 'account'],
    onSuccess: ({ status, filled_price: price }, { body }) => {
      const filled = status === 'filled' && price !== null && body !== undefined;
      toast.success(
        filled
          ? messages.trade.placedAt(
              body.side,
              formatQuantity(body.lots, instrument),
              formatPrice(price, instrument.digits),
            )
          : orderWords.placed,
      );
      form.setValues({ ...EMPTY_ORDER, type: values.type });
      if (draft !== undefined) draft.current = null;
      onPlaced?.();
    },
    onProblem: (problem) => {
      if (problem.fields.some(({ name }) => PROTECTIONS.some((what) => what === name))) setOpen(true);
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });

  const place = (wanted: Side) => {
    pressed.current = wanted;
    const { body } = orderOf(instrument, values, wanted, quotesNow(instrument), deviation);
    const { errors } = form.validate();
    setSide(wanted);
    if (PROTECTIONS.some((what) => errors[what] !== undefined)) setOpen(true);
    if (Object.keys(errors).length > 0) focusFirstError();
    else void order.submit({ body });
  };
  const step = (steps: number) => form.setFieldValue('lots', stepLots(values.lots, steps));
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };
  const protect = (what: Protection, { unit, text }: Typed) =>
    form.setValues({
      [what]: text,
      units: { ...values.units, [what]: unit },
      ...(unit === 'price' && aimOf(what, text, instrument, values)),
    });
  const symbols = symbolsFor(instrument);
  const off = useNoFreshPrice(symbols) && values.type === 'market';
  const stopped = order.pending || off || (values.type === 'market' && !instrument.open);

  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Stack gap="sm">
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
              : `${messages.market.closed(instrument.name, formatDateTime(instrument.reopens_at))} ${orderWords.pendingAllowed}`}
          </Alert>
        )}
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={orderWords.type}
          data={ORDER_TYPES.map((value) => ({ value, label: orderWords.types[value] }))}
          value={values.type}
          onChange={(type) => form.setFieldValue('type', type)}
        />
        <div className={classes.two}>
          <DecimalInput
            label={words.amount}
            description={words.amountHint}
            leftSection="$"
            {...form.getInputProps('amount')}
          />
          <DecimalInput
            className={classes.lots ?? ''}
            label={words.lotSize}
            description={words.lotHint(formatPrice(instrument.lot_size), unitOf(instrument))}
            onKeyDown={onArrow}
            rightSectionWidth={62}
            rightSection={
              <div className={classes.steps}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={words.lessLots}
                  onClick={() => step(-1)}
                >
                  <Minus size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.moreLots} onClick={() => step(1)}>
                  <Plus size={15} aria-hidden />
                </ActionIcon>
              </div>
            }
            {...form.getInputProps('lots')}
          />
        </div>
        <Quick
          onAmount={(amount) => form.setFieldValue('amount', amount)}
          onLargest={() => {
            const amount = centsOf(values.amount);
            const size =
              amount === null ? null : largestLots(instrument, amount, waitingAt(values), quotesNow(instrument));
            if (size !== null && size > 0n) form.setFieldValue('lots', centsText(size));
          }}
          canLargest={centsOf(values.amount) !== null}
        />
        {values.type !== 'market' && (
          <div className={classes.two}>
            <DecimalInput
              label={orderWords.price[values.type]}
              description={orderWords.priceHint[values.type]}
              {...form.getInputProps(values.type === 'limit' ? 'limit_price' : 'stop_price')}
            />
            <TimeInForce value={values.time_in_force} onChange={(kept) => form.setFieldValue('time_in_force', kept)} />
          </div>
        )}
        {values.type === 'market' && (
          <DeviationField
            value={deviation}
            error={form.errors['max_deviation'] ?? deviationError(deviation)}
            onChange={(next) => {
              form.clearFieldError('max_deviation');
              keepDeviation(next);
            }}
          />
        )}
        <section aria-label={protectionWords.title}>
          <button type="button" className={classes.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {protectionWords.title}
            <ChevronDown size={16} aria-hidden />
          </button>
          {open && (
            <LiveProtections
              instrument={instrument}
              values={values}
              errors={form.errors}
              onChange={protect}
              onAim={(aim) => form.setFieldValue('aim', aim)}
            />
          )}
        </section>
        <TicketFacts instrument={instrument} values={values}>
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
        <div className={classes.deal}>
          {values.type === 'market' && <NoFreshPrice symbols={symbols} className={classes.noFresh} />}
          <div className={classes.sides} data-suggested={suggestion.side ?? undefined}>
            {(['sell', 'buy'] as const).map((one) => (
              <SideButton
                key={one}
                side={one}
                instrument={instrument}
                waiting={
                  values.type === 'market'
                    ? null
                    : (values.type === 'limit' ? values.limit_price : values.stop_price).trim()
                }
                wish={wishOf(values)}
                disabled={stopped}
                busy={order.pending && side === one}
                onPlace={place}
              />
            ))}
          </div>
        </div>
      </Stack>
    </form>
  );
}

/** Parts of what is available as the amount, and the largest lot size that the amount carries. */
function Quick({
  onAmount,
  onLargest,
  canLargest,
}: {
  onAmount: (amount: string) => void;
  onLargest: () => void;
  canLargest: boolean;
}) {
  const { data: account } = useQuery(queries.account());
  if (account === undefined) return null;
  const available = toCents(account.available.amount);
  if (available <= 0n) return null;
  return (
    <div className={classes.quick} role="group" aria-label={words.shares}>
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          className={classes.chip}
          aria-label={words.share(share)}
          onClick={() => onAmount(centsText((available * BigInt(share)) / 100n))}
        >
          {share}%
        </button>
      ))}
      {canLargest && (
        <button type="button" className={classes.chip} onClick={onLargest}>
          {words.largestLots}
        </button>
      )}
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

type LiveProps = {
  instrument: Instrument;
  values: OrderValues;
  errors: Partial<Record<string, ReactNode>>;
  onChange: (what: Protection, typed: Typed) => void;
  onAim: (side: Side) => void;
};

/** The three rows, converted at each quote for the side that is chosen here; the buttons reckon each for their own. */
function LiveProtections({ instrument, values, errors, onChange, onAim }: LiveProps) {
  const quotes = useQuotes(symbolsFor(instrument));
  const typed = Object.fromEntries(
    PROTECTIONS.map((what) => [what, { unit: values.units[what], text: values[what] }]),
  ) as Record<Protection, Typed>;
  return (
    <Stack gap="xs">
      <div className={classes.aim}>
        <span id="calculate-for">{protectionWords.calculateFor}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="calculate-for"
          data={[
            { value: 'sell' as const, label: words.sell },
            { value: 'buy' as const, label: words.buy },
          ]}
          value={values.aim}
          onChange={onAim}
        />
      </div>
      <ProtectionFields
        of={instrument}
        frame={frameOf(instrument, values, values.aim, quotes)}
        values={typed}
        onChange={onChange}
        errors={errors}
      />
    </Stack>
  );
}

/** A stop under the price can only belong to a buy, one above it to a sell; a target the other way round. */
function aimOf(what: Protection, text: string, of: Instrument, values: OrderValues): { aim?: Side } {
  const level = tryParsePrice(text.trim());
  const quote = quoteStore.get(of.symbol);
  if (what === 'trailing_distance' || level === undefined || quote === undefined) return {};
  const now = sidesOf(quote);
  const at = waitingAt(values);
  const [below, above] = at === null ? [level < now.bid, level > now.ask] : [level < at, level > at];
  if (!below && !above) return {};
  return { aim: below === (what === 'stop_loss') ? 'buy' : 'sell' };
}

function quotesNow(of: Instrument): Quotes {
  return Object.fromEntries(symbolsFor(of).map((symbol) => [symbol, quoteStore.get(symbol)]));
}

function unitOf(of: Instrument): string {
  return of.class === 'stock' ? words.shareOne : of.base;
}
