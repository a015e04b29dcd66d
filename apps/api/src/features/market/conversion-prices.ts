import { messages } from '@clearbook/contracts/messages';
import { parsePrice, type Price } from '@clearbook/domain/market';
import type { Clock } from '../../platform/clock.ts';
import type { Market } from './market.ts';

/** The coins in which a deposit can be paid, by the names that the price service uses. */
export const DEPOSIT_COINS = ['bitcoin', 'ethereum', 'tether'] as const;
export type DepositCoin = (typeof DEPOSIT_COINS)[number];

export type CoinPrice =
  | {
      readonly ok: true;
      /** Dollars for one coin. */ readonly price: Price;
      readonly source: string;
      /** The market's quote, where it is one. */ readonly quoteId: string | null;
      readonly at: Date;
    }
  | { readonly ok: false; readonly code: 'price.unavailable'; readonly detail: string };

/** Dollar prices for the deposit wizard. Never throws: a price that cannot be had is a value with a sentence. */
export type ConversionPrices = { usdPrice(coin: DepositCoin): Promise<CoinPrice> };

export const PRICE_UNAVAILABLE: CoinPrice = {
  ok: false,
  code: 'price.unavailable',
  detail: messages.deposit.priceUnavailable,
};

/**
 * Paper money needs no outside service: bitcoin and ether at the market's own mid, its last one while there is none to deal on, tether at one dollar. What this
 * market has never priced is asked of the others, in their order.
 */
export function createMarketConversionPrices(
  market: Pick<Market, 'conversion'>,
  clock: Clock,
  ...others: readonly Pick<Market, 'conversion'>[]
): ConversionPrices {
  const symbols = { bitcoin: 'BTC', ethereum: 'ETH' } as const;
  return {
    usdPrice(coin) {
      const now = clock.now();
      if (coin === 'tether')
        return Promise.resolve({ ok: true, price: parsePrice('1'), source: 'fixed', quoteId: null, at: now });
      for (const each of [market, ...others]) {
        const found = each.conversion(symbols[coin], now, 'display');
        if (!found.ok || found.quote === null) continue;
        const { bid, ask, source, id, sourceTime } = found.quote;
        return Promise.resolve({ ok: true, price: (bid + ask) / 2n, source, quoteId: id, at: sourceTime });
      }
      return Promise.resolve(PRICE_UNAVAILABLE);
    },
  };
}
