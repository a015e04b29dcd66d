import { credit, debit, entry } from '../ledger/accounts.ts';
import { type Context, type Decision, refuse } from '../ledger/decision.ts';
import type { State, Trade } from '../ledger/state.ts';
import {
  CLASS_RULES,
  conversionPair,
  dealtQuote,
  type DealtQuote,
  instrument,
  type Instrument,
} from '../market/index.ts';
import { dayOf, newYorkDay, newYorkInstant } from '../market/new-york.ts';
import { type Cents, centsToDecimal, type Fraction, min, roundHalfEven } from '../money/index.ts';
import { openTrade } from './amend-trade.ts';
import { notional } from './margin.ts';
import { openSince, type Trigger, triggerRate } from './triggers.ts';

/** Sent by the product at the published hour: 17:00 New York, every calendar day, for every trade that is open then. */
export type ChargeFinancing = {
  readonly kind: 'charge_financing';
  readonly clientId: string;
  readonly tradeId: string;
  /** The day that ends at the hour, YYYY-MM-DD in New York. */
  readonly day: string;
  /** The last known quotes at the hour: markets that are closed then have their last one. */
  readonly marks: Trigger;
};

const FINANCING_MINUTE = 17 * 60;
const DAYS_OF_YEAR = 365n;

/** When the financing of this day is due. Throws a RangeError for a text that is no day. */
export function financingInstant(day: string): Date {
  const [year = 0, month = 0, dayOfMonth = 0] = /^\d{4}-\d\d-\d\d$/.test(day) ? day.split('-').map(Number) : [];
  if (month < 1 || month > 12 || dayOfMonth < 1) throw new RangeError(`no day: ${day.slice(0, 20)}`);
  return new Date(newYorkInstant(dayOf(year, month, dayOfMonth), FINANCING_MINUTE));
}

/** The newest day whose financing is due at this instant. */
export function financingDay(now: Date): string {
  const today = newYorkDay(now.getTime());
  const day = newYorkInstant(today, FINANCING_MINUTE) <= now.getTime() ? today : today - 1;
  return new Date(day * 24 * 3_600_000).toISOString().slice(0, 10);
}

/** The next instant at which financing is due after this one. */
export function nextFinancing(after: Date): Date {
  const [today = 0, next = 0] = [0, 1].map((days) => newYorkDay(after.getTime()) + days);
  const due = newYorkInstant(today, FINANCING_MINUTE);
  return new Date(due > after.getTime() ? due : newYorkInstant(next, FINANCING_MINUTE));
}

/** One night's financing of a position worth this much: notional × yearly rate ÷ 365, half-even to the cent. */
export function overnightCost(of: Instrument, value: Fraction): Cents {
  const bps = BigInt(CLASS_RULES[of.class].financingBps);
  return roundHalfEven(value.num * bps, value.den * 10_000n * DAYS_OF_YEAR);
}

/** Takes a night's financing from what is left of a trade's collateral: never more than that, and once a day. */
export function decideChargeFinancing(state: State, command: ChargeFinancing, context: Context): Decision {
  const found = openTrade(state, command);
  if ('outcome' in found) return found;
  const { trade } = found;
  const { day, marks } = command;
  if (marks.quote.symbol !== trade.symbol) throw new Error('marks of another symbol');
  const due = financingInstant(day);
  if (context.now < due || openSince(trade) >= due) return refuse('financing.not_due');
  if (trade.financedThrough !== null && trade.financedThrough >= day) return refuse('financing.not_due');

  const of = instrument(trade.symbol);
  const cost = overnightCost(of, notional(of, trade.openLots, triggerRate(of.base, marks)));
  const charged = min(cost, trade.collateralLeft);
  const after: Trade = {
    ...trade,
    collateralLeft: trade.collateralLeft - charged,
    financed: trade.financed + charged,
    financedThrough: day,
  };
  return {
    outcome: { ok: true, result: { id: trade.id, charged: centsToDecimal(charged) } },
    ...(charged > 0n && {
      entry: entry('overnight_financing', trade.clientId, trade.id, [
        debit('margin', charged),
        credit('financing', charged),
      ]),
    }),
    changes: [
      {
        kind: 'trade_financed',
        before: trade,
        after,
        day,
        quote: dealtQuote(marks.quote, 0),
        conversion: converter(of.base, marks),
      },
    ],
    notices: [
      {
        clientId: trade.clientId,
        topics: ['account', 'trades', ...(trade.copyId === null ? [] : ['copies'])],
        event: 'trade_financed',
        subjectId: trade.id,
        staff: false,
      },
    ],
  };
}

/** The quote that turned the notional into dollars, where it is not the trade's own. */
function converter(base: string, { quote, conversions }: Trigger): DealtQuote | null {
  const pair = conversionPair(base);
  if (pair === undefined || pair.symbol === quote.symbol) return null;
  const found = conversions.find((one) => one.symbol === pair.symbol);
  return found === undefined ? null : dealtQuote(found, 0);
}
