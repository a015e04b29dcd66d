import { type Context, type Decision, refuse, type StopCause } from '../ledger/decision.ts';
import type { Copy, State } from '../ledger/state.ts';
import { formatUsd } from '../money/index.ts';
import { openTradesOf } from '../trading/valuation.ts';
import { stopLossReached, unrealisedOf } from './ratio.ts';

/** Pauses a copy (nothing new is opened, closes go on) or lets it go on. */
export type SteerCopy = {
  readonly kind: 'steer_copy';
  readonly clientId: string;
  readonly copyId: string;
  readonly to: 'paused' | 'active';
};

/** Ends a copy. Its mirrored trades are closed at the quotes that hold then, unless the client keeps them as their own. */
export type StopCopy = {
  readonly kind: 'stop_copy';
  readonly clientId: string;
  readonly copyId: string;
  readonly cause: StopCause;
  readonly keep: boolean;
};

export function decideSteerCopy(state: State, command: SteerCopy): Decision {
  const copy = copyOf(state, command);
  if (copy === undefined) return refuse('copy.not_found');
  if (copy.status !== 'active' && copy.status !== 'paused') return refuse('copy.not_running');
  const after: Copy = { ...copy, status: command.to };
  return {
    outcome: { ok: true, result: { id: copy.id, status: after.status } },
    ...(after.status !== copy.status && { changes: [{ kind: 'copy_moved', before: copy, after }] }),
    notices: [{ clientId: copy.clientId, topics: ['copies'], event: 'copy_steered', subjectId: copy.id, staff: false }],
  };
}

/**
 * A stop-loss is looked at once more under the lock, so that a price that came back in between stops nothing. A copy with trades to close is
 * "stopping" until the last of them is; sent again then, the same command finds nothing open and ends it.
 */
export function decideStopCopy(state: State, command: StopCopy, context: Context): Decision {
  const copy = copyOf(state, command);
  const party = state.parties.get(command.clientId);
  if (copy === undefined || party === undefined) return refuse('copy.not_found');
  if (copy.status === 'stopped') return refuse('copy.not_running');
  const stopping = copy.status === 'stopping';
  if (command.cause === 'stop_loss' && !stopping) {
    const unrealised = unrealisedOf(copy, party, state.trades.values(), context);
    if (!stopLossReached(copy, unrealised))
      return { outcome: { ok: true, result: { id: copy.id, status: copy.status } } };
  }
  const open = [...openTradesOf(copy.clientId, state.trades.values())].some((trade) => trade.copyId === copy.id);
  // What a client keeps is theirs from here on.
  const after: Copy =
    open && !command.keep ? { ...copy, status: 'stopping' } : { ...copy, status: 'stopped', held: 0n };
  const answer: Decision = { outcome: { ok: true, result: { id: copy.id, status: after.status } } };
  if (stopping && after.status === 'stopping') return answer;
  return {
    ...answer,
    changes: [{ kind: 'copy_moved', before: copy, after, ...(!stopping && { cause: command.cause }) }],
    // Nobody writes to somebody who has left.
    ...(!stopping &&
      party.status !== 'closed' && {
        mails: [
          {
            userId: copy.clientId,
            template: `copy-stopped-${command.cause.replace('_', '-')}`,
            values: { amount: formatUsd(copy.allotment), limit: formatUsd(copy.stopLoss ?? 0n) },
          },
        ],
      }),
    notices: [
      {
        clientId: copy.clientId,
        topics: ['copies', 'traders', 'trades', 'mailbox'],
        event: 'copy_stopped',
        subjectId: copy.id,
        staff: true,
      },
    ],
  };
}

function copyOf(state: State, { copyId, clientId }: SteerCopy | StopCopy): Copy | undefined {
  const copy = state.copies.get(copyId);
  return copy?.clientId === clientId ? copy : undefined;
}
