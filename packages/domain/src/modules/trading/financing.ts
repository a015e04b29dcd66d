import { credit, debit, entry } from '../../kernel/accounts.ts';
import { type Context, type Decision, type Fields, Later } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created, imageOf, type RowImage, type RowOf } from '../../kernel/table.ts';
import {
  conversionPair,
  dealtQuote,
  type DealtQuote,
  type Held,
  instrument,
  type Instrument,
  nightsOn,
} from '../../market/index.ts';
import { dayOf, newYorkDay, newYorkInstant } from '../../market/new-york.ts';
import { type Cents, centsToDecimal, type Fraction, min, roundHalfEven } from '../../money/index.ts';
import { notional } from '../positions/margin.ts';
import { type Side, type Trade, TRADES } from '../positions/model.ts';
import { findOpenTrade } from './amend-trade.ts';
import { FINANCING } from './model.ts';
import { refuse } from './refusals.ts';
import { onTape } from './tape.ts';
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
const DAY_MS = 86_400_000;

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
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The next instant at which financing is due after this one. */
export function nextFinancing(after: Date): Date {
  const [today = 0, next = 0] = [0, 1].map((days) => newYorkDay(after.getTime()) + days);
  const due = newYorkInstant(today, FINANCING_MINUTE);
  return new Date(due > after.getTime() ? due : newYorkInstant(next, FINANCING_MINUTE));
}

/** Millionths in a cent: what nights accrue is counted in them, so that nothing is lost to the rounding of each night. */
const MICROS = 1_000_000n;

/** What one charge is for: how many nights, at which yearly rate, in basis points. Both are written down with it. */
export type NightTerms = { readonly nights: number; readonly rateBps: number };

/** What a day's charge is for, for whoever holds this side. */
export function nightTerms(of: Instrument, side: Side, day: string, { financing }: RatesIn): NightTerms {
  return { nights: nightsOn(of, day), rateBps: financing(of, financingInstant(day))[side] };
}
type RatesIn = Pick<Context, 'financing'>;

/** The charge for a position worth this much, in millionths of a cent: notional × nights × yearly rate ÷ 365, half-even. */
export function nightMicros({ num, den }: Fraction, { nights, rateBps }: NightTerms): bigint {
  return roundHalfEven(num * BigInt(rateBps * nights) * MICROS, den * 10_000n * DAYS_OF_YEAR);
}

/** One night at this rate a year to the cent, half-even: what a ticket says of holding a side. */
export function overnightCost(rateBps: number, { num, den }: Fraction): Cents {
  return roundHalfEven(num * BigInt(rateBps), den * 10_000n * DAYS_OF_YEAR);
}

/** Nights that were missed are charged afterwards, in their order, but no more than these: older ones are waived. */
export const MAX_MISSED_NIGHTS = 7;

/** Until when a trade was open that is closed at the prices of now. */
export const untilNow = (_state: State, _command: unknown, { now }: Context): Date => now;

/** The same of one that a trigger closes. */
export const untilTrigger = (_state: State, { trigger }: { readonly trigger: Trigger }): Date =>
  trigger.quote.receivedTime;

type Closing = { readonly kind: string; readonly clientId?: string; readonly tradeId?: string };

/**
 * The nights that a trade was open for and that nobody has charged before a command closes it: they come first. A night of which no price is
 * known ends the list: its trade closes without it.
 */
export function nightsBefore(state: State, command: Closing, until: Date, context: Context): ChargeFinancing[] {
  if (command.tradeId === undefined || context.nightMarks === undefined) return [];
  const trade = state.of(TRADES).get(command.tradeId);
  if (trade === undefined || trade.status !== 'active' || trade.clientId !== command.clientId) return [];
  const nights: ChargeFinancing[] = [];
  // Most trades are closed before their first night.
  if (nextFinancing(openSince(trade)) > until) return nights;
  for (const day of daysUntil(until)) {
    const due = financingInstant(day);
    if (openSince(trade) >= due || (trade.financedThrough !== null && trade.financedThrough >= day)) continue;
    if (nightsOn(instrument(trade.symbol), day) === 0) continue;
    const marks = context.nightMarks(heldOf(trade), due);
    if (marks === undefined) break;
    nights.push({ kind: 'charge_financing', clientId: trade.clientId, tradeId: trade.id, day, marks });
  }
  return nights;
}

function heldOf(trade: Trade): Held {
  return { symbol: trade.symbol, since: openSince(trade), splits: trade.splits };
}

/** Whether a row is of a trade that a part is closed of. */
export function closesPart(row: RowImage): boolean {
  const trade = imageOf(TRADES, row);
  return trade !== undefined && trade.before !== null && trade.after.openLots < trade.before.openLots;
}

/** The last days whose financing is due at an instant, oldest first. */
export function daysUntil(instant: Date): string[] {
  const last = Date.parse(financingDay(instant));
  return Array.from({ length: MAX_MISSED_NIGHTS }, (_, i) =>
    new Date(last - (MAX_MISSED_NIGHTS - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * Adds a night to what has accrued and takes its whole cents from what is left of the collateral: never more than that, and once a day.
 * @throws Later until the night ends
 */
export function decideChargeFinancing(
  state: State,
  command: ChargeFinancing,
  context: Context,
): Decision<Fields<'id' | 'charged'>> {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade } = found;
  const { day, marks } = command;
  if (marks.quote.symbol !== trade.symbol) throw new Error('marks of another symbol');
  const due = financingInstant(day);
  if (openSince(trade) >= due) return refuse('financing.not_due');
  if (trade.financedThrough !== null && trade.financedThrough >= day) return refuse('financing.not_due');

  const of = instrument(trade.symbol);
  const terms = nightTerms(of, trade.side, day, context);
  // The weekend's nights of a pair are charged on Wednesday.
  if (terms.nights === 0) return refuse('financing.not_due');
  if (context.now < due) throw new Later('the night has not ended');
  const accrued = trade.accrued + nightMicros(notional(of, trade.openLots, triggerRate(of.base, marks)), terms);
  const charged = min(roundHalfEven(accrued, MICROS) - trade.financed, trade.collateralLeft);
  const after: Trade = {
    ...trade,
    collateralLeft: trade.collateralLeft - charged,
    financed: trade.financed + charged,
    accrued,
    financedThrough: day,
  };
  const quote = dealtQuote(marks.quote, 0);
  const conversion = converter(of.base, marks);
  const night: RowOf<typeof FINANCING> = {
    tradeId: trade.id,
    day,
    clientId: trade.clientId,
    lots: trade.openLots,
    amount: charged,
    cost: accrued - trade.accrued,
    quoteId: quote.id,
    conversionQuoteId: conversion?.id ?? null,
    ...terms,
    at: context.now,
  };
  return {
    outcome: { ok: true, result: { id: trade.id, charged: centsToDecimal(charged) } },
    ...(charged > 0n && {
      entry: entry('overnight_financing', trade.clientId, trade.id, [
        debit('margin', charged),
        credit('financing', charged),
      ]),
    }),
    rows: [...onTape(quote, conversion), changed(TRADES, trade, after), created(FINANCING, night)],
    invalidates: [
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
