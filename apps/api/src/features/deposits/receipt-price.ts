import { type AskedDeposit, type DepositMethod, takesReceiptRate } from '@clearbook/domain/funding';
import type { Price } from '@clearbook/domain/market';
import { Problem } from '../../platform/http/index.ts';
import { type CoinPrice, type ConversionPrices, type Market } from '../market/index.ts';

/** How long after its moment a recorded price still counts. */
const RECORDED_MS = 5 * 60_000;
const SYMBOLS = { bitcoin: 'BTC', ethereum: 'ETH', tether: null } as const;

/** For a row of the deposits table that isn't a loan. */
export function methodOf(text: string): DepositMethod {
  return text === 'bitcoin' || text === 'ethereum' ? text : 'tether';
}

/** @throws Problem (503) if there is none */
export async function priceNow(
  prices: ConversionPrices,
  method: DepositMethod,
): Promise<Extract<CoinPrice, { ok: true }>> {
  const priced = await prices.usdPrice(method);
  if (!priced.ok) throw new Problem(503, priced.code, priced.detail, [], { 'retry-after': '60' });
  return priced;
}

/**
 * Dollars for one coin when a payment arrived, for coins that the locked rate doesn't cover: as the market recorded it in that minute, otherwise as
 * stored with a late proof, otherwise now. Null if it isn't needed or the stored one counts.
 * @throws Problem (503) if it's needed and there is none
 */
export async function rateAtReceipt(
  { prices, market }: { readonly prices: ConversionPrices; readonly market: Market },
  deposit: AskedDeposit,
  receipt: { readonly units: bigint | null; readonly at: Date | null },
): Promise<Price | null> {
  if (!takesReceiptRate(deposit, receipt)) return null;
  const recorded = receipt.at === null ? null : await recordedPrice(market, deposit.method, receipt.at);
  if (recorded !== null) return recorded;
  return deposit.lateRate === null ? (await priceNow(prices, deposit.method)).price : null;
}

async function recordedPrice(market: Market, method: DepositMethod, at: Date): Promise<Price | null> {
  const symbol = SYMBOLS[method];
  if (symbol === null) return null;
  const [bar] = await market.bars(symbol, '1m', 1, at);
  return bar !== undefined && at.getTime() - bar.timeMs < RECORDED_MS ? bar.close : null;
}
