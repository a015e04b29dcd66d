import { YEN_FINANCING as RATES } from '../../../lib/financing.fixture.ts';
import type { Instrument, Quote } from '@clearbook/contracts';
import { type Instrument as DomainInstrument, instrument, parsePrice } from '@clearbook/domain/market';
import { describe, expect, it } from 'vitest';
import { moveText, priceNearText } from './market-price.ts';
import { EMPTY_ORDER, orderOf, type OrderValues, withCollateral } from './order.form.ts';
import { figuresFor, type PricingContext } from './preview.ts';
import { hundredthsText, percentAway, rewardToRisk, targetAt } from './reward.ts';
import { collateralFor, lotsFor, lotsWithin, sizeIn } from './size.ts';
import { sizeActions } from './size-actions.ts';

const quote = (symbol: string, bid: string, ask: string): Quote => ({
  ...{ id: `${symbol}-1`, symbol, bid, ask },
  ...{ source: 'test', time: '2026-01-05T10:00:00.000Z' },
});
const QUOTES = {
  EURUSD: quote('EURUSD', '1.09990', '1.10010'),
  USDJPY: quote('USDJPY', '149.990', '150.010'),
  BTC: quote('BTC', '79990.00', '80010.00'),
};
const wire = (symbol: 'EURUSD' | 'USDJPY' | 'BTC', leverage: number): Instrument => {
  const of: DomainInstrument = instrument(symbol);
  return {
    ...{ symbol, name: of.name, class: of.class, base: of.base, quote_currency: of.quote, digits: of.digits },
    ...{ price_increment: '0.00001', pip: '0.0001', lot_size: of.lotSize.toString(), lot_step: '0.01' },
    ...{ min_notional: '10.00', leverage, leverage_cap: of.leverageCap, markup: '1.6', open: true, reopens_at: null },
    financing_rates: RATES,
  };
};
const [euro, yen, coin] = [wire('EURUSD', 30), wire('USDJPY', 30), wire('BTC', 2)];

describe('one size', () => {
  it('[S100] dollars and units become lots, never more than was typed', () => {
    // 0.01 lots of euros are worth 1,100 dollars: what is left of 1,234.56 buys no further step.
    expect(lotsFor(euro, 'usd', '1234.56', null, QUOTES)).toBe('0.01');
    expect(lotsFor(euro, 'usd', '2200', null, QUOTES)).toBe('0.02');
    expect(lotsFor(euro, 'usd', '2199.99', null, QUOTES)).toBe('0.01');
    expect(lotsFor(coin, 'usd', '1155', null, QUOTES)).toBe('0.01');
    expect(lotsFor(coin, 'usd', '799.99', null, QUOTES)).toBe('0.00');
    expect(lotsFor(yen, 'units', '25999', null, QUOTES)).toBe('0.25');
    expect(lotsFor(coin, 'units', '0.019', null, QUOTES)).toBe('0.01');
  });

  it('[S100] at the price of an order that waits, the same dollars are more lots or fewer', () => {
    expect(lotsFor(coin, 'usd', '80000', parsePrice('40000'), QUOTES)).toBe('2.00');
    expect(lotsFor(coin, 'usd', '80000', parsePrice('160000'), QUOTES)).toBe('0.50');
  });

  it('[S100] every number of dollars buys the most lots that it pays for', () => {
    for (let cents = 1n; cents < 40_000_000n; cents = cents * 3n + 7n) {
      const dollars = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      for (const of of [euro, yen, coin]) {
        const lots = BigInt(lotsFor(of, 'usd', dollars, null, QUOTES).replace('.', ''));
        const worth = (size: bigint) => figuresFor(of, { lots: size, amount: null, price: null }, QUOTES)?.notional;
        if (lots > 0n) expect(worth(lots)).toBeLessThanOrEqual(cents);
        expect(worth(lots + 1n)).toBeGreaterThan(cents);
      }
    }
  });

  it('[S100] what cannot be read is left for the field to refuse, and nothing is told without a quote', () => {
    for (const text of ['many', '', '-5', '1e3', '1,25']) expect(lotsFor(coin, 'usd', text, null, QUOTES)).toBe(text);
    expect(lotsFor(coin, 'usd', '1000', null, {})).toBe('');
    expect(lotsFor(coin, 'lots', '0.05', null, {})).toBe('0.05');
    expect(sizeIn(coin, 'usd', '0.05', null, {})).toBe('');
    expect(sizeIn(coin, 'units', 'many', null, QUOTES)).toBe('');
  });

  it('[S100] the same lots read in each of the three ways', () => {
    expect(sizeIn(coin, 'usd', '0.05', null, QUOTES)).toBe('4000.00');
    expect(sizeIn(coin, 'units', '0.05', null, QUOTES)).toBe('0.05');
    expect(sizeIn(euro, 'units', '0.05', null, QUOTES)).toBe('5000');
    expect(sizeIn(euro, 'lots', '0.05', null, QUOTES)).toBe('0.05');
  });
});

const values = (more: Partial<OrderValues>): OrderValues => ({ ...EMPTY_ORDER, lots: '0.10', ...more });

