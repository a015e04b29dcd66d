import { botOrder, botProtections, REST_BARS, type Strategy } from '@clearbook/domain/copying';
import type { Command } from '@clearbook/domain/ledger';
import { type Bar, BAR_MS, conversionRate, instrument, type Symbol } from '@clearbook/domain/market';
import type { Cents } from '@clearbook/domain/money';
import { closingPrice, effectiveLeverageHundredths, effectiveMarkup, NO_PACKAGE } from '@clearbook/domain/trading';
import type { Market } from '../market/index.ts';

/** The parts of a bot's open trade that its strategy needs. */
export type Holding = {
  readonly tradeId: string;
  readonly side: 'buy' | 'sell';
};

/**
 * What a bot does in one symbol when a bar ends: the command that takes it from its position to the one its strategy wants, or nothing. The same
 * function makes the history and trades live.
 */
export function stepOf(
  at: {
    readonly strategy: Strategy;
    readonly symbol: Symbol;
    readonly clientId: string;
    readonly now: Date;
    /** When a stop last closed a trade of it in this symbol. */
    readonly stoppedAt?: Date | undefined;
  },
  finished: readonly Bar[],
  holding: Holding | undefined,
  equity: Cents,
  market: Pick<Market, 'quote' | 'marks'>,
): Command<'open_trade' | 'close_trade'> | undefined {
  const { strategy, symbol, clientId, now, stoppedAt } = at;
  if (finished.length < strategy.bars || !endsNow(finished.at(-1), strategy, now)) return undefined;
  const side = strategy.wants(finished, holding?.side ?? null);
  if (side === (holding?.side ?? null)) return undefined;
  // Commands that would be refused aren't sent.
  const priced = market.quote(symbol, effectiveMarkup(NO_PACKAGE), now);
  if (!priced.ok) return undefined;
  // Changing sides takes two bars: one to close, one to open.
  if (holding !== undefined) return { kind: 'close_trade', clientId, tradeId: holding.tradeId, lots: null };
  if (side === null || rests(stoppedAt, strategy, now)) return undefined;
  const of = instrument(symbol);
  const marks = market.marks(now);
  const rate = conversionRate(of.base, (pair) => marks.mark(pair, 0));
  if (rate === undefined) return undefined;
  const order = botOrder(of, equity, rate, effectiveLeverageHundredths(of, NO_PACKAGE));
  const stops = botProtections(of, strategy, finished, side, closingPrice(priced.quote, side));
  return order && stops && { kind: 'open_trade', clientId, symbol, side, ...order, ...stops };
}

function rests(stoppedAt: Date | undefined, { interval }: Strategy, now: Date): boolean {
  return stoppedAt !== undefined && now.getTime() - stoppedAt.getTime() < REST_BARS * BAR_MS[interval];
}

/** After a weekend the last bar is too old: the strategy waits for a fresh one. */
function endsNow(last: Bar | undefined, { interval }: Strategy, now: Date): boolean {
  if (last === undefined) return false;
  const since = now.getTime() - (last.timeMs + BAR_MS[interval]);
  return since >= 0 && since < BAR_MS[interval];
}
