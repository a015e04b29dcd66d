import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { closingColumns, TRADES, pendingClose } from '../positions/model.ts';
import { findOpenTrade } from './amend-trade.ts';
import { closeAtQuote, type TradeClosed } from './close-trade.ts';
import { refuse } from './refusals.ts';
import { atTrigger, type Trigger, triggerAgeRefusal } from './triggers.ts';

/** Sent by the product when a trade whose close waits has a good quote. */
export type FillPendingClose = {
  readonly kind: 'fill_pending_close';
  readonly clientId: string;
  readonly tradeId: string;
  readonly trigger: Trigger;
};

/** Takes back a close that waits. */
export type CancelClose = { readonly kind: 'cancel_close'; readonly clientId: string; readonly tradeId: string };

/** The client's own close, of as many lots as they asked for, at the first good quote received since. */
export function decideFillPendingClose(
  state: State,
  command: FillPendingClose,
  context: Context,
): Decision<TradeClosed & Fields<'open_lots'>> {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade } = found;
  const { trigger } = command;
  if (trigger.quote.symbol !== trade.symbol) throw new Error('a trigger of another symbol');
  const waits = pendingClose(trade);
  if (waits === null) return refuse('close.not_waiting');
  const { lots, since } = waits;
  const late = triggerAgeRefusal(trigger, since, context);
  if (late) return refuse(late);
  const closed = closeAtQuote(
    state,
    { clientId: trade.clientId, tradeId: trade.id, lots, closedBy: 'client' },
    atTrigger(context, trigger),
  );
  if (!closed.outcome.ok) return { outcome: closed.outcome };
  const left = trade.openLots - lots;
  return {
    ...closed,
    outcome: { ok: true, result: { ...closed.outcome.result, open_lots: left.toString() } },
    // Its client may be looking elsewhere by now.
    invalidates: (closed.invalidates ?? []).map((invalidation) => ({
      ...invalidation,
      event: 'trade_closed_as_asked',
    })),
  };
}

export function decideCancelClose(state: State, command: CancelClose): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade } = found;
  if (pendingClose(trade) === null) return refuse('close.not_waiting');
  return {
    outcome: { ok: true, result: { id: trade.id } },
    rows: [changed(TRADES, trade, { ...trade, ...closingColumns(null) })],
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'close_cancelled', subjectId: trade.id, staff: false },
    ],
  };
}
