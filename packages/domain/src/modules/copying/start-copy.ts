import type { Context, Decision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { type Cents, centsToDecimal, formatUsd } from '../../money/index.ts';
import { COPIES, type Copy } from '../positions/copies.ts';
import { refuseOnBreak } from '../protection/guard.ts';
import { refuseStoppedCopying } from '../switches/guard.ts';
import { TRADERS } from './model.ts';
import { refuse } from './refusals.ts';

export type StartCopy = {
  readonly kind: 'start_copy';
  readonly clientId: string;
  readonly traderId: string;
  readonly amount: Cents;
  readonly copyOpen: boolean;
  readonly stopLoss: Cents | null;
};

/** Starts copying a trader. Nothing is deducted: the allotment limits the collateral of mirrored trades. */
export function decideStartCopy(state: State, command: StartCopy, context: Context): Decision {
  const party = state.of(PARTIES).get(command.clientId);
  const trader = state.of(TRADERS).get(command.traderId);
  if (party === undefined) throw new Error('a copy of somebody without books');
  if (trader === undefined || trader.status !== 'listed') return refuse('trader.not_found');
  if (party.status !== 'active') return refuse('account.suspended');
  const held = refuseStoppedCopying(state) ?? refuseOnBreak(state, party.id, context.now);
  if (held) return held;
  if (trader.clientId === null || !trader.hasRecord) return refuse('copy.no_record');
  if (trader.clientId === party.id) return refuse('copy.own_trades');
  if (party.cash < trader.minimumBalance)
    return refuse('copy.minimum_balance', undefined, { minimum: formatUsd(trader.minimumBalance) });
  if (command.amount > party.cash) return refuse('copy.insufficient_balance', 'amount');
  if (command.stopLoss !== null && command.stopLoss > command.amount)
    return refuse('copy.stop_loss_too_large', 'stop_loss');

  const copy: Copy = {
    id: context.newId(),
    clientId: party.id,
    traderId: trader.id,
    leadId: trader.clientId,
    bot: trader.bot !== null,
    allotment: command.amount,
    stopLoss: command.stopLoss,
    copyOpen: command.copyOpen,
    profitShareBps: trader.profitShareBps,
    status: 'active',
    cause: null,
    held: 0n,
    result: 0n,
    highWater: 0n,
    shared: 0n,
    sharedMonth: null,
    startedAt: context.now,
    stoppedAt: null,
  };
  return {
    outcome: { ok: true, result: { id: copy.id } },
    rows: [created(COPIES, copy)],
    notifications: [
      {
        userId: party.id,
        template: 'copy-started',
        values: {
          trader: trader.name,
          amount: formatUsd(copy.allotment),
          share: `${centsToDecimal(BigInt(trader.profitShareBps))}%`,
        },
      },
    ],
    invalidates: [
      {
        clientId: party.id,
        topics: ['copies', 'traders', 'mailbox'],
        event: 'copy_started',
        subjectId: copy.id,
        staff: true,
      },
    ],
  };
}
