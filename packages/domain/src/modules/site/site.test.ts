import { describe, expect, it } from 'vitest';
import { contextOf, locksOf, NOON, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import { newParty, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import { moneySettings, SETTINGS } from '../funding/model.ts';
import { PROPOSALS } from '../proposals/model.ts';
import { type ProposedCommand, commandFromJson, commandToJson } from '../proposals/proposed-command.ts';
import { SITE_CHANGES } from './model.ts';

const SECOND = '00000000-0000-4000-8000-0000000000a2';
const HOUR_MS = 3_600_000;
const WALLETS = { kind: 'set_wallets', bitcoin: 'b', ethereum: 'e', usdt: 't', replaces: null } as const;
const fees = (feeBps: number, minimum: bigint, replaces: string | null = null) =>
  ({ kind: 'set_fees', feeBps, minimum, replaces }) as const;

function live(): State {
  const state = stateOf();
  state.of(PARTIES).set(SECOND, newParty(SECOND, 'staff'));
  state.of(SETTINGS).set('', { minimumWithdrawal: 1000n, withdrawalFeeBps: 100, feeRaise: null, announcesFees: true });
  return state;
}

/** Proposed by one, approved by another: both decisions. */
function agree(
  state: State,
  command: ProposedCommand,
  proposalId: string,
): readonly [proposed: AnyDecision, approved: AnyDecision] {
  const context = contextOf();
  const proposed = decide(state, { kind: 'propose', staffId: STAFF, proposalId, command, reason: '' }, context);
  apply(state, proposed, context.now);
  const answer = { kind: 'decide_proposal', proposalId, command, decision: 'approve', reason: null } as const;
  expect(said(decide(state, { ...answer, staffId: STAFF }, context))).toBe('proposal.own');
  const approved = decide(state, { ...answer, staffId: SECOND }, context);
  apply(state, approved, context.now);
  return [proposed, approved];
}

const changesOf = ({ rows }: AnyDecision) => afterOf(SITE_CHANGES, rows);
const announces = ({ invalidates = [] }: AnyDecision) => invalidates.some(({ event }) => event === 'fee_announced');

describe('where deposits go and what withdrawals cost', () => {
  it('[G66] [G67] addresses that two people agreed on take effect a day after the second one', () => {
    const [proposed, approved] = agree(live(), WALLETS, 'p');
    expect(changesOf(proposed)).toEqual([]);
    expect(changesOf(approved)).toEqual([
      {
        proposalId: 'p', kind: 'set_wallets', at: NOON, appliesFrom: new Date(NOON.getTime() + 24 * HOUR_MS),
        feeBeforeBps: null, feeFrom: null, endedAt: null, endedBy: null, command: WALLETS,
      },
    ]); // prettier-ignore
  });

  it('[G66] [F41] [F43] [F44] a raise is announced from the approval on; a lower fee applies right away and takes it back', () => {
    const state = live();
    const [, raised] = agree(state, fees(300, 2000n), 'p');
    const from = new Date(NOON.getTime() + 30 * 24 * HOUR_MS);
    expect(changesOf(raised)).toMatchObject([
      { proposalId: 'p', kind: 'set_fees', at: NOON, appliesFrom: NOON, feeBeforeBps: 100, feeFrom: from },
    ]);
    expect(announces(raised)).toBe(true);
    expect(moneySettings(state)).toEqual({
      minimumWithdrawal: 2000n, withdrawalFeeBps: 300, feeRaise: { beforeBps: 100, from }, announcesFees: true,
    }); // prettier-ignore
    const [, lowered] = agree(state, fees(50, 2000n, 'p'), 'q');
    expect(changesOf(lowered)).toMatchObject([{ feeBeforeBps: null, feeFrom: null }]);
    expect(announces(lowered)).toBe(true);
    const [, minimum] = agree(state, fees(50, 0n, 'q'), 'r');
    expect(announces(minimum)).toBe(false);
    // A form that is open shows it right away.
    const toClients = minimum.invalidates?.find(({ event, staff }) => event === 'settings_updated' && !staff);
    expect(toClients?.topics).toEqual(['settings', 'account']);
    expect(moneySettings(state)).toMatchObject({ minimumWithdrawal: 0n, withdrawalFeeBps: 50, feeRaise: null });
    for (const beyond of [fees(501, 0n, 'r'), fees(-1, 0n, 'r'), fees(0, 10_001n, 'r'), fees(0, -1n, 'r')])
      expect(() => agree(state, beyond, 's')).toThrow(RangeError);
  });

  it('[G101] what was proposed on top of values that no longer hold is refused, and ends as refused', () => {
    const state = live();
    const context = contextOf();
    const proposes = (proposalId: string, command: ProposedCommand) => {
      const proposed = decide(state, { kind: 'propose', staffId: STAFF, proposalId, command, reason: '' }, context);
      apply(state, proposed, context.now);
      return said(proposed);
    };
    const minimum = { ...WALLETS, bitcoin: 'new' };
    expect(proposes('first', minimum)).toBe('ok');
    agree(state, { ...WALLETS, ethereum: 'safe' }, 'second');
    const approves = { kind: 'decide_proposal', proposalId: 'first', command: minimum, decision: 'approve', reason: null } as const; // prettier-ignore
    const decided = decide(state, { ...approves, staffId: SECOND }, context);
    expect(changesOf(decided)).toEqual([]);
    expect(decided.outcome).toMatchObject({ ok: true, result: { status: 'refused' } });
    expect(afterOf(PROPOSALS, decided.rows)).toMatchObject([{ refusal: { code: 'proposal.overtaken' } }]);
    expect(proposes('third', minimum)).toBe('proposal.overtaken');
    expect(proposes('third', { ...minimum, ethereum: 'safe', replaces: 'second' })).toBe('ok');
    // A fee knows nothing of addresses, and a role nothing of another one.
    expect(proposes('fourth', fees(50, 0n))).toBe('ok');
    const role = (name: string, replaces: string | null) =>
      ({ kind: 'define_role', name, permissions: ['client.read'], replaces }) as const;
    agree(state, role('desk', null), 'fifth');
    expect([proposes('sixth', role('desk', null)), proposes('seventh', role('night', null))]).toEqual([
      'proposal.overtaken',
      'ok',
    ]);
  });

  it('[G42] both are stored as text and read back as they were; who decides about a fee holds the settings', () => {
    for (const command of [WALLETS, fees(125, 2550n)]) {
      expect(
        commandFromJson(JSON.parse(JSON.stringify(commandToJson(command))) as ReturnType<typeof commandToJson>),
      ).toEqual(command);
      const answer = { staffId: SECOND, proposalId: 'p', command, decision: 'approve', reason: null } as const;
      const { settings, 'settings, to be changed': held } = locksOf({ kind: 'decide_proposal', ...answer });
      expect([settings, held]).toEqual(command.kind === 'set_fees' ? [[''], ['site']] : [undefined, undefined]);
    }
  });
});
