import type { Instrument as WireInstrument, Quote as WireQuote } from '@clearbook/contracts/market';
import {
  type DealtQuote,
  exactPrice,
  type Instrument,
  instrument,
  MIN_NOTIONAL_CENTS,
  type Width,
} from '@clearbook/domain/market';
import type { Showing } from './market.ts';

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

/** An instrument with what this client may do with it. `leverageHundredths` is 100 for 1:1; `markup` is the domain's width. */
export function wireInstrument(
  of: Instrument,
  client: { leverageHundredths: number; markup: Width },
  showing: Showing,
): WireInstrument {
  return {
    symbol: of.symbol,
    name: of.name,
    class: of.class,
    base: of.base,
    quote_currency: of.quote,
    digits: of.digits,
    pip: exactPrice(of.pip),
    lot_size: of.lotSize.toString(),
    lot_step: hundredths(of.lotStep),
    min_notional: hundredths(MIN_NOTIONAL_CENTS),
    leverage: client.leverageHundredths / 100,
    leverage_cap: of.leverageCap,
    markup: of.class === 'forex' ? tenths(client.markup) : String(client.markup),
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
