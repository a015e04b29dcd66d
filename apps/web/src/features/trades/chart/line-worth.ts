import type { Instrument, Trade } from '@clearbook/contracts';
import { chartWords as words } from '@clearbook/contracts/words/chart';
import { tryParsePrice } from '@clearbook/domain/market';
import { centsText, toUnits } from '../../../lib/decimal.ts';
import { formatUsd, MINUS } from '../../../lib/format.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { domainOf, type PricingContext, rateOf, tell } from '../ticket/preview.ts';
import { hundredthsText, percentAway, rewardToRisk } from '../ticket/reward.ts';
import type { Line } from './lines.ts';

/**
 * What closing at a line of an open trade would bring: dollars with their sign, percent of the entry and, for a target of a trade that has a
 * stop, how many times the risk. Null for every other line, and while the quote that converts it is missing.
 */
export function worthOf(line: Line, trade: Trade | undefined, of: Instrument, quotes: Quotes): string | null {
  const what = line.what === 'stop_loss' ? 'stop_loss' : 'take_profit';
  if (trade === undefined || (line.what !== what && line.what !== 'target')) return null;
  const [entry, level] = [tryParsePrice(trade.entry_price ?? ''), tryParsePrice(line.price)];
  const rate = rateOf(of.quote_currency, quotes);
  if (entry === undefined || level === undefined || rate === undefined) return null;
  const lots = toUnits(line.part?.lots ?? trade.lots_open, 2);
  const pricing: PricingContext = { of: domainOf(of), side: trade.side, entry, lots, rate };
  const won = tell('take_profit', level, pricing).money ?? 0n;
  const size = formatUsd(centsText(won < 0n ? -won : won));
  const money = won === 0n ? size : won > 0n ? `+${size}` : `${MINUS}${size}`;
  const stop = what === 'take_profit' ? tryParsePrice(trade.stop_loss ?? '') : undefined;
  const times = stop === undefined ? null : rewardToRisk(pricing, stop, level);
  return words.worth(money, percentAway(pricing, level), times === null ? null : hundredthsText(times));
}
