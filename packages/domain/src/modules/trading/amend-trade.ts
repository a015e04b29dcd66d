import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { dealtQuote, type FeedQuote, type Price } from '../../market/index.ts';
import { COPIES } from '../positions/copies.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { closingPrice } from '../positions/sides.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { lastKnown } from './protections.ts';
import { refuse } from './refusals.ts';
import { refusedClosing } from './targets.ts';
import { betterPeak, isTooOld, trailingSince } from './triggers.ts';

/** Sets a trade's stop, target and trailing stop, all three: null removes one. Its targets stay where they are left out. */
export type AmendTrade = {
  readonly kind: 'amend_trade';
  readonly clientId: string;
  readonly tradeId: string;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: Price | null;
  readonly targets?: Trade['targets'];
};

/** Sent by the product: the price has been better for a trailing stop than it knew. */
export type RecordTrailingPeak = {
  readonly kind: 'record_trailing_peak';
  readonly clientId: string;
  readonly tradeId: string;
  readonly peak: FeedQuote;
};

/** Works for a suspended client too: it can only end what is open. Checked against the last known price, also while the market is closed. */
export function decideAmendTrade(state: State, command: AmendTrade, context: Context): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  if (isMirrored(state, trade)) return refuse('trade.mirrored');
  const known = lastKnown(trade.symbol, party, context);
  if (!known.ok) return refuse(known.code, undefined, { detail: known.detail });
  const { stopLoss, takeProfit, trailingDistance, targets = trade.targets } = command;
  const closing = closingPrice(known.quote, trade.side);
  const unchanged = trailingDistance !== null && trailingDistance === trade.trailingDistance;
  const protections = { stopLoss, takeProfit, trailingDistance, targets };
  // One that stays counts from its best price, whatever the price is now.
  const asked = { ...protections, trailingDistance: unchanged ? null : trailingDistance };
  const refused = refusedClosing(trade.symbol, trade.side, closing, asked, trade.openLots);
  if (refused) return refused;
  const after: Trade = {
    ...trade,
    ...protections,
    // A trailing stop that stays keeps what it has gained; a new distance counts from the price now.
    trailingPeak: trailingDistance === null ? null : unchanged ? trade.trailingPeak : closing,
    trailingSince: trailingDistance === null ? null : unchanged ? trailingSince(trade) : context.now,
    protectedAt: context.now,
  };
  return {
    outcome: { ok: true, result: { id: trade.id } },
    rows: [changed(TRADES, trade, after)],
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'trade_amended', subjectId: trade.id, staff: false },
    ],
  };
}

/** Moves the best price, never back. */
export function decideRecordTrailingPeak(state: State, command: RecordTrailingPeak, context: Context): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  const outcome = { ok: true as const, result: { id: trade.id } };
  if (isTooOld(command.peak, context)) return refuse('trigger.too_old');
  const peak = peakWith(trade, party, command.peak, context.now);
  if (peak === null || peak === trade.trailingPeak) return { outcome };
  return {
    outcome,
    rows: [changed(TRADES, trade, { ...trade, trailingPeak: peak, trailingSince: command.peak.receivedTime })],
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'trade_amended', subjectId: trade.id, staff: false },
    ],
  };
}

/** The trailing stop's best price once this quote is counted: only quotes since it was attached are. */
export function peakWith(trade: Trade, party: Party, peak: FeedQuote, until: Date): Price | null {
  if (peak.symbol !== trade.symbol) throw new Error('a peak of another symbol');
  if (trade.trailingDistance === null || trade.trailingPeak === null) return null;
  if (peak.receivedTime < trailingSince(trade) || peak.receivedTime > until) return trade.trailingPeak;
  const seen = closingPrice(dealtQuote(peak, effectiveMarkup(party)), trade.side);
  return betterPeak(trade.side, trade.trailingPeak, seen);
}

/** An open trade of this client with its owner, or why nothing can be done with it. */
export function findOpenTrade(
  state: State,
  { tradeId, clientId }: { readonly tradeId: string; readonly clientId: string },
): { trade: Trade; party: Party } | Decision<never> {
  const trade = state.of(TRADES).get(tradeId);
  if (trade === undefined || trade.clientId !== clientId) return refuse('trade.not_found');
  if (trade.status === 'closed') return refuse('trade.already_closed');
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined) throw new Error('trade of somebody without books');
  return { trade, party };
}

/** A trade that follows another closes with it; once its copy has ended and the client kept it, it is their own. */
export function isMirrored(state: State, trade: Trade): boolean {
  const copy = trade.copyId === null ? undefined : state.of(COPIES).get(trade.copyId);
  return copy !== undefined && copy.status !== 'stopped';
}
