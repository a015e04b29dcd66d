import type { Context, Decision, NotificationDraft } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { dealtQuote, instrument } from '../../market/index.ts';
import { type Fraction, floorDivide } from '../../money/index.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { effectiveMarkup } from '../positions/terms.ts';
import { findOpenTrade } from '../trading/amend-trade.ts';
import { lotsText } from '../trading/notifications.ts';
import { openSince, type Trigger, triggerRate, unrealisedExact, triggerAgeRefusal } from '../trading/triggers.ts';
import { MARGIN_CALLS, type MarginCalls } from './model.ts';
import { refuse } from './refusals.ts';

/** Levels that a client may choose, in percent of the required margin: a position is closed out at 50. */
export const LEVEL_MIN = 51;
export const LEVEL_MAX = 1_000;
export const MOST_LEVELS = 5;
/** Points above a level from which on it counts again, so that a price that trembles there tells nobody twice. */
export const LEVEL_APART = 5;
/** Above every level: a position that has been there since. */
export const UNCALLED = LEVEL_MAX + 1;

/** Replaces all levels at which a client is told; none ends it. */
export type SetMarginCalls = {
  readonly kind: 'set_margin_calls';
  readonly clientId: string;
  readonly levels: readonly number[];
};

/** Sent by the product when a quote may have brought a position below one of its client's levels, or back above. */
export type AlertMargin = {
  readonly kind: 'alert_margin';
  readonly clientId: string;
  readonly tradeId: string;
  readonly trigger: Trigger;
};

export function decideSetMarginCalls(state: State, { clientId, levels }: SetMarginCalls, context: Context): Decision {
  state.party(clientId);
  const sound = levels.every((level) => Number.isInteger(level) && level >= LEVEL_MIN && level <= LEVEL_MAX);
  if (!sound || new Set(levels).size !== levels.length || levels.length > MOST_LEVELS)
    return refuse('margin_call.levels', 'levels', {
      ...{ least: String(LEVEL_MIN), most: String(LEVEL_MAX), count: String(MOST_LEVELS) },
    });
  const before = state.of(MARGIN_CALLS).get(clientId);
  const after: MarginCalls = { clientId, levels: levels.toSorted((a, b) => b - a), setAt: context.now };
  return {
    outcome: { ok: true, result: { id: clientId } },
    rows: [before === undefined ? created(MARGIN_CALLS, after) : changed(MARGIN_CALLS, before, after)],
    invalidates: [{ clientId, topics: ['trades'], event: 'margin_calls_set', subjectId: clientId, staff: false }],
  };
}

/** Tells once for each crossing: what one quote brings is one notice, of the lowest level that it reached. */
export function decideAlertMargin(state: State, command: AlertMargin, context: Context): Decision {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  const { trigger } = command;
  if (trigger.quote.symbol !== trade.symbol) throw new Error('a trigger of another symbol');
  const calls = state.of(MARGIN_CALLS).get(trade.clientId);
  if (calls === undefined) return refuse('trigger.not_reached');
  const late = triggerAgeRefusal(trigger, callsSince(trade, calls.setAt), context);
  if (late) return refuse(late);
  const rate = triggerRate(instrument(trade.symbol).quote, trigger);
  const worth = worthOf(trade, unrealisedExact(trade, dealtQuote(trigger.quote, effectiveMarkup(party)), rate));
  const called = calledAt(trade, calls.levels, worth);
  if (called === (trade.calledLevel ?? UNCALLED)) return refuse('trigger.not_reached');
  // One that comes late must not take back what a newer one has told.
  const calledSince = new Date(trigger.quote.receivedTime.getTime() + 1);
  const tells = called < (trade.calledLevel ?? UNCALLED) && !openedBelow(trade, called);
  return {
    outcome: { ok: true, result: { id: trade.id } },
    rows: [changed(TRADES, trade, { ...trade, calledLevel: called, calledSince })],
    ...(tells && { notifications: [marginNotification(trade, called, worth)] }),
    invalidates: [
      { clientId: trade.clientId, topics: ['trades'], event: 'margin_called', subjectId: trade.id, staff: false },
    ],
  };
}

/** From which moment on a quote counts: since the position is open, since the levels are set, and after the last one that was told of. */
export function callsSince(trade: Pick<Trade, 'openedAt' | 'heldSince' | 'calledSince'>, setAt: Date): Date {
  return [openSince(trade), setAt, trade.calledSince ?? setAt].reduce((one, other) => (other > one ? other : one));
}

/** Collateral left and what closing would bring, in cents, exactly. */
function worthOf({ collateralLeft }: Pick<Trade, 'collateralLeft'>, { num, den }: Fraction): Fraction {
  return { num: collateralLeft * den + num, den };
}

/** The lowest level that holds a position at this worth: one that it reached, or one that it was told of and has not left behind by enough. */
export function calledAt(
  { calledLevel, requiredMarginLeft }: Pick<Trade, 'calledLevel' | 'requiredMarginLeft'>,
  levels: readonly number[],
  { num, den }: Fraction,
): number {
  const holds = (level: number): boolean => {
    if (num * 100n <= BigInt(level) * requiredMarginLeft * den) return true;
    const told = calledLevel !== null && level >= calledLevel;
    return told && num * 100n < BigInt(level + LEVEL_APART) * requiredMarginLeft * den;
  };
  return Math.min(UNCALLED, ...levels.filter(holds));
}

/** What is opened with less collateral than a level asks for crosses nothing. */
function openedBelow({ calledLevel, collateral, requiredMargin }: Trade, level: number): boolean {
  return calledLevel === null && collateral * 100n <= BigInt(level) * requiredMargin;
}

function marginNotification(trade: Trade, level: number, { num, den }: Fraction): NotificationDraft {
  const tenths = floorDivide(num * 1_000n, den * trade.requiredMarginLeft);
  return {
    userId: trade.clientId,
    template: 'margin-call',
    values: {
      symbol: trade.symbol,
      side: trade.side === 'buy' ? 'Buy' : 'Sell',
      lots: lotsText(trade.openLots),
      level: `${level}%`,
      now: `${tenths / 10n}.${(tenths < 0n ? -tenths : tenths) % 10n}%`,
    },
    subjectId: trade.id,
  };
}
