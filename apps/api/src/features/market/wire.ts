import type {
  AdminMarket,
  Bar as WireBar,
  Instrument as WireInstrument,
  InstrumentDetail,
  MarketStatus as WireMarketStatus,
  Quote as WireQuote,
  UsualSpread,
} from '@clearbook/contracts/market';
import { messages } from '@clearbook/contracts/messages';
import {
  type Bar,
  CLASS_RULES,
  type DealtQuote,
  exactPrice,
  dealtQuote,
  type FinancingRates,
  holidaysAhead,
  type Instrument,
  instrument,
  MIN_NOTIONAL_CENTS,
  nextNight,
  nextTripleNight,
  priceStep,
  session,
  spreadWidth,
  type Symbol,
  type Width,
  widthText,
} from '@clearbook/domain/market';
import { roundHalfEven } from '@clearbook/domain/money';
import type { AddedSpreads } from './added-spread.ts';
import type { Market, Showing } from './market.ts';
import type { MarketStatus } from './status.ts';

/** A dealt quote as the contract has it, every decimal of the price included. */
export function wireQuote(quote: DealtQuote): WireQuote {
  const { digits } = instrument(quote.symbol);
  return {
    id: quote.id,
    symbol: quote.symbol,
    bid: exactPrice(quote.bid, digits),
    ask: exactPrice(quote.ask, digits),
    source: quote.source,
    time: quote.sourceTime.toISOString(),
  };
}

/** Decimals of a volume: what a recording counts, and no more. */
const VOLUME_DECIMALS = 6;

export function wireBar(symbol: Symbol, bar: Bar): WireBar {
  const { digits } = instrument(symbol);
  return {
    time: new Date(bar.timeMs).toISOString(),
    open: exactPrice(bar.open, digits),
    high: exactPrice(bar.high, digits),
    low: exactPrice(bar.low, digits),
    close: exactPrice(bar.close, digits),
    volume: bar.volume === undefined ? null : bar.volume.toFixed(VOLUME_DECIMALS).replace(/\.?0+$/, ''),
    tick_volume: bar.tickVolume ?? null,
  };
}

/** An instrument with what this client may do with it. `leverageHundredths` is 100 for 1:1; `markup` is the domain's width. */
export function wireInstrument(
  of: Instrument,
  client: { leverageHundredths: number; markup: Width },
  showing: Showing,
  rates: FinancingRates,
): WireInstrument {
  return {
    symbol: of.symbol,
    name: of.name,
    class: of.class,
    base: of.base,
    quote_currency: of.quote,
    digits: of.digits,
    price_increment: exactPrice(priceStep(of)),
    pip: exactPrice(of.pip),
    lot_size: of.lotSize.toString(),
    lot_step: hundredths(of.lotStep),
    min_notional: hundredths(MIN_NOTIONAL_CENTS),
    leverage: client.leverageHundredths / 100,
    leverage_cap: of.leverageCap,
    markup: of.class === 'forex' ? tenths(client.markup) : String(client.markup),
    financing_rates: { buy: financingRate(rates.buy), sell: financingRate(rates.sell) },
    open: showing.open,
    reopens_at: showing.reopensAt?.toISOString() ?? null,
  };
}

function hundredths(units: bigint): string {
  return `${units / 100n}.${(units % 100n).toString().padStart(2, '0')}`;
}

function tenths(width: Width): string {
  return `${Math.floor(width / 10)}.${width % 10}`;
}

/** Holidays named in an instrument's detail. */
const HOLIDAYS = 6;

type DetailParts = {
  readonly market: Pick<Market, 'followsCalendar' | 'quote' | 'conversion'>;
  readonly showing: Showing;
  readonly now: Date;
  readonly markup: Width;
  readonly usual: UsualSpread | undefined;
  readonly financing: FinancingAhead;
  readonly spreads: SpreadsAhead;
};

/** What is added to spreads now, and what two people agreed on for later. */
export type SpreadsAhead = Pick<AddedSpreads, 'at'> & {
  changeAfter(of: Instrument, after: Date): { readonly effectiveAt: Date; readonly tenths: number } | undefined;
};

/** What the next charge is at, and what two people agreed on for later ones. */
export type FinancingAhead = {
  readonly at: (of: Instrument, at: Date) => FinancingRates;
  readonly changeAfter: (of: Instrument, after: Date) => { effectiveAt: Date; rates: FinancingRates } | undefined;
};

/** The rates of the next charge after an instant. */
export function nextRates(of: Instrument, { at }: Pick<FinancingAhead, 'at'>, after: Date): FinancingRates {
  return at(of, new Date(nextNight(of, after.getTime()).atMs));
}

