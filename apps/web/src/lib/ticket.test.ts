import { YEN_FINANCING as RATES } from './financing.fixture.ts';
import type { Instrument, Quote } from '@clearbook/contracts';
import { describe, expect, it } from 'vitest';
import { centsText, roundHalfEven, toCents, toUnits } from './decimal.ts';
import { signalSize, stepLots, symbolsFor, ticketFigures, unrealized } from './ticket.ts';

const forex = (symbol: string, leverage: number, digits = 5): Instrument => ({
  ...{
    symbol,
    name: symbol,
    class: 'forex',
    base: symbol.slice(0, 3),
    quote_currency: symbol.slice(3),
    digits,
    price_increment: '0.00001',
    pip: '0.0001',
  },
  ...{
    lot_size: '100000',
    lot_step: '0.01',
    min_notional: '10.00',
    leverage,
    leverage_cap: 30,
    markup: '1.6',
    financing_rates: RATES,
    open: true,
    reopens_at: null,
  },
});
const bitcoin: Instrument = {
  ...forex('BTCUSD', 2, 2),
  symbol: 'BTC',
  class: 'crypto',
  base: 'BTC',
  quote_currency: 'USD',
  lot_size: '1',
};
const quote = (symbol: string, bid: string, ask: string): Quote => ({
  id: `${symbol}-1`,
  symbol,
  bid,
  ask,
  source: 'test',
  time: '2026-01-05T10:00:00.000Z',
});

describe('what a ticket would mean', () => {
  it('[S7] 1 lot of USDJPY at 30:1 needs $3,333.34', () => {
    const figures = ticketFigures(forex('USDJPY', 30, 3), '1', { USDJPY: quote('USDJPY', '150.000', '150.010') });
    expect(figures?.notional).toBe(10_000_000n);
    expect(figures?.requiredMargin).toBe(333_334n);
  });

  it('[S7] leverage may have a half: 7.5 to 1', () => {
    const figures = ticketFigures(bitcoin, '0.01', { BTC: quote('BTC', '99999', '100001') });
    expect(figures?.requiredMargin).toBe(50_000n);
    expect(
      ticketFigures({ ...bitcoin, leverage: 7.5 }, '0.01', { BTC: quote('BTC', '99999', '100001') })?.requiredMargin,
    ).toBe(13_334n);
  });

  it('[S7] a cross waits for the quote of its dollar pair', () => {
    const cross = forex('EURGBP', 15);
    const own = quote('EURGBP', '0.85000', '0.85010');
    expect(symbolsFor(cross)).toEqual(['EURGBP', 'EURUSD', 'GBPUSD']);
    expect(ticketFigures(cross, '0.10', { EURGBP: own })).toBeNull();
    const figures = ticketFigures(cross, '0.10', {
      EURGBP: own,
      EURUSD: quote('EURUSD', '1.09990', '1.10010'),
      GBPUSD: quote('GBPUSD', '1.29990', '1.30010'),
    });
    expect(figures).toEqual({ notional: 1_100_000n, requiredMargin: 73_334n, spreadCost: 130n });
  });
});

describe('open trades', () => {
  const trade = { symbol: 'BTC', lots: '0.01', entry_price: '100000' } as const;
  const quotes = { BTC: quote('BTC', '99000', '99100') };

  it('[S8] a buy closes at the bid, a sell at the ask', () => {
    expect(unrealized({ ...trade, side: 'buy' }, bitcoin, quotes)).toBe(-1000n);
    expect(unrealized({ ...trade, side: 'sell' }, bitcoin, quotes)).toBe(900n);
  });

  it('[S8] yen profit is converted at the mid of USDJPY', () => {
    const yen = { symbol: 'USDJPY', lots: '1', entry_price: '149.000', side: 'buy' } as const;
    expect(unrealized(yen, forex('USDJPY', 30, 3), { USDJPY: quote('USDJPY', '150.000', '150.000') })).toBe(66_667n);
  });

  it('[S8] rounding is half-even, for losses too', () => {
    expect([
      roundHalfEven(5n, 2n),
      roundHalfEven(7n, 2n),
      roundHalfEven(-5n, 2n),
      roundHalfEven(-7n, 2n),
      roundHalfEven(-8n, 3n),
    ]).toEqual([2n, 4n, -2n, -4n, -3n]);
  });
});

describe('decimals', () => {
  it('[S1] cents go to text and back', () => {
    for (const text of ['0.00', '-0.05', '12.30', '-1234.56']) expect(centsText(toCents(text))).toBe(text);
  });

  it('[S1] anything that is not such a decimal throws', () => {
    for (const text of ['', '1e3', '1.234', '1,000', 'NaN', '+1']) expect(() => toUnits(text, 2)).toThrow(RangeError);
  });

  it('[S10] the stepper moves by 0.01 and stops at 0.01', () => {
    expect([
      stepLots('0.01', 1),
      stepLots('0.01', -1),
      stepLots('1.99', 1),
      stepLots('abc', 1),
      stepLots('', -1),
    ]).toEqual(['0.02', '0.01', '2.00', '0.01', '0.01']);
  });
});

describe('a ticket begun from a signal', () => {
  const quotes = { EURUSD: quote('EURUSD', '1.09991', '1.10009'), USDJPY: quote('USDJPY', '149.99', '150.01') };
  const signal = { entry: '1.1', stop: '1.098' };

  it('[V22] loses at most one percent of what is available at the stop, and its amount covers margin and that loss', () => {
    const eurusd = forex('EURUSD', 15);
    // $10,000: $100 at 20 pips is half a lot, $55,000 at 15:1.
    expect(signalSize(eurusd, signal, 1_000_000n, quotes)).toEqual({ lots: '0.50', amount: '3767.00' });
    for (const available of [5_000n, 77_777n, 1_234_567n, 99_999_999_999n]) {
      const size = signalSize(eurusd, signal, available, quotes)!;
      const loss = (toUnits(size.lots, 2) * 100_000n * 2n) / 1_000n;
      if (size.lots !== '0.01') expect(loss * 100n).toBeLessThanOrEqual(available);
      const figures = ticketFigures(eurusd, size.lots, quotes)!;
      if (size.amount !== '') {
        expect(toCents(size.amount)).toBeGreaterThanOrEqual(figures.requiredMargin + loss);
        expect(toCents(size.amount)).toBeLessThanOrEqual(available);
      }
    }
    expect(signalSize(forex('USDJPY', 15, 3), { entry: '150', stop: '150.4' }, 1_000_000n, quotes)?.lots).toBe('0.37');
  });

  it('[V22] takes less where the margin would not fit, and the smallest size where nothing fits', () => {
    const tight = { entry: '1.1', stop: '1.0999' };
    const size = signalSize(forex('EURUSD', 1), tight, 1_000_000n, quotes)!;
    expect(size.lots).toBe('0.09');
    expect(toCents(size.amount)).toBeLessThanOrEqual(1_000_000n);
    expect(signalSize(forex('EURUSD', 15), signal, 0n, quotes)).toEqual({ lots: '0.01', amount: '' });
  });

  it('[V22] waits for the quotes that it needs', () => {
    expect(signalSize(forex('USDJPY', 15, 3), signal, 1_000_000n, {})).toBeNull();
    expect(
      signalSize(forex('EURGBP', 15), signal, 1_000_000n, { EURGBP: quote('EURGBP', '0.86', '0.861') }),
    ).toBeNull();
  });
});
