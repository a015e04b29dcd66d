import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, depositOf, NOON, OTHER, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { Context } from '../../kernel/decision.ts';
import { newParty, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide, lockSet } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { PRICE_SCALE } from '../../market/index.ts';
import { DEPOSITS, type Withdrawal, WITHDRAWALS } from '../funding/model.ts';
import { DEFAULT_RELEASE_LIMITS, type Releases } from '../releases/limits.ts';
import { RELEASES } from '../releases/model.ts';
import { type ProposedCommand, commandFromJson, PROPOSABLE, commandToJson } from './proposed-command.ts';
import { PROPOSALS, PROPOSALS_OF } from './model.ts';

const SECOND = '00000000-0000-4000-8000-0000000000a2';
const DAY_MS = 86_400_000;
const TXID = 'cd'.repeat(32);

/** Live mode, with payouts that wait: $9,000 for each id, of the clients in turn. */
function live(limits = DEFAULT_RELEASE_LIMITS): State {
  const state = stateOf({ client: { withdrawing: 100_000_000n, cash: 0n } });
  state.of(PARTIES).set(OTHER, { ...newParty(OTHER, 'client'), withdrawing: 100_000_000n });
  state.of(PARTIES).set(SECOND, newParty(SECOND, 'staff'));
  const releases: Releases = { live: true, limits, day: '2026-03-11', alone: [] };
  state.of(RELEASES).set('', releases);
  return state;
}

function waits(state: State, id: string, of: Partial<Withdrawal> = {}): void {
  state.of(WITHDRAWALS).set(id, {
    id, clientId: CLIENT, amount: 900_000n, feeBps: 0, fee: 0n, method: 'bank', coin: null, status: 'pending', codeHash: null, codeExpiresAt: null,
    codeTries: 0, codeSends: 0, payoutReference: null, notReceived: false, notReceivedAt: null, tracedAt: null, payee: null, createdAt: NOON, requestedAt: NOON, decidedAt: null, decidedBy: null, returnedAt: null, ...of,
  }); // prettier-ignore
}

function pay(withdrawalId: string, clientId = CLIENT, staffId = STAFF): Command {
  const reference = { reason: null, payoutReference: 'wire' };
  const proposalId = `p-${withdrawalId}`;
  return { kind: 'decide_withdrawal', staffId, clientId, withdrawalId, decision: 'approve', ...reference, proposalId };
}

/** What became of it: done, proposed, or the refusal's code. */
function does(state: State, command: Command, context: Context = contextOf()): string {
  const decision = decide(state, command, context);
  apply(state, decision, context.now);
  if (!decision.outcome.ok) return said(decision);
  return 'proposal' in decision.outcome.result ? 'proposed' : 'done';
}

