import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed } from '../../kernel/table.ts';
import { type Cents, formatUsd } from '../../money/index.ts';
import { COPIES, type Copy, type StopCause } from '../positions/copies.ts';
import { TRADES } from '../positions/model.ts';
import { atBest, openTradesOf } from '../positions/valuation.ts';
import { withdrawable } from '../funding/request-withdrawal.ts';
import { refuseStoppedCopying } from '../switches/guard.ts';
import { keepTrades } from './kept-trades.ts';
import { type Taken, takeShare } from './profit-share.ts';
import { stopLossReached, unrealisedOf } from './ratio.ts';
import { refuse } from './refusals.ts';

/** Pauses a copy (nothing new is opened, closes go on) or lets it go on. */
export type SetCopyStatus = {
  readonly kind: 'set_copy_status';
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

export function decideSetCopyStatus(state: State, command: SetCopyStatus): Decision<Fields<'id' | 'status'>> {
  const copy = copyOf(state, command);
  if (copy === undefined) return refuse('copy.not_found');
  if (copy.status !== 'active' && copy.status !== 'paused') return refuse('copy.not_running');
  // Pausing is always possible.
  const held = command.to === 'active' && copy.status === 'paused' ? refuseStoppedCopying(state) : undefined;
  if (held) return held;
  const after: Copy = { ...copy, status: command.to };
  return {
    outcome: { ok: true, result: { id: copy.id, status: after.status } },
    ...(after.status !== copy.status && { rows: [changed(COPIES, copy, after)] }),
    invalidates: [
      { clientId: copy.clientId, topics: ['copies'], event: 'copy_status_set', subjectId: copy.id, staff: false },
    ],
  };
}

/**
 * A stop-loss is looked at once more under the lock, so that a price that came back in between stops nothing. A copy with trades to close is
 * "stopping" until the last of them is; sent again then, the same command finds nothing open and ends it. Keeping trades comes too late then: they
 * are already closing.
 */
export function decideStopCopy(state: State, command: StopCopy, context: Context): Decision<Fields<'id' | 'status'>> {
  const copy = copyOf(state, command);
  const party = state.of(PARTIES).get(command.clientId);
  if (copy === undefined || party === undefined) return refuse('copy.not_found');
  if (copy.status === 'stopped') return refuse('copy.not_running');
  const stopping = copy.status === 'stopping';
  if (command.cause === 'stop_loss' && !stopping) {
    const unrealised = unrealisedOf(copy, party, state.of(TRADES).values(), atBest(context));
    if (unrealised === undefined || !stopLossReached(copy, unrealised))
      return { outcome: { ok: true, result: { id: copy.id, status: copy.status } } };
  }
  const own = [...openTradesOf(copy.clientId, state.of(TRADES).values())].filter((trade) => trade.copyId === copy.id);
  const open = own.length > 0;
  if (stopping && open && command.keep) return refuse('copy.not_running');
  const ending = { ...copy, cause: stopping ? copy.cause : command.cause };
  const after: Copy =
    open && !command.keep
      ? { ...ending, status: 'stopping' }
      : { ...ending, status: 'stopped', stoppedAt: context.now };
  const answer: Decision<Fields<'id' | 'status'>> = {
    outcome: { ok: true, result: { id: copy.id, status: after.status } },
  };
  if (stopping && after.status === 'stopping') return answer;
  const kept = open && command.keep ? keepTrades(copy, party, own, context) : undefined;
  if (kept?.ok === false) return kept.refusal;
  const taken = kept && shareOfKept(state, copy, party, kept.value, context);
  // Nothing of a kept trade is shared later, so what cannot be shared now is not kept. Closing the trades is never refused.
  if (taken && taken.amount < taken.asked) {
    const [share, free] = [formatUsd(taken.asked), formatUsd(withdrawable(party))];
    return refuse('copy.share_not_covered', undefined, { share, free });
  }
  return {
    ...answer,
    ...(taken?.entry && { entry: taken.entry }),
    rows: [...(kept?.rows ?? []), changed(COPIES, copy, { ...after, ...taken?.columns })],
    notifications: [
      // A closed account has no inbox.
      ...(stopping || party.status === 'closed'
        ? []
        : [
            {
              userId: copy.clientId,
              template: `copy-stopped-${command.cause.replace('_', '-')}`,
              values: { amount: formatUsd(copy.allotment), limit: formatUsd(copy.stopLoss ?? 0n) },
            },
          ]),
      ...(taken?.notifications ?? []),
    ],
    invalidates: [
      ...(taken?.invalidates ?? []),
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

/** Trades that a client keeps count at their present value, gains and losses alike. Later results no longer belong to the copy. */
function shareOfKept(state: State, copy: Copy, party: Party, value: Cents, { now }: Context): Taken {
  return takeShare(state, copy, party, copy.result + value, now.toISOString().slice(0, 7));
}

function copyOf(state: State, { copyId, clientId }: SetCopyStatus | StopCopy): Copy | undefined {
  const copy = state.of(COPIES).get(copyId);
  return copy?.clientId === clientId ? copy : undefined;
}
