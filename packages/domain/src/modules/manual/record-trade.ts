import type { Context, Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { isSymbol } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import type { Side } from '../positions/model.ts';
import { decideAdjust } from './adjust.ts';
import { MANUAL_TRADES } from './model.ts';
import { refuse } from './refusals.ts';

export type RecordTrade = {
  readonly kind: 'record_trade';
  readonly staffId: string;
  readonly clientId: string;
  readonly outcome: 'profit' | 'loss';
  readonly symbol: string;
  readonly side: Side;
  readonly amount: Cents;
  readonly reason: string;
  /** The entry that a loss corrects. */
  readonly corrects: bigint | null;
};

/** Recorded trades have one lot, as the specification says. In hundredths. */
export const RECORDED_LOTS = 100n;

/**
 * A profit or loss that staff enter manually (departures D6): an adjustment under the same rules as any other, shown among the client's
 * trades as a closed one marked "Manual". It isn't based on a quote, so it counts toward no result and no performance figure.
 */
export function decideRecordTrade(state: State, command: RecordTrade, context: Context): Decision {
  const { symbol, side, clientId, amount } = command;
  if (!isSymbol(symbol)) return refuse('order.unknown_symbol', 'symbol');
  const direction = command.outcome === 'profit' ? 'credit' : 'debit';
  const { staffId, reason, corrects } = command;
  const adjusted = decideAdjust(
    state,
    { kind: 'adjust', staffId, clientId, direction, amount, reason, corrects },
    context,
  );
  if (!adjusted.outcome.ok || adjusted.entry === undefined) return adjusted;
  const id = adjusted.entry.subjectId;
  const row = created(MANUAL_TRADES, {
    id,
    clientId,
    tradeId: null,
    symbol,
    side,
    lots: RECORDED_LOTS,
    amount: command.outcome === 'profit' ? amount : -amount,
    at: context.now,
  });
  return {
    ...adjusted,
    rows: [row],
    records: (adjusted.records ?? []).map((change) =>
      change.kind === 'audit'
        ? { ...change, action: `trade.${command.outcome}`, facts: { ...change.facts, symbol, side } }
        : change,
    ),
    notifications: (adjusted.notifications ?? []).map((notification) => ({
      ...notification,
      template: 'trade-recorded',
      values: { ...notification.values, outcome: command.outcome, symbol, side: side.toUpperCase() },
    })),
    invalidates: (adjusted.invalidates ?? []).map((invalidation) => ({
      ...invalidation,
      topics: [...invalidation.topics, 'trades'],
    })),
  };
}
