import type { Context, Decision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import type { Cents } from '../../money/index.ts';
import { TRADES } from '../positions/model.ts';
import { decideAdjust } from './adjust.ts';
import { MANUAL_TRADES } from './model.ts';
import { refuse } from './refusals.ts';

export type AddToTrade = {
  readonly kind: 'add_to_trade';
  readonly staffId: string;
  readonly clientId: string;
  readonly tradeId: string;
  readonly amount: Cents;
  readonly reason: string;
};

/**
 * An amount that staff add to a trade after closing it. If that needs a second person, the close doesn't wait for them. It is an
 * adjustment under the same rules as any other; the trade carries the mark "Manual". The commit function checks that staff closed it.
 */
export function decideAddToTrade(state: State, command: AddToTrade, context: Context): Decision {
  const { staffId, clientId, tradeId, amount, reason } = command;
  const trade = state.of(TRADES).get(tradeId);
  if (trade === undefined || trade.clientId !== clientId) return refuse('trade.not_found');
  if (trade.status !== 'closed') throw new Error('an addition to a trade that is open');
  const adjusted = decideAdjust(
    state,
    { kind: 'adjust', staffId, clientId, direction: 'credit', amount, reason, corrects: null },
    context,
  );
  if (!adjusted.outcome.ok || adjusted.entry === undefined) return adjusted;
  const id = adjusted.entry.subjectId;
  const { symbol, side, lots } = trade;
  return {
    ...adjusted,
    rows: [created(MANUAL_TRADES, { id, clientId, tradeId, symbol, side, lots, amount, at: context.now })],
    records: (adjusted.records ?? []).map((change) =>
      change.kind === 'audit' ? { ...change, action: 'trade.add', facts: { ...change.facts, trade: tradeId } } : change,
    ),
    invalidates: (adjusted.invalidates ?? []).map((invalidation) => ({
      ...invalidation,
      topics: [...invalidation.topics, 'trades'],
    })),
  };
}
