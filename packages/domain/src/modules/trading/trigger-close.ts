import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { dealtQuote, type FeedQuote, instrument } from '../../market/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { closingPrice, type Sides } from '../positions/sides.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { findOpenTrade, peakWith } from './amend-trade.ts';
import { closeAtQuote, type TradeClosed } from './close-trade.ts';
import { financingInstant } from './financing.ts';
import { lossNotification } from './notifications.ts';
import { refuse } from './refusals.ts';
import { lotsAtTargets } from './targets.ts';
import {
  atTrigger,
  type ClosingReason,
  isClosedOut,
  isExitReached,
  lossCents,
  lossSteps,
  openSince,
  protectedSince,
  trailingSince,
  type Trigger,
  triggerRate,
  triggerAgeRefusal,
} from './triggers.ts';

/** Sent by the product when a quote reached a trade's stop, target or trailing stop, or no longer carries the trade. */
export type TriggerClose = {
  readonly kind: 'trigger_close';
  readonly clientId: string;
  readonly tradeId: string;
  readonly why: ClosingReason | 'close_out';
  readonly trigger: Trigger;
  /** For a trailing stop: the quote of the best price, where it is not written down yet. */
  readonly peak?: FeedQuote;
};

/** Sent by the product when a position has lost another tenth of its collateral: its client is told, nothing moves. */
export type AlertLoss = {
  readonly kind: 'alert_loss';
  readonly clientId: string;
  readonly tradeId: string;
  readonly step: number;
  readonly trigger: Trigger;
};

/** A target closes a part: so much is still open after it. */
type ClosedByTrigger = TradeClosed & Partial<Fields<'open_lots'>>;

/**
 * Looks at the price once more, exactly and as dealt to this client, and closes all that is open at that quote; before the take profit, the lots of the targets that
 * it reached.
 */
export function decideTriggerClose(state: State, command: TriggerClose, context: Context): Decision<ClosedByTrigger> {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  const { trigger, why } = command;
  if (trigger.quote.symbol !== trade.symbol) throw new Error('a trigger of another symbol');
  const late = triggerAgeRefusal(trigger, countsSince(trade, why), context);
  if (late) return refuse(late);
  const trailingPeak = peakOf(trade, party, command);
  const quote = dealtQuote(trigger.quote, effectiveMarkup(party));
  if (!isReached({ ...trade, trailingPeak }, quote, command)) return refuse('trigger.not_reached');

  const lots = why === 'take_profit' ? lotsAtTargets(trade, closingPrice(quote, trade.side)) : null;
  const closed = closeAtQuote(
    state,
    {
      clientId: trade.clientId,
      tradeId: trade.id,
      lots,
      closedBy: why,
      peak: trailingPeak,
    },
    atTrigger(context, trigger),
  );
  if (!closed.outcome.ok) return closed;
  return {
    ...closed,
    outcome: { ok: true, result: { ...closed.outcome.result, ...stillOpen(trade, lots) } },
    invalidates: [
      {
        clientId: trade.clientId,
        topics: ['account', 'trades', ...(trade.copyId === null ? [] : ['copies'])],
        event: `trade_closed_by_${why}`,
        subjectId: trade.id,
        staff: false,
      },
    ],
  };
}

function stillOpen({ openLots }: Trade, lots: bigint | null): Partial<Fields<'open_lots'>> {
  return lots === null || lots === openLots ? {} : { open_lots: (openLots - lots).toString() };
}

/** From which moment on a quote can close it so. What a night took from its collateral says nothing about the quotes before that night. */
export function countsSince(trade: Trade, why: TriggerClose['why']): Date {
  if (why === 'trailing_stop') return trailingSince(trade);
  if (why !== 'close_out') return protectedSince(trade);
  const open = openSince(trade);
  const night = trade.financedThrough === null ? open : financingInstant(trade.financedThrough);
  return night > open ? night : open;
}

/** Whether a trigger's quote, as dealt to its client, closes it so. */
export function isReached(
  trade: Trade,
  quote: Sides,
  { trigger, why }: Pick<TriggerClose, 'trigger' | 'why'>,
): boolean {
  return why === 'close_out'
    ? isClosedOut(trade, quote, triggerRate(instrument(trade.symbol).quote, trigger))
    : isExitReached(trade, why, quote);
}

/** The best price that a trailing stop counts by: what the trade knows, or the one that came with the command. */
function peakOf(trade: Trade, party: Party, { trigger, why, peak }: TriggerClose): Trade['trailingPeak'] {
  return why === 'trailing_stop' && peak !== undefined
    ? peakWith(trade, party, peak, trigger.quote.receivedTime)
    : trade.trailingPeak;
}

export function decideAlertLoss(state: State, command: AlertLoss, context: Context): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  const { trigger, step } = command;
  const outcome = { ok: true as const, result: { id: trade.id } };
  if (trigger.quote.symbol !== trade.symbol) throw new Error('a trigger of another symbol');
  const late = triggerAgeRefusal(trigger, openSince(trade), context);
  if (late) return refuse(late);
  if (step <= trade.lossStep) return { outcome };
  const quote = dealtQuote(trigger.quote, effectiveMarkup(party));
  const rate = triggerRate(instrument(trade.symbol).quote, trigger);
  if (lossSteps(trade, quote, rate) < step) return refuse('trigger.not_reached');
  return {
    outcome,
    rows: [changed(TRADES, trade, { ...trade, lossStep: step })],
    notifications: [lossNotification(trade, step, lossCents(trade, quote, rate))],
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'trade_losing', subjectId: trade.id, staff: false },
    ],
  };
}
