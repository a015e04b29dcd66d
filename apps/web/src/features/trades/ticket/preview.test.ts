import { YEN_FINANCING as RATES } from '../../../lib/financing.fixture.ts';
import type { Instrument, Quote } from '@clearbook/contracts';
import { type Instrument as DomainInstrument, instrument, parsePrice } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import { levelOfMargin, levelText } from '../positions/margin-level.ts';
import { EMPTY_ORDER, pricingOf, orderOf, type OrderValues, draftOf } from './order.form.ts';
import { figuresFor, type PricingContext, largestLots, levelOf, tell } from './preview.ts';

const quote = (symbol: string, bid: string, ask: string): Quote => ({
  id: `${symbol}-1`,
  symbol,
  bid,
  ask,
  source: 'test',
  time: '2026-01-05T10:00:00.000Z',
});
const QUOTES = {
  EURUSD: quote('EURUSD', '1.09990', '1.10010'),
  USDJPY: quote('USDJPY', '149.990', '150.010'),
  BTC: quote('BTC', '79990.00', '80010.00'),
};
const wire = (symbol: 'EURUSD' | 'USDJPY' | 'BTC', leverage: number): Instrument => {
  const of: DomainInstrument = instrument(symbol);
  return {
    symbol,
    name: of.name,
    class: of.class,
    base: of.base,
    quote_currency: of.quote,
    digits: of.digits,
    price_increment: '0.00001',
    pip: '0.0001',
    lot_size: of.lotSize.toString(),
    lot_step: '0.01',
    min_notional: '10.00',
    leverage,
    leverage_cap: of.leverageCap,
    markup: '1.6',
    financing_rates: RATES,
    open: true,
    reopens_at: null,
  };
};
const euro = wire('EURUSD', 30);
const yen = wire('USDJPY', 30);
const coin = wire('BTC', 2);
const pricing = (more: Partial<PricingContext> = {}): PricingContext => ({
  of: instrument('EURUSD'),
  side: 'buy',
  entry: parsePrice('1.1'),
  lots: 10n,
  rate: { num: 1n, den: 1n, quoteId: null },
  ...more,
});
const values = (more: Partial<OrderValues>): OrderValues => ({ ...EMPTY_ORDER, amount: '1000', lots: '0.10', ...more });

describe('what a ticket would mean', () => {
  it('[S45] the figures are those that the server decides with: fill, margin, spread, close-out, a night', () => {
    const figures = figuresFor(yen, { lots: 100n, amount: 1_000_000n, price: null }, QUOTES);
    expect(figures).toMatchObject({
      notional: 10_000_000n,
      requiredMargin: 333_334n,
      overnight: { buy: 137n, sell: 1_233n },
    });
    expect(figures?.fill).toEqual({ buy: parsePrice('150.01'), sell: parsePrice('149.99') });
    // 0.020 yen on 100,000 dollars, at 150 yen a dollar.
    expect(figures?.spreadCost).toBe(1_333n);
    // $10,000.00 less half of $3,333.34 is $8,333.33, or 1,249,999.50 yen: 12.499995 yen a dollar, out to the tick.
    expect(figures?.closeOut.buy).toBe(parsePrice('137.510'));
    expect(figures?.closeOut.sell).toBe(parsePrice('162.490'));
  });

  it('[S9] the close-out price leaves half of the margin', () => {
    const figures = figuresFor(coin, { lots: 1n, amount: 40_000n, price: parsePrice('80000') }, QUOTES);
    // 400 of collateral, 400 of margin: a loss of 200 on 0.01 coins is a move of 20,000.
    expect(figures?.closeOut).toEqual({ buy: parsePrice('60000'), sell: parsePrice('100000') });
  });

  it('[S45] an amount below the required margin has no close-out price, and a missing quote no figure', () => {
    expect(figuresFor(yen, { lots: 100n, amount: 333_333n, price: null }, QUOTES)?.closeOut).toEqual({
      buy: null,
      sell: null,
    });
    expect(figuresFor(yen, { lots: 100n, amount: null, price: null }, {})).toBeNull();
  });

  it('[S45] an order that waits is valued at its own price', () => {
    const figures = figuresFor(euro, { lots: 10n, amount: 100_000n, price: parsePrice('1.05') }, QUOTES);
    expect(figures).toMatchObject({ notional: 1_050_000n, requiredMargin: 35_000n });
    expect(figures?.fill).toEqual({ buy: parsePrice('1.05'), sell: parsePrice('1.05') });
    expect(draftOf(values({ type: 'limit' }))).toBeNull();
    expect(draftOf(values({ type: 'stop', stop_price: '1.2' }))?.price).toBe(parsePrice('1.2'));
  });

  it('[S45] the largest lot size is the last whose margin the amount covers', () => {
    for (const amount of [100n, 36_667n, 36_668n, 1_000_000n]) {
      const lots = largestLots(euro, amount, [null], QUOTES) ?? -1n;
      const margin = (of: bigint) => figuresFor(euro, { lots: of, amount: null, price: null }, QUOTES)!.requiredMargin;
      if (lots > 0n) expect(margin(lots)).toBeLessThanOrEqual(amount);
      expect(margin(lots + 1n)).toBeGreaterThan(amount);
    }
  });
});