/** What only the page of one instrument says about it. */
export function wireInstrumentDetail(
  of: Instrument,
  listed: WireInstrument,
  { market, showing, now, markup, usual, financing, spreads }: DetailParts,
): InstrumentDetail {
  const { jumpLimitBps, staleLimitMs } = CLASS_RULES[of.class];
  const nowMs = now.getTime();
  const hours = session(of, nowMs);
  const ends = market.followsCalendar && hours.open && Number.isFinite(hours.closesAt);
  return {
    ...listed,
    priced: market.quote(of.symbol, 0, now).ok && market.conversion(of.quote, now).ok,
    base_spread: of.class === 'forex' ? tenths(of.baseSpread) : String(of.baseSpread),
    added_spread: widthText(BigInt(spreads.at(of, now))),
    spread_change: spreadAhead(of, spreads, now),
    hours: market.followsCalendar ? HOURS[of.class] : 'recording',
    closes_at: ends ? new Date(hours.closesAt).toISOString() : null,
    holidays: market.followsCalendar
      ? holidaysAhead(of, nowMs, HOLIDAYS).map(({ date, name, closesAtMs, reopensAtMs }) => ({
          date,
          name: messages.market.holidays[name],
          closes_at: closesAtMs === undefined ? null : new Date(closesAtMs).toISOString(),
          reopens_at: new Date(reopensAtMs).toISOString(),
        }))
      : [],
    ...costsAhead(of, 'buy', { now, financing: financing.at }),
    financing_percent_night: listed.financing_rates.buy.percent_night,
    financing_change: changeAhead(of, financing, now),
    spread: showing.quote === undefined ? null : widthText(spreadWidth(of, dealtQuote(showing.quote, markup))),
    usual_spread: usual ?? null,
    jump_limit_percent: hundredths(BigInt(jumpLimitBps)),
    stale_after_seconds: staleLimitMs / 1_000,
    price_source: showing.quote === undefined ? null : sourceName(showing.quote.source),
  };
}

/** What holding a side will cost: its yearly rate, the next charge and how many nights it counts, and the next one that counts three. */
export function costsAhead(
  of: Instrument,
  side: 'buy' | 'sell',
  { now, financing }: { readonly now: Date; readonly financing: FinancingAhead['at'] },
): Pick<
  InstrumentDetail,
  'financing_percent_year' | 'financing_next_at' | 'financing_next_nights' | 'financing_triple_at'
> {
  const next = nextNight(of, now.getTime());
  const triple = nextTripleNight(of, now.getTime());
  return {
    financing_percent_year: percentYear(financing(of, new Date(next.atMs))[side]),
    financing_next_at: new Date(next.atMs).toISOString(),
    financing_next_nights: next.nights,
    financing_triple_at: triple === undefined ? null : new Date(triple.atMs).toISOString(),
  };
}

/** The first charge at other rates than the next one, as far as two people agreed on any. */
function changeAhead(of: Instrument, financing: FinancingAhead, now: Date): InstrumentDetail['financing_change'] {
  const { atMs } = nextNight(of, now.getTime());
  const change = financing.changeAfter(of, new Date(atMs));
  if (change === undefined) return null;
  const { effectiveAt, rates } = change;
  const from = new Date(nextNight(of, effectiveAt.getTime() - 1).atMs);
  return { from: from.toISOString(), buy: financingRate(rates.buy), sell: financingRate(rates.sell) };
}

function spreadAhead(of: Instrument, spreads: SpreadsAhead, now: Date): InstrumentDetail['spread_change'] {
  const change = spreads.changeAfter(of, now);
  if (change === undefined) return null;
  return { from: change.effectiveAt.toISOString(), added_spread: widthText(BigInt(change.tenths)) };
}

function financingRate(bps: number): InstrumentDetail['financing_rates']['buy'] {
  return { percent_year: percentYear(bps), percent_night: percentNight(bps) };
}

/** Basis points a year as percent. */
export function percentYear(bps: number): string {
  return hundredths(BigInt(bps));
}

/** From when to when nobody watched prices. */
export type Unwatched = { readonly from: Date; readonly until: Date };

export function wireMarketStatus(
  { source, label, ticksFrom, classes }: MarketStatus,
  unwatched: Unwatched | undefined,
): WireMarketStatus {
  return {
    source,
    label,
    ticks_from: ticksFrom?.toISOString() ?? null,
    unwatched:
      unwatched === undefined ? null : { from: unwatched.from.toISOString(), until: unwatched.until.toISOString() },
    classes: classes.map((each) => ({
      class: each.class,
      state: each.state,
      since: each.since?.toISOString() ?? null,
      good: each.good,
      fresh: each.fresh,
      open: each.open,
      instruments: each.instruments,
      reopens_at: each.reopensAt?.toISOString() ?? null,
      sources: each.sources.map(sourceName),
      delay_seconds: Math.ceil(each.cadenceMs / 1_000),
    })),
  };
}

export function wireAdminMarket(status: MarketStatus, unwatched: Unwatched | undefined): AdminMarket {
  return {
    ...wireMarketStatus(status, unwatched),
    connections: status.connections.map((each) => ({
      name: each.label,
      classes: [...each.classes],
      state: each.state,
      since: each.since.toISOString(),
      last_price_at: each.lastPriceAt?.toISOString() ?? null,
      last_error: each.lastError && { at: each.lastError.at.toISOString(), cause: each.lastError.cause },
    })),
  };
}

const HOURS = { crypto: 'always', forex: 'forex_week', stock: 'exchange_day' } as const;

function sourceName(source: string): string {
  return messages.market.sourceNames[source] ?? source;
}

/** Basis points a year as percent a night: ÷ 100 ÷ 365, rounded half to even. */
function percentNight(bps: number): string {
  const millionths = roundHalfEven(BigInt(bps) * 10_000n, 365n);
  return `${millionths / 1_000_000n}.${(millionths % 1_000_000n).toString().padStart(6, '0')}`;
}