describe('collateral', () => {
  it('[S101] follows the size: its margin and a hundredth, up to the cent, and the safety margin', () => {
    // 0.10 lots of bitcoin are worth 8,000 dollars, half of it is the margin.
    expect(collateralFor(coin, 10n, [null], 0, QUOTES)).toBe(404_000n);
    expect(collateralFor(coin, 10n, [null], 50, QUOTES)).toBe(604_000n);
    expect(collateralFor(euro, 1n, [null], 0, QUOTES)).toBe(3_704n);
    expect(collateralFor(euro, 1n, [null], 0, {})).toBeNull();
  });

  it('[S101] is what is sent for as long as nobody typed another', () => {
    const { body } = orderOf(coin, values({ collateral: 'follows' }), 'buy', QUOTES);
    expect(body.amount).toBe('4040.00');
    expect(orderOf(coin, values({ amount: '5000' }), 'buy', QUOTES).body.amount).toBe('5000');
    expect(withCollateral(coin, values({ collateral: 'follows', lots: 'many' }), QUOTES).amount).toBe('');
    expect(withCollateral(coin, values({ collateral: 'follows', type: 'limit' }), QUOTES).amount).toBe('');
    expect(
      withCollateral(coin, values({ collateral: 'follows', type: 'limit', limit_price: '40000' }), QUOTES).amount,
    ).toBe('2020.00');
  });

  it('[S101] of two linked orders is enough for the one that needs more', () => {
    const linked = { type: 'limit', limit_price: '40000', oco: true, leg_price: '90000' } as const;
    const { body } = orderOf(coin, values({ collateral: 'follows', ...linked }), 'buy', QUOTES);
    expect(body.amount).toBe('4545.00');
    expect(body.legs?.[0]?.amount).toBe('4545.00');
  });

  it('[S101] of two linked orders no part of what is available carries more than both have', () => {
    let now = values({ type: 'limit', limit_price: '40000', oco: true, leg_price: '90000' });
    const form = {
      get values() {
        return now;
      },
      setValues: (next: Partial<OrderValues>) => void (now = { ...now, ...next }),
      setFieldValue: (name: 'lots', text: string) => void (now = { ...now, [name]: text }),
    } as Parameters<typeof sizeActions>[1];
    sizeActions(coin, form, () => QUOTES).takeShare(500_000n, false);
    expect([now.lots, withCollateral(coin, now, QUOTES).amount]).toEqual(['0.11', '4999.50']);
    // As two fields of their own, too.
    now = { ...now, amount: '5000', collateral: 'typed' };
    sizeActions(coin, form, () => QUOTES).largest();
    expect(now.lots).toBe('0.11');
  });

  it('[S101] a part of what is available carries the most lots whose collateral is not more', () => {
    for (let cents = 100n; cents < 40_000_000n; cents = cents * 2n + 3n)
      for (const safety of [0, 25, 100] as const) {
        const lots = lotsWithin(euro, cents, [null], safety, QUOTES) ?? -1n;
        if (lots > 0n) expect(collateralFor(euro, lots, [null], safety, QUOTES)).toBeLessThanOrEqual(cents);
        expect(collateralFor(euro, lots + 1n, [null], safety, QUOTES)).toBeGreaterThan(cents);
      }
    expect(lotsWithin(euro, 100_000n, [null], 0, {})).toBeNull();
  });
});

describe('prices near the market', () => {
  it('[S102] lie so many tenths of a percent from the middle of bid and ask, on the tick', () => {
    expect(priceNearText(coin, QUOTES, 0n)).toBe('80000.00');
    expect(priceNearText(coin, QUOTES, -5n)).toBe('79600.00');
    expect(priceNearText(euro, QUOTES, 1n)).toBe('1.10110');
    expect(priceNearText(euro, {}, 1n)).toBe('');
    expect([-10n, -5n, -1n, 1n].map(moveText)).toEqual(['\u22121', '\u22120.5', '\u22120.1', '+0.1']);
  });
});

describe('reward and risk', () => {
  const pricing = (side: 'buy' | 'sell'): PricingContext => ({
    ...{ of: instrument('BTC'), side, entry: parsePrice('80000') },
    ...{ lots: 10n, rate: { num: 1n, den: 1n, quoteId: null } },
  });

  it('[S103] what a target wins for each dollar at risk, exactly, for either side', () => {
    const [low, high] = [parsePrice('79000'), parsePrice('81500')];
    expect(rewardToRisk(pricing('buy'), low, high)).toBe(150n);
    expect(rewardToRisk(pricing('sell'), high, low)).toBe(67n);
    expect(rewardToRisk(pricing('sell'), low, high)).toBeNull();
    expect(rewardToRisk(pricing('buy'), low, parsePrice('79500'))).toBeNull();
    expect(hundredthsText(67n)).toBe('0.67');
    expect(percentAway(pricing('buy'), low)).toBe('1.25');
  });

  it('[S103] a target at so many times the risk lies on the tick, and nowhere without a risk', () => {
    expect(targetAt(pricing('buy'), parsePrice('79000'), 2n)).toBe('82000.00');
    expect(targetAt(pricing('sell'), parsePrice('81000'), 3n)).toBe('77000.00');
    expect(targetAt(pricing('buy'), parsePrice('80001'), 1n)).toBeNull();
    expect(targetAt(pricing('sell'), parsePrice('170000'), 1n)).toBeNull();
  });
});
