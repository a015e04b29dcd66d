import { credit, debit, entry, type EntryDraft } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields, Proposing } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created, type RowImage } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import type { Trade } from '../positions/model.ts';
import { closeAtQuote, type TradeClosed } from '../trading/close-trade.ts';
import type { AddToTrade } from './add-to-trade.ts';
import { MANUAL_TRADES } from './model.ts';
import { refuse } from './refusals.ts';

export type SettleTrade = {
  readonly kind: 'settle_trade';
  readonly staffId: string;
  readonly clientId: string;
  readonly tradeId: string;
  /** The result the client should get from this close, negative for a loss; null for the current quote's result. */
  readonly result: Cents | null;
  readonly reason: string | null;
  /** If the added amount needs a second person: the close happens, and the amount is proposed under this id. */
  readonly proposalId?: string;
};

/** The close, the amount added and its entry; or the proposal, if the amount needs a second person. */
type Settled = TradeClosed & {
  readonly added: string;
  readonly adjustment: string | null;
} & (object | Fields<'proposal' | 'proposed'>);

/**
 * Staff close a trade at the current quote (departures D6). A result that is better for the client than the quote's is paid as a
 * second entry, an adjustment with its reason; a worse one is refused. The trade's own result is always the quote's.
 */
export function decideSettleTrade(state: State, command: SettleTrade, context: Context): Decision<Settled> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined || party.kind !== 'client') return refuse('user.not_found');
  if (command.clientId === command.staffId) return refuse('decision.own_account');
  const { clientId, tradeId } = command;
  const closing = closeAtQuote(state, { clientId, tradeId, lots: null, closedBy: 'admin' }, context);
  if (!closing.outcome.ok) return { outcome: closing.outcome };
  const closed = movedTrade(closing);

  // The client's result at the quote: they don't bear a loss beyond the collateral.
  const brought = (trade: Trade | null): Cents => (trade === null ? 0n : trade.realised + trade.shortfall);
  const quoted = brought(closed.after) - brought(closed.before);
  const added = command.result === null ? 0n : command.result - quoted;
  if (added < 0n) return refuse('settle.worse_than_quote', 'amount', { quoted: formatUsd(quoted) });
  if (added > 0n && command.reason === null)
    return refuse('settle.reason_required', 'reason', { quoted: formatUsd(quoted) });

  const proposed = added > 0n ? proposalOf(command, added) : undefined;
  const difference = added > 0n && proposed === undefined ? adjustment(closed.after, added, context) : undefined;
  const note = difference?.also.subjectId ?? tradeId;
  return {
    outcome: {
      ok: true,
      result: {
        ...closing.outcome.result,
        added: centsToDecimal(difference ? added : 0n),
        adjustment: difference?.also.subjectId ?? null,
        ...(proposed && { proposal: proposed.id, proposed: centsToDecimal(added) }),
      },
    },
    ...(closing.entry && { entry: closing.entry }),
    ...(difference && { also: difference.also }),
    ...(proposed && { proposes: proposed }),
    rows: [...(closing.rows ?? []), ...(difference ? [difference.row] : [])],
    records: [
      // The reason belongs to the added amount and appears with it once it's approved.
      ...(command.reason === null || proposed
        ? []
        : [
            {
              kind: 'note' as const,
              subjectId: note,
              note: 'reason' as const,
              clientId,
              body: { text: command.reason },
            },
          ]),
      {
        kind: 'audit',
        actorId: command.staffId,
        action: 'trade.settle',
        subjectType: 'trade',
        subjectId: tradeId,
        clientId,
        facts: {
          quoted: centsToDecimal(quoted),
          added: centsToDecimal(difference ? added : 0n),
          ...(difference && { adjustment: difference.also.subjectId }),
        },
      },
    ],
    notifications: [
      {
        userId: clientId,
        template: difference ? 'trade-settled-manual' : 'trade-settled',
        values: {
          symbol: closed.after.symbol,
          side: closed.after.side.toUpperCase(),
          result: formatUsd(quoted),
          added: formatUsd(added),
          reason: proposed ? '' : (command.reason ?? ''),
        },
      },
    ],
    invalidates: [
      {
        clientId,
        topics: ['account', 'trades', 'users', 'mailbox'],
        event: 'trade_settled',
        subjectId: tradeId,
        staff: true,
      },
    ],
  };
}

/** The amount is fixed by the closing's quote, whenever the second person decides. */
function proposalOf(settling: SettleTrade, amount: Cents): Proposing | undefined {
  const { proposalId, staffId, clientId, tradeId, reason } = settling;
  if (proposalId === undefined || reason === null) return undefined;
  const command: Omit<AddToTrade, 'staffId' | 'reason'> = { kind: 'add_to_trade', clientId, tradeId, amount };
  return { id: proposalId, command, proposedBy: staffId, reason };
}

function adjustment(trade: Trade, added: Cents, context: Context): { also: EntryDraft; row: RowImage } {
  const id = context.newId();
  return {
    also: entry('adjustment', trade.clientId, id, [debit('adjustments', added), credit('cash', added)]),
    row: created(MANUAL_TRADES, {
      id,
      clientId: trade.clientId,
      tradeId: trade.id,
      symbol: trade.symbol,
      side: trade.side,
      lots: trade.lots,
      amount: added,
      at: context.now,
    }),
  };
}
