import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_MARKUP, instrument, INSTRUMENTS, type Symbol } from './instruments.ts';
import { dealtQuote, MAX_MARKUP } from './markup.ts';
import { exactPrice, parsePrice } from './price.ts';
import type { FeedQuote } from './quote.ts';
import { createSimulation } from './simulated.ts';

const quote = (symbol: Symbol, bid: string, ask: string): FeedQuote => {
  const time = new Date(0);
  return {
    id: `${symbol}-1`,
    symbol,
    bid: parsePrice(bid),
    ask: parsePrice(ask),
    source: 'test',
    sourceTime: time,
    receivedTime: time,
  };
};

describe('mark-up', () => {
  it('[M8] is tenths of a pip for forex', () => {
    const dealt = dealtQuote(quote('EURUSD', '1.16081', '1.16083'), DEFAULT_MARKUP);
    expect([exactPrice(dealt.bid), exactPrice(dealt.ask), exactPrice(dealt.markup)]).toEqual([
      '1.16073',
      '1.16091',
      '0.00016',
    ]);
    const gold = dealtQuote(quote('USDJPY', '146.831', '146.834'), 3);
    expect([exactPrice(gold.bid), exactPrice(gold.ask)]).toEqual(['146.829', '146.836']);
  });

  it('[M8] is basis points of the mid otherwise', () => {
    const dealt = dealtQuote(quote('BTC', '99990', '100010'), DEFAULT_MARKUP);
    expect([exactPrice(dealt.bid), exactPrice(dealt.ask), exactPrice(dealt.markup)]).toEqual([
      '99910',
      '100090',
      '160',
    ]);
    // Half of 16 bp of 0.0000126695 is 0.00000001013…: the bid down and the ask up to the ninth decimal.
    const shib = dealtQuote(quote('SHIB', '0.000012664', '0.000012675'), DEFAULT_MARKUP);
    expect([exactPrice(shib.bid), exactPrice(shib.ask)]).toEqual(['0.000012653', '0.000012686']);
  });

  const simulation = createSimulation('mark-up');
  const anyQuote = fc
    .tuple(fc.constantFrom(...INSTRUMENTS), fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }))
    .map(([of, time]) => simulation.quote(of.symbol, time));

  it('[T42] lies on the instrument’s tick: the bid rounded down and the ask up, each by less than a tick', () => {
    fc.assert(
      fc.property(anyQuote, fc.integer({ min: 0, max: MAX_MARKUP }), (feed, markup) => {
        const of = instrument(feed.symbol);
        const tick = 10n ** BigInt(10 - of.digits);
        const dealt = dealtQuote(feed, markup);
        expect([dealt.bid % tick, dealt.ask % tick]).toEqual([0n, 0n]);
        expect(dealt.ask - dealt.bid).toBe(feed.ask - feed.bid + dealt.markup);
        // Half of the mark-up, forty thousandfold so that it is whole.
        const half = of.class === 'forex' ? of.pip * BigInt(markup) * 2_000n : (feed.bid + feed.ask) * BigInt(markup);
        const moved = [feed.bid - dealt.bid, dealt.ask - feed.ask].map((side) => side * 40_000n - half);
        expect(moved.every((more) => more >= 0n && more < tick * 40_000n)).toBe(true);
      }),
    );
  });

  it('[M9] keeps ask ≥ bid > 0 and never grows narrower', () => {
    fc.assert(
      fc.property(anyQuote, fc.integer({ min: 0, max: MAX_MARKUP - 1 }), (feed, markup) => {
        const dealt = dealtQuote(feed, markup);
        const wider = dealtQuote(feed, markup + 1);
        expect(dealt.bid > 0n && dealt.ask >= dealt.bid).toBe(true);
        expect(wider.markup >= dealt.markup).toBe(true);
      }),
    );
  });

  it('[M9] is named in the id', () => {
    expect(dealtQuote(quote('EURUSD', '1.1', '1.2'), 16).id).toBe('EURUSD-1.m16');
    for (const bad of [-1, 1.5, Number.NaN, MAX_MARKUP + 1])
      expect(() => dealtQuote(quote('EURUSD', '1.1', '1.2'), bad)).toThrow(RangeError);
  });
});