describe('what one person lets go alone', () => {
  it('[G56] at most $10,000.00 for one client and $25,000.00 in all on a UTC day; beyond that the same command proposes', () => {
    const state = live();
    for (const id of ['a', 'b']) waits(state, id, { amount: 500_000n });
    waits(state, 'c', { amount: 1n });
    for (const id of ['d', 'e']) waits(state, id, { clientId: OTHER, amount: 500_000n });
    expect(does(state, pay('a'))).toBe('done');
    expect(does(state, pay('b'))).toBe('done');
    expect(does(state, pay('c'))).toBe('proposed');
    expect(state.of(WITHDRAWALS).get('c')?.status).toBe('pending');
    expect(does(state, pay('d', OTHER))).toBe('done');
    expect(does(state, pay('e', OTHER))).toBe('done');

    const third = '00000000-0000-4000-8000-0000000000b3';
    state.of(PARTIES).set(third, { ...newParty(third, 'client'), withdrawing: 100_000_000n });
    waits(state, 'f', { clientId: third, amount: 500_000n });
    waits(state, 'g', { clientId: third, amount: 1n });
    expect(does(state, pay('f', third)), 'exactly $25,000.00').toBe('done');
    expect(does(state, pay('g', third)), 'a cent more').toBe('proposed');
    expect(does(state, pay('g', third, SECOND)), 'somebody else has a day of their own').toBe('done');
  });

  it('[G56] a payout returned, a deposit credited and a loan approved count like a payout; what two people decided counts for neither', () => {
    const state = live();
    waits(state, 'a', { amount: 400_000n, status: 'approved' });
    waits(state, 'b', { amount: 400_000n });
    const asked = { amount: 400_000n, method: 'tether', payUnits: 400_000_000_000n, rate: PRICE_SCALE } as const;
    state.of(DEPOSITS).set('d', depositOf(asked));
    const back = {
      kind: 'return_withdrawal',
      staffId: STAFF,
      clientId: CLIENT,
      withdrawalId: 'a',
      reason: 'r',
    } as const;
    const credit: Command = {
      kind: 'decide_deposit', staffId: STAFF, clientId: CLIENT, depositId: 'd', decision: 'approve', reason: null, txid: TXID, outputIndex: 0,
      receivedUnits: null, receivedAt: NOON, rateNow: null, proposalId: 'p-d',
    }; // prettier-ignore
    expect(does(state, back)).toBe('done');
    expect(does(state, pay('b'))).toBe('done');
    expect(does(state, credit)).toBe('proposed');
    const command = [...state.of(PROPOSALS).values()][0]?.command as ProposedCommand;
    const answer = { kind: 'decide_proposal', proposalId: 'p-d', command, decision: 'approve', reason: null } as const;
    expect(does(state, { ...answer, staffId: SECOND })).toBe('done');
    expect(state.of(DEPOSITS).get('d')?.status).toBe('approved');
    expect(
      state
        .of(RELEASES)
        .get('')
        ?.alone.map(({ staffId, amount }) => [staffId, amount]),
    ).toEqual([
      [STAFF, 400_000n],
      [STAFF, 400_000n],
    ]);
  });

  it('[G56] the day is the books’ own, and the next one begins again', () => {
    const state = live();
    for (const id of ['a', 'b', 'c']) waits(state, id);
    const at = (ms: number) => contextOf({}, { now: new Date(NOON.getTime() + ms) });
    expect(does(state, pay('a'))).toBe('done');
    expect(does(state, pay('b'), at(-DAY_MS)), 'a clock that is behind').toBe('proposed');
    expect(does(state, pay('c'), at(DAY_MS))).toBe('done');
  });

  it('[G56] without a proposal to become it is refused; in demo mode nothing limits anybody', () => {
    const state = live();
    waits(state, 'a', { amount: 1_000_001n });
    const { proposalId: _none, ...bare } = pay('a') as Extract<Command, { kind: 'decide_withdrawal' }>;
    expect(does(state, bare)).toBe('release.two_people');
    state.of(RELEASES).set('', { ...(state.of(RELEASES).get('') as Releases), live: false });
    expect(does(state, bare)).toBe('done');
    state.of(RELEASES).clear();
    waits(state, 'b');
    expect(() => decide(state, pay('b'), contextOf())).toThrow('was not read');
  });

  it('[G55] returning a payout of more than $10,000.00 is proposed with its reason, once', () => {
    const state = live();
    waits(state, 'a', { amount: 1_000_001n, status: 'approved' });
    const back = (proposalId: string): Command => ({
      kind: 'return_withdrawal', staffId: STAFF, clientId: CLIENT, withdrawalId: 'a', reason: 'the bank sent it back', proposalId,
    }); // prettier-ignore
    expect(does(state, back('p'))).toBe('proposed');
    expect(state.of(PROPOSALS).get('p')).toMatchObject({
      reason: 'the bank sent it back',
      command: { kind: 'return_payout' },
    });
    expect(does(state, back('q'))).toBe('proposal.already_waiting');
  });

  const answers = (state: State, proposalId: string, decision: 'approve' | 'decline'): Command => {
    const { command } = state.of(PROPOSALS).get(proposalId) as { command: ProposedCommand };
    const reason = decision === 'decline' ? 'no' : null;
    return { kind: 'decide_proposal', staffId: SECOND, proposalId, command, decision, reason };
  };
  const after = (ms: number) => contextOf({}, { now: new Date(NOON.getTime() + ms) });

  it('[F45] a payment is not traced while its return waits for a second person: that one is declined first, or has lapsed', () => {
    const state = live();
    for (const id of ['a', 'b', 'c']) waits(state, id, { amount: 1_000_001n, status: 'approved', notReceived: true });
    const of = (withdrawalId: string) => ({ staffId: STAFF, clientId: CLIENT, withdrawalId, reason: 'r' });
    const trace = (id: string): Command => ({ kind: 'trace_withdrawal', ...of(id), noteId: 'n' });
    for (const id of ['a', 'b', 'c'])
      expect(does(state, { kind: 'return_withdrawal', ...of(id), proposalId: `p-${id}` })).toBe('proposed');
    expect(does(state, trace('a'))).toBe('withdrawal.being_returned');
    expect(does(state, answers(state, 'p-a', 'approve'))).toBe('done');
    expect(state.of(WITHDRAWALS).get('a')?.status).toBe('returned');
    expect(does(state, answers(state, 'p-b', 'decline'))).toBe('done');
    expect(does(state, trace('b'))).toBe('done');
    expect(does(state, trace('c'), after(7 * DAY_MS - 1))).toBe('withdrawal.being_returned');
    expect(does(state, trace('c'), after(7 * DAY_MS))).toBe('done');
    expect(does(state, answers(state, 'p-c', 'approve'), after(7 * DAY_MS))).toBe('proposal.lapsed');
  });

  it('[F16] the decision itself neither cancels nor rejects what is proposed with its payment, for seven days from the first proposal', () => {
    const state = live();
    for (const id of ['a', 'b', 'c']) waits(state, id, { amount: 1_000_001n });
    const of = (withdrawalId: string) => ({ clientId: CLIENT, withdrawalId });
    const cancel = (id: string): Command => ({ kind: 'cancel_withdrawal', ...of(id) });
    const reject = (id: string): Command => ({
      kind: 'decide_withdrawal', staffId: SECOND, ...of(id), decision: 'reject', reason: 'no', payoutReference: null,
    }); // prettier-ignore
    expect(does(state, pay('a'))).toBe('proposed');
    expect(decide(state, cancel('a'), contextOf()).outcome).toMatchObject({
      refusal: { code: 'withdrawal.being_paid', values: { by: 'client' } },
    });
    expect(decide(state, reject('a'), contextOf()).outcome).toMatchObject({
      refusal: { code: 'withdrawal.being_paid', values: { by: 'staff' } },
    });
    expect(does(state, answers(state, 'p-a', 'decline'))).toBe('done');
    const { proposalId: _first, ...again } = pay('a') as Extract<Command, { kind: 'decide_withdrawal' }>;
    expect(does(state, { ...again, proposalId: 'p-again' }, after(6 * DAY_MS))).toBe('proposed');
    expect(does(state, cancel('a'), after(7 * DAY_MS - 1))).toBe('withdrawal.being_paid');
    expect(does(state, cancel('a'), after(7 * DAY_MS))).toBe('done');
    // Proposed without a payment, nothing says that it was sent.
    expect(does(state, { ...pay('b'), payoutReference: null } as Command)).toBe('proposed');
    expect(does(state, cancel('b'))).toBe('done');
    expect(does(state, pay('c'))).toBe('proposed');
    expect(does(state, reject('c'), after(7 * DAY_MS))).toBe('done');
  });

  it('[F30] the decision itself does not reject a deposit while a proposal to credit it waits', () => {
    const state = live();
    const asked = { amount: 1_000_001n, method: 'tether', payUnits: 1_000_001_000_000n, rate: PRICE_SCALE } as const;
    state.of(DEPOSITS).set('d', depositOf(asked));
    const decides = {
      kind: 'decide_deposit', staffId: STAFF, clientId: CLIENT, depositId: 'd', reason: null, txid: TXID, outputIndex: 0, receivedUnits: null, receivedAt: NOON, rateNow: null,
      proposalId: 'p-d',
    } as const; // prettier-ignore
    const reject: Command = { ...decides, staffId: SECOND, decision: 'reject', reason: 'no' };
    expect(does(state, { ...decides, decision: 'approve' })).toBe('proposed');
    expect(does(state, reject)).toBe('proposal.already_waiting');
    expect(does(state, answers(state, 'p-d', 'decline'))).toBe('done');
    expect(does(state, reject)).toBe('done');
  });

  it('[G58] limits are set by two people within their bounds, the one per client never above the daily one', () => {
    const state = live();
    const limits = (dayLimit: bigint, clientLimit: bigint) =>
      ({ kind: 'set_release_limits', dayLimit, clientLimit, replaces: null }) as const;
    const propose = (of: ProposedCommand, proposalId = 'p'): Command => ({
      kind: 'propose',
      staffId: STAFF,
      proposalId,
      command: of,
      reason: 'r',
    });
    expect(does(state, propose(limits(100_000_001n, 0n)))).toBe('release.limit_range');
    expect(does(state, propose(limits(100_000_000n, 25_000_001n)))).toBe('release.limit_range');
    expect(does(state, propose(limits(100n, 101n)))).toBe('release.client_above_day');
    const wanted = limits(100_000_000n, 25_000_000n);
    expect(does(state, propose(wanted))).toBe('proposed');
    expect(state.of(RELEASES).get('')?.limits).toEqual(DEFAULT_RELEASE_LIMITS);
    const answer = {
      kind: 'decide_proposal',
      proposalId: 'p',
      command: wanted,
      decision: 'approve',
      reason: null,
    } as const;
    expect(does(state, { ...answer, staffId: STAFF })).toBe('proposal.own');
    expect(does(state, { ...answer, staffId: SECOND })).toBe('done');
    expect(state.of(RELEASES).get('')?.limits).toEqual({ day: 100_000_000n, client: 25_000_000n });
  });

  it('[G42] every command is stored as text and read back as it was, and names the rows that it needs', () => {
    const commands: ProposedCommand[] = [
      { kind: 'return_payout', clientId: CLIENT, withdrawalId: 'w', amount: 4n },
      { kind: 'approve_loan', clientId: CLIENT, loanId: 'l', amount: 5n },
      { kind: 'set_release_limits', dayLimit: 6n, clientLimit: 7n, replaces: 'p' },
      {
        kind: 'approve_deposit', clientId: CLIENT, depositId: 'd', amount: 8n, txid: TXID, outputIndex: 1, receivedUnits: 9n, receivedAt: NOON, receiptRate: null,
      },
    ]; // prettier-ignore
    for (const command of commands) {
      const stored = JSON.parse(JSON.stringify(commandToJson(command))) as Parameters<typeof commandFromJson>[0];
      expect(commandFromJson(stored)).toEqual(command);
      const { subject, once } = PROPOSABLE[command.kind];
      const { parties, rows } = lockSet({ kind: 'propose', staffId: STAFF, proposalId: 'p', command, reason: '' });
      expect(parties).toContain(STAFF);
      // What is decided once is looked for among what waits.
      expect(rows.filter(({ of }) => of === PROPOSALS_OF)).toHaveLength(once && subject !== null ? 1 : 0);
    }
  });
});