describe('stop, target and trailing stop', () => {
  it('[S46] a price, a distance and a sum of money are one thing said in three ways', () => {
    const stop = parsePrice('1.0975');
    for (const typed of [
      { unit: 'price', text: '1.0975' },
      { unit: 'distance', text: '25' },
      { unit: 'money', text: '25.00' },
    ] as const)
      expect(levelOf('stop_loss', typed, pricing())).toBe(stop);
    expect(tell('stop_loss', stop, pricing())).toEqual({ price: '1.09750', distance: '25.0', money: 2_500n });
    expect(levelOf('take_profit', { unit: 'distance', text: '25' }, pricing())).toBe(parsePrice('1.1025'));
    expect(levelOf('stop_loss', { unit: 'distance', text: '25' }, pricing({ side: 'sell' }))).toBe(
      parsePrice('1.1025'),
    );
    expect(levelOf('trailing_distance', { unit: 'distance', text: '25' }, pricing())).toBe(parsePrice('0.0025'));
  });

  it('[S46] what is no forex is measured in percent of the entry', () => {
    const bitcoin = pricing({ of: instrument('BTC'), entry: parsePrice('80000'), lots: 10n });
    expect(levelOf('stop_loss', { unit: 'distance', text: '1.25' }, bitcoin)).toBe(parsePrice('79000'));
    expect(tell('stop_loss', parsePrice('79000'), bitcoin)).toEqual({
      price: '79000.00',
      distance: '1.25',
      money: 10_000n,
    });
  });

  it('[S46] a stop on the winning side reads as a negative loss, and what cannot be read is said in its place', () => {
    expect(tell('stop_loss', parsePrice('1.101'), pricing())).toMatchObject({ distance: '-10.0', money: -1_000n });
    expect(levelOf('stop_loss', { unit: 'distance', text: '-10' }, pricing())).toBe(parsePrice('1.101'));
    for (const text of ['many', '1e5', '1,5', '--1', '0x1'])
      for (const unit of ['price', 'distance', 'money'] as const)
        expect(levelOf('take_profit', { unit, text }, pricing())).toBeUndefined();
    expect(levelOf('stop_loss', { unit: 'money', text: '10' }, pricing({ lots: null }))).toBeUndefined();
    const { body, errors } = orderOf(coin, values({ stop_loss: 'soon', take_profit: '90000' }), 'buy', QUOTES);
    expect(Object.keys(errors)).toEqual(['stop_loss']);
    expect(body).not.toHaveProperty('stop_loss');
    expect(body.take_profit).toBe('90000');
  });

  it('[S46] each button calculates a distance from its own side', () => {
    const typed = values({
      stop_loss: '25',
      units: { stop_loss: 'distance', take_profit: 'price', trailing_distance: 'distance' },
    });
    expect(orderOf(euro, typed, 'buy', QUOTES).body.stop_loss).toBe('1.0976');
    expect(orderOf(euro, typed, 'sell', QUOTES).body.stop_loss).toBe('1.1024');
    const waiting = { ...typed, type: 'limit' as const, limit_price: '1.05', time_in_force: 'day' as const };
    expect(orderOf(euro, waiting, 'buy', QUOTES).body).toMatchObject({
      type: 'limit',
      limit_price: '1.05',
      time_in_force: 'day',
      stop_loss: '1.0475',
    });
    expect(pricingOf(euro, values({ type: 'limit' }), 'buy', QUOTES)).toBeNull();
  });

  it('[T73] [T77] a stop-limit order sends both prices, a date only goes with an order that has one, and what it cannot be good for is not sent', () => {
    const prices = { stop_price: ' 1.12 ', limit_price: '1.13' };
    const sent = (over: Parameters<typeof values>[0]) =>
      orderOf(euro, values({ ...prices, ...over }), 'buy', QUOTES).body;
    expect(sent({ type: 'stop_limit' })).toMatchObject({
      stop_price: '1.12',
      limit_price: '1.13',
      time_in_force: 'gtc',
    });
    expect(sent({ type: 'limit' })).not.toHaveProperty('stop_price');
    expect(sent({ type: 'stop' })).not.toHaveProperty('limit_price');
    expect(draftOf(values({ ...prices, type: 'stop_limit' }))?.price).toBe(parsePrice('1.13'));
    const dated = { type: 'limit', expires_at: '2030-06-28T21:00' } as const;
    expect(sent({ ...dated, time_in_force: 'gtd' })).toMatchObject({ expires_at: '2030-06-28T21:00:00Z' });
    expect(sent({ ...dated, time_in_force: 'day' })).not.toHaveProperty('expires_at');
    expect(sent({ type: 'limit', time_in_force: 'ioc' }).time_in_force).toBe('ioc');
    expect(sent({ type: 'stop', time_in_force: 'ioc' }).time_in_force).toBe('gtc');
  });
});

describe('the margin level of a position', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' as const });
  it('[S47] is what is left of its collateral and its result in percent of its required margin, rounded down', () => {
    const trade = { amount: usd('100.00'), required_margin: usd('66.67') };
    expect(levelOfMargin(trade, 0n)).toBe(14_999n);
    // The last cent above the close-out and the first below it are on their own sides of 50 percent.
    expect(levelOfMargin(trade, -6_666n)).toBe(5_000n);
    expect(levelOfMargin(trade, -6_667n)).toBe(4_999n);
    expect(levelOfMargin({ ...trade, required_margin: usd('0.00') }, 0n)).toBeNull();
    expect([levelText(14_999n), levelText(5_000n), levelText(-101n)]).toEqual(['149.9%', '50.0%', '−1.1%']);
  });
});
