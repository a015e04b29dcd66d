import { type Context, type Decision, Later, type Result } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { conversionRate, instrument } from '../../market/index.ts';
import { max, min } from '../../money/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { notional, requiredMargin } from '../positions/margin.ts';
import { TRADES } from '../positions/model.ts';
import { effectiveLeverageHundredths, effectiveMarkup } from '../positions/terms.ts';
import { refuseStoppedCopying } from '../switches/guard.ts';
import { closeAtQuote, type TradeClosed } from '../trading/close-trade.ts';
import { afterTriggers } from '../trading/due.ts';
import { conversionQuote, decideOpenTrade, type TradeOpened } from '../trading/open-trade.ts';
import type { OpeningRefusal } from '../trading/opening-refusals.ts';
import { COPY_SKIPS, LEAD_TRADES, type LeadTrade, type SkipReason } from './model.ts';
import { MIRROR_MAX_DELAY_MS, movedTooFar, proportionalCollateral, roomOf, targetLots } from './ratio.ts';

export type MirrorOpen = {
  readonly kind: 'mirror_open';
  readonly clientId: string;
  readonly copyId: string;
  readonly leadTradeId: string;
  /** The client chose to copy the trader's open trades too: at the current price, however long ago they were opened. */
  readonly atStart: boolean;
};

export type MirrorClose = {
  readonly kind: 'mirror_close';
  readonly clientId: string;
  readonly copyId: string;
  /** The copier's trade, and the trader's that it follows. */
  readonly tradeId: string;
  readonly leadTradeId: string;
};

/**
 * Opens a copier's share of a trader's own trade, as an order of the copier at the copier's own terms, or says why not. A "no" is written down
 * as a skip: it is the answer of this command and never comes back.
 */
export function decideMirrorOpen(state: State, command: MirrorOpen, context: Context): Decision<TradeOpened | Skipped> {
  const { copy, lead } = rowsOf(state, command);
  const party = state.of(PARTIES).get(copy.clientId);
  if (party === undefined) throw new Error('a copy of somebody without books');
  const skip = (reason: SkipReason): Decision<Skipped> => skipped(copy, lead, reason, context.now);

  if (copy.status === 'stopping' || copy.status === 'stopped') return did({ skipped: 'stopped' } as const);
  if (isMirrored(state, copy, lead)) return did({ skipped: 'mirrored' } as const);
  if (copy.status === 'paused') return skip('paused');
  if (refuseStoppedCopying(state)) return skip('stopped_for_all');
  if (party.status !== 'active') return skip('suspended');
  if (lead.openLots === 0n) return skip('already_closed');
  if (!command.atStart && context.now.getTime() - lead.openedAt.getTime() > MIRROR_MAX_DELAY_MS) return skip('late');
  // What the trader has had open for longer may still be in the shares of before.
  if (command.atStart && context.isSplitting?.(lead.symbol) === true) return skip('no_price');
  const lots = targetLots(copy, lead);
  if (lots === undefined) return skip('no_equity');
  if (lots === 0n) return skip('too_small');

  const of = instrument(lead.symbol);
  const priced = context.quote(lead.symbol, effectiveMarkup(party), 'opening');
  if (!priced.ok) return skip(WHY[priced.code] ?? 'no_price');
  const conversion = conversionQuote(of.base, lead.symbol, priced.quote, context);
  const rate = conversion.ok ? conversionRate(of.base, () => conversion.quote ?? undefined) : undefined;
  if (rate === undefined) return skip('no_price');
  const price = lead.side === 'buy' ? priced.quote.ask : priced.quote.bid;
  if (!command.atStart && movedTooFar(price, lead)) return skip('price_moved');

  const required = requiredMargin(notional(of, lots, rate), effectiveLeverageHundredths(of, party));
  const room = roomOf(copy);
  if (required > room) return skip('allotment_used');
  if (required > party.cash) return skip('balance');
  const amount = min(max(required, proportionalCollateral(lead, lots)), min(room, party.cash));
  const opened = atOnceOrNever(() =>
    decideOpenTrade(
      state,
      { kind: 'open_trade', clientId: copy.clientId, symbol: lead.symbol, side: lead.side, lots, amount },
      context,
      { mirrors: { copyId: copy.id, leadTradeId: lead.id } },
    ),
  );
  if (opened === undefined) return skip('no_price');
  if (!opened.outcome.ok) return skip(WHY[opened.outcome.refusal.code as OpeningRefusal] ?? 'not_allowed');
  return {
    ...opened,
    notifications: (opened.notifications ?? []).map((notification) => ({ ...notification, template: 'trade-copied' })),
    invalidates: [
      {
        clientId: copy.clientId,
        topics: ['account', 'trades', 'copies'],
        event: 'copy_opened',
        subjectId: copy.id,
        staff: false,
      },
    ],
  };
}

