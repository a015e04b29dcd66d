import type { AlertKind, PriceAlert, Quote, RequestBody } from '@clearbook/contracts';
import { changeAlertBody, newAlertBody } from '@clearbook/contracts/alerts';
import { messages } from '@clearbook/contracts/messages';
import { toPrice } from '../../lib/decimal.ts';
import { formOf } from '../../lib/form.ts';

/** A person names a price; whether it is reached from below or above follows from the price now. */
export type Wanted = 'reaches' | 'rises' | 'falls';
export type Ends = 'never' | '1' | '7' | '30' | '90' | 'kept';
export type AlertValues = {
  symbol: string;
  wanted: Wanted;
  price: string;
  percent: string;
  ends: Ends;
  repeats: boolean;
};
export type AlertOf = {
  /** The alert that is changed, or set again. */
  alert: PriceAlert | null;
  symbol: string;
  price: string;
  quoteOf: (symbol: string) => Quote | undefined;
  /** When the form was opened: lengths count from then. */
  since: Date;
};

const DAY_MS = 86_400_000;
const PLAIN = /^\d{1,9}(?:\.\d{1,10})?$/;

function initial({ alert, symbol, price }: AlertOf): AlertValues {
  if (alert === null) return { symbol, wanted: 'reaches', price, percent: '', ends: 'never', repeats: false };
  const wanted = alert.kind === 'rises' || alert.kind === 'falls' ? alert.kind : 'reaches';
  const ends = alert.state === 'active' && alert.expires_at !== null ? 'kept' : alert.repeats ? '30' : 'never';
  return {
    symbol: alert.symbol,
    wanted,
    price: wanted === 'reaches' ? alert.price : '',
    percent: alert.percent ?? '',
    ends,
    repeats: alert.repeats,
  };
}

function terms(values: AlertValues, of: AlertOf): RequestBody<'PUT /alerts/:id'> {
  const { wanted, repeats, ends } = values;
  const price = values.price.trim();
  return {
    ...(wanted === 'reaches'
      ? { kind: directionOf(price, of.quoteOf(values.symbol)), price }
      : { kind: wanted, percent: values.percent.trim() }),
    repeats,
    expires_at: endOf(ends, of),
  };
}

/** Without a price the server says that there is none. */
function directionOf(price: string, quote: Quote | undefined): AlertKind {
  if (quote === undefined || !PLAIN.test(price)) return 'above';
  return 2n * toPrice(price) <= toPrice(quote.bid) + toPrice(quote.ask) ? 'below' : 'above';
}

function endOf(ends: Ends, { alert, since }: AlertOf): string | null {
  if (ends === 'never') return null;
  if (ends === 'kept') return alert?.expires_at ?? null;
  return new Date(since.getTime() + Number(ends) * DAY_MS).toISOString();
}

const common = {
  initial,
  topics: ['alerts'],
  failed: messages.alerts.failed,
} as const;

export const newAlertForm = formOf({
  ...common,
  route: 'POST /alerts',
  schema: newAlertBody,
  body: (values: AlertValues, of: AlertOf) => ({ symbol: values.symbol, ...terms(values, of) }),
  check: endError,
});

export const changeAlertForm = formOf({
  ...common,
  route: 'PUT /alerts/:id',
  schema: changeAlertBody,
  id: ({ alert }: AlertOf) => alert?.id ?? '',
  body: terms,
  check: endError,
});

/** What the request calls an end is a length here. */
function endError({ repeats, ends }: AlertValues): Record<string, string> {
  return repeats && ends === 'never' ? { ends: messages.alerts.endRequired } : {};
}
