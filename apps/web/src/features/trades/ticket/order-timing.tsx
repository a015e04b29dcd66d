import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { orderWords } from '@clearbook/contracts/words/orders';
import { sizeWords as words } from '@clearbook/contracts/words/size';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DeviationField } from './deviation-field.tsx';
import { latestQuotes } from '../../../lib/quotes.ts';
import { useWantedPrice, wantPrice } from '../price-pick.ts';
import { MOVES, moveText, priceNearText } from './market-price.ts';
import { deviationError } from './max-deviation.ts';
import { type OrderValues, pricesOf, type TimeInForce, timesInForce } from './order.form.ts';
import type { useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

type Props = { instrument: Instrument; ticket: ReturnType<typeof useTicket> };

/** How a market order is kept from a price that has gone away; for what waits, at which price and how long. */
export function OrderTiming({ instrument, ticket }: Props) {
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
      <OrderPrices
        type={values.type}
        field={field}
        near={(name) => (
          <NearMarket instrument={instrument} name={name} onPrice={(price) => form.setFieldValue(name, price)} />
        )}
      />
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

type PriceName = 'limit_price' | 'stop_price';
type PricesProps = {
  type: OrderValues['type'];
  field: Field;
  /** What stands under a price, where something helps to find it. */
  near?: ((name: PriceName) => ReactNode) | undefined;
};

/** The prices that this type of order has, and what becomes of them. */
export function OrderPrices({ type, field, near }: PricesProps) {
  const has = pricesOf(type);
  const both = has.limit && has.stop;
  const prices = (
    <>
      {has.stop && <Price of="stop" field={field} near={near} />}
      {has.limit && <Price of="limit" field={field} near={near} />}
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

function Price({ of, field, near }: { of: 'limit' | 'stop' } & Pick<PricesProps, 'field' | 'near'>): ReactNode {
  const name = of === 'limit' ? 'limit_price' : 'stop_price';
  return (
    <div>
      <DecimalInput label={orderWords.price[of]} description={orderWords.priceHint[of]} {...field(name)} />
      {near?.(name)}
    </div>
  );
}

type NearProps = { instrument: Instrument; name: PriceName; onPrice: (price: string) => void };

/** The market price, a little below and above it, and any price by a click into the chart. Reads the quote when pressed. */
function NearMarket({ instrument, name, onPrice }: NearProps) {
  const of = orderWords.price[name === 'limit_price' ? 'limit' : 'stop'];
  const put = (tenths: bigint) => {
    const price = priceNearText(instrument, latestQuotes([instrument.symbol]), tenths);
    if (price !== '') onPrice(price);
  };
  return (
    <div className={classes.near}>
      {MOVES.map((tenths) => (
        <button
          key={tenths}
          type="button"
          className={classes.chip}
          aria-label={tenths === 0n ? words.atMarketOf(of) : words.movedOf(of, moveText(tenths))}
          onClick={() => put(tenths)}
        >
          {tenths === 0n ? words.atMarket : words.moved(moveText(tenths))}
        </button>
      ))}
      <FromChart symbol={instrument.symbol} field={of} onPrice={onPrice} />
    </div>
  );
}

type FromChartProps = { symbol: string; field: string; onPrice: (price: string) => void };

/** Waits for a click into the chart. Where the ticket lies over the chart there is nothing to click at. */
function FromChart({ symbol, field, onPrice }: FromChartProps) {
  const wanted = useWantedPrice();
  const button = useRef<HTMLButtonElement>(null);
  const own = wanted?.symbol === symbol && wanted.field === field;
  // A field that is gone waits for nothing.
  useEffect(() => () => wantPrice(null), [symbol, field]);
  return (
    <button
      ref={button}
      type="button"
      className={clsx(classes.chip, classes.fromChart)}
      aria-label={words.fromChartOf(field)}
      aria-pressed={own}
      onClick={() =>
        wantPrice(
          own
            ? null
            : {
                symbol,
                field,
                onDone: (price) => {
                  if (price !== null) onPrice(price);
                  button.current?.focus();
                },
              },
        )
      }
    >
      {words.fromChart}
    </button>
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
