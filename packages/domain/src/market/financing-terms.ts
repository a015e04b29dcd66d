import type { Instrument } from './instruments.ts';
import { DAY_MS, newYorkDay, newYorkInstant, weekday } from './new-york.ts';

/** What a night costs on the notional, in basis points a year, by the side that is held. */
export type FinancingRates = { readonly buy: number; readonly sell: number };

/** What the central banks ask for their currencies, in basis points a year. Two people can set other rates (modules/configuration); every night keeps the rate it was charged at. */
const CURRENCY_BPS: Readonly<Record<string, number>> = {
  ...{ USD: 425, GBP: 400, AUD: 385, NZD: 325 },
  ...{ CAD: 275, EUR: 200, JPY: 50, CHF: 0 },
};
/** What the house adds on either side of a pair, and the least that a night costs: nobody is paid for one. */
const FOREX_MARGIN_BPS = 75;
const FOREX_LEAST_BPS = 50;

const OTHERS: Readonly<Record<'crypto' | 'stock', FinancingRates>> = {
  crypto: { buy: 1_500, sell: 1_000 },
  stock: { buy: 700, sell: 450 },
};

/** The rates of an instrument until two people set others. Whoever is long a pair has borrowed its quote currency and holds its base; whoever is short, the other way round. */
export function standardFinancing(of: Instrument): FinancingRates {
  if (of.class !== 'forex') return OTHERS[of.class];
  const apart = currencyBps(of.quote) - currencyBps(of.base);
  const rate = (difference: number): number => Math.max(FOREX_LEAST_BPS, difference + FOREX_MARGIN_BPS);
  return { buy: rate(apart), sell: rate(-apart) };
}

function currencyBps(currency: string): number {
  const bps = CURRENCY_BPS[currency];
  if (bps === undefined) throw new RangeError(`no rate for ${currency}`);
  return bps;
}

const WEDNESDAY = 3;
const TRIPLE = 3;
const FIVE_PM = 17 * 60;

/** The weekday, 0 for Sunday, on which three nights are charged because the value date moves over the weekend; undefined where every night is charged by itself. */
export function tripleWeekday(of: Instrument): number | undefined {
  return of.class === 'forex' ? WEDNESDAY : undefined;
}

/** How many nights a day's 17:00 New York charges. Forex: three on Wednesday, none on Saturday and Sunday, holidays like any other day; everything else one, every day. */
export function nightsOn(of: Instrument, day: string): number {
  const triple = tripleWeekday(of);
  if (triple === undefined) return 1;
  const which = weekday(Date.parse(day) / DAY_MS);
  if (which === 0 || which === 6) return 0;
  return which === triple ? TRIPLE : 1;
}

/** One charge that lies ahead: its instant, and how many nights it is for. */
export type NightAhead = { readonly atMs: number; readonly nights: number };

/** The next charge after an instant. */
export function nextNight(of: Instrument, nowMs: number): NightAhead {
  return ahead(of, nowMs, ({ nights }) => nights > 0)!;
}

/** The next charge for more than one night; undefined where there is none. */
export function nextTripleNight(of: Instrument, nowMs: number): NightAhead | undefined {
  return tripleWeekday(of) === undefined ? undefined : ahead(of, nowMs, ({ nights }) => nights > 1);
}

/** Today, or one of the seven days that follow: each weekday once, and today's again where it is over. */
const LOOK_DAYS = 8;

function ahead(of: Instrument, nowMs: number, wanted: (night: NightAhead) => boolean): NightAhead | undefined {
  const today = newYorkDay(nowMs);
  return Array.from({ length: LOOK_DAYS }, (_, i) => ({
    atMs: newYorkInstant(today + i, FIVE_PM),
    nights: nightsOn(of, new Date((today + i) * DAY_MS).toISOString().slice(0, 10)),
  })).find((night) => night.atMs > nowMs && wanted(night));
}