/**
 * Brings a mirrored trade down to its target: trader flat means copier flat. While the copy is being stopped the target is nothing. Follows for
 * everybody, suspended copiers included; where there is no price it is refused and asked again later.
 */
export function decideMirrorClose(
  state: State,
  command: MirrorClose,
  context: Context,
): Decision<TradeClosed | NothingClosed> {
  const { copy, lead } = rowsOf(state, command);
  const trade = state.of(TRADES).get(command.tradeId);
  if (trade === undefined || trade.copyId !== copy.id || trade.leadTradeId !== lead.id)
    throw new Error('a mirrored trade of another copy');
  if (copy.status === 'stopped') return did({ closed: '0' } as const);
  // A split reaches the two trades one after the other, and their lots are not to be compared in between: what is above its target comes down afterwards.
  if (copy.status !== 'stopping' && context.isSplitting?.(lead.symbol) === true) return did({ closed: '0' } as const);
  const target = copy.status === 'stopping' ? 0n : (targetLots(copy, lead) ?? 0n);
  const lots = trade.openLots - target;
  if (trade.status === 'closed' || lots <= 0n) return did({ closed: '0' } as const);
  // What a quote has set off already comes first; whoever catches up asks again.
  const free = atOnceOrNever(() => (afterTriggers(state, command, context), true));
  if (free === undefined) return did({ closed: '0' } as const);

  const closing = { clientId: copy.clientId, tradeId: trade.id, lots, closedBy: 'copy' } as const;
  const closed = closeAtQuote(state, closing, context);
  if (!closed.outcome.ok) return closed;
  // Of a copy that ends, its trader may hold theirs still.
  const ends = copy.status === 'stopping' ? { template: 'trade-closed-by-copy-end' } : {};
  return {
    ...closed,
    notifications: (closed.notifications ?? []).map((notification) => ({ ...notification, ...ends })),
    invalidates: [
      {
        clientId: copy.clientId,
        topics: ['account', 'trades', 'copies'],
        event: 'copy_closed',
        subjectId: copy.id,
        staff: false,
      },
    ],
  };
}

/** A copy that waits would hold up what everybody else's traders do. Undefined where it would have to: the copier can't be valued, or a quote comes first. */
function atOnceOrNever<D>(decide: () => D): D | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Later) return undefined;
    throw error;
  }
}

/** Throws where what is asked for could never be: only a trader's own trades are mirrored, and never to themselves. */
function rowsOf(
  state: State,
  { clientId, copyId, leadTradeId }: MirrorOpen | MirrorClose,
): { copy: Copy; lead: LeadTrade } {
  const copy = state.of(COPIES).get(copyId);
  const lead = state.of(LEAD_TRADES).get(leadTradeId);
  if (copy === undefined || lead === undefined || copy.clientId !== clientId) throw new Error('no such copy');
  if (lead.clientId !== copy.leadId || lead.copyId !== null || lead.clientId === clientId)
    throw new Error("only a trader's own trades are mirrored");
  return { copy, lead };
}

function isMirrored(state: State, copy: Copy, lead: LeadTrade): boolean {
  for (const { copyId, leadTradeId } of state.of(TRADES).values())
    if (copyId === copy.id && leadTradeId === lead.id) return true;
  return false;
}

/** Refusals of the books as reasons of a skip. */
const WHY: Readonly<Partial<Record<OpeningRefusal, SkipReason>>> = {
  'market.closed': 'market_closed',
  'market.stale': 'no_price',
  'market.unavailable': 'no_price',
  'order.notional_too_small': 'too_small',
  'order.notional_too_large': 'too_large',
  'order.insufficient_balance': 'balance',
  'account.suspended': 'suspended',
  'trading.stopped': 'stopped_for_all',
  'trading.class_stopped': 'stopped_for_all',
  'instrument.close_only': 'not_offered',
  'instrument.off': 'not_offered',
  'market.holiday': 'market_closed',
  'volume.client': 'volume_limit',
  'volume.all': 'volume_limit',
  'limits.time_out': 'time_out',
  'limits.self_exclusion': 'time_out',
  'limits.excluded': 'time_out',
  'limits.daily_loss': 'daily_loss',
  'order.too_many_trades': 'too_many_trades',
};

type Skipped = { readonly skipped: SkipReason | 'stopped' | 'mirrored' };
type NothingClosed = { readonly closed: '0' };

function skipped(copy: Copy, lead: LeadTrade, reason: SkipReason, at: Date): Decision<Skipped> {
  return {
    outcome: { ok: true, result: { skipped: reason } },
    rows: [created(COPY_SKIPS, { copyId: copy.id, leadTradeId: lead.id, reason, at })],
    invalidates: [
      { clientId: copy.clientId, topics: ['copies'], event: 'copy_skipped', subjectId: copy.id, staff: false },
    ],
  };
}

function did<R extends Result>(result: R): Decision<R> {
  return { outcome: { ok: true, result } };
}
