import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, locksOf, NOON, OTHER, STAFF, stateOf, written } from '../../../test/kit.ts';
import type { Context } from '../../kernel/decision.ts';
import { newParty, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide, refusedByDatabase } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { type ProposedCommand, commandFromJson, commandToJson, PROPOSAL_LIFE_MS } from './index.ts';
import { PROPOSALS } from './model.ts';

const CREDIT: ProposedCommand = { kind: 'adjust', clientId: CLIENT, direction: 'credit', amount: 500n, corrects: null };
const propose = (command: ProposedCommand, staffId = STAFF): Command => ({
  kind: 'propose',
  staffId,
  proposalId: 'p',
  command,
  reason: 'a goodwill payment',
});
const answer = (command: ProposedCommand, staffId = OTHER, decision: 'approve' | 'decline' = 'approve'): Command => ({
  kind: 'decide_proposal',
  staffId,
  proposalId: 'p',
  command,
  decision,
  reason: decision === 'decline' ? 'no' : null,
});

function twoOfStaff(): State {
  const state = stateOf();
  state.of(PARTIES).set(OTHER, newParty(OTHER, 'staff'));
  return state;
}

function does(state: State, command: Command, context: Context = contextOf()) {
  const decision = decide(state, command, context);
  apply(state, decision, context.now);
  return decision;
}

describe('proposals', () => {
  it('[G40] proposing moves nothing and tells no client; what the rules refuse is refused right away', () => {
    const state = twoOfStaff();
    const made = does(state, propose(CREDIT));
    expect(made.outcome).toMatchObject({ ok: true, result: { proposal: 'p' } });
    expect([made.entry, made.notifications]).toEqual([undefined, undefined]);
    expect(made.invalidates?.map(({ clientId, topics }) => [clientId, topics])).toEqual([[STAFF, ['proposals']]]);
    expect(state.of(PARTIES).get(CLIENT)?.cash).toBe(100_000n);
    const nobody: ProposedCommand = { ...CREDIT, clientId: STAFF };
    expect(decide(twoOfStaff(), propose(nobody), contextOf()).outcome).toMatchObject({ ok: false });
    const debit: ProposedCommand = { kind: 'adjust', clientId: CLIENT, direction: 'debit', amount: 500n, corrects: 7n };
    expect(decide(twoOfStaff(), propose(debit), contextOf()).outcome).toMatchObject({
      refusal: { code: 'adjustment.entry_unknown' },
    });
  });

  it('[G41] only another person decides, once, and in time', () => {
    const state = twoOfStaff();
    does(state, propose(CREDIT));
    const code = (command: Command, context?: Context) => {
      const { outcome } = decide(state, command, context ?? contextOf());
      return outcome.ok ? 'status' in outcome.result && outcome.result.status : outcome.refusal.code;
    };
    expect(code(answer(CREDIT, STAFF))).toBe('proposal.own');
    expect(code(answer(CREDIT, CLIENT))).toBe('proposal.own');
    const late = (ms: number) => contextOf({}, { now: new Date(NOON.getTime() + PROPOSAL_LIFE_MS + ms) });
    expect(code(answer(CREDIT), late(0))).toBe('proposal.lapsed');
    expect(code(answer(CREDIT), late(-1))).toBe('approved');
    does(state, answer(CREDIT));
    expect(state.of(PARTIES).get(CLIENT)?.cash).toBe(100_500n);
    expect(code(answer(CREDIT))).toBe('decision.already_taken');
  });

  it('[G42] approved, exactly the command happens; refused by then, nothing does and the proposal has ended', () => {
    const state = twoOfStaff();
    does(state, propose(CREDIT));
    const done = decide(state, answer(CREDIT), contextOf());
    const alone = decide(state, { ...CREDIT, staffId: OTHER, reason: 'a goodwill payment' } as Command, contextOf());
    expect(done.entry).toEqual(alone.entry);
    expect(done.notifications).toEqual(alone.notifications);

    const party = state.of(PARTIES).get(CLIENT);
    if (party) state.of(PARTIES).set(CLIENT, { ...party, status: 'closed' });
    const refused = does(state, answer(CREDIT));
    expect(refused.outcome).toMatchObject({ ok: true, result: { status: 'refused' } });
    expect(refused.entry).toBeUndefined();
    expect(state.of(PROPOSALS).get('p')?.status).toBe('refused');
  });

  it('[A135] [G42] once its proposer may not do it any more, approving ends it as refused, and declining goes on', () => {
    const state = twoOfStaff();
    does(state, propose(CREDIT));
    const made = state.of(PROPOSALS).get('p');
    if (made) state.of(PROPOSALS).set('p', { ...made, proposerMay: false });
    expect(decide(state, answer(CREDIT, OTHER, 'decline'), contextOf()).outcome).toMatchObject({
      result: { status: 'declined' },
    });
    const refused = does(state, answer(CREDIT));
    expect(refused.outcome).toMatchObject({ ok: true, result: { status: 'refused' } });
    expect(refused.entry).toBeUndefined();
    expect(state.of(PROPOSALS).get('p')?.refusal).toEqual({ code: 'proposal.proposer_may_not' });
    expect(state.of(PARTIES).get(CLIENT)?.cash).toBe(100_000n);
  });

  it('[G42] what only the database refuses ends as refused too, and stays what it is where it is not approved by then', () => {
    const state = twoOfStaff();
    does(state, propose(CREDIT));
    const refusal = { code: 'deposit.output_already_credited' };
    const again = (command: Command) =>
      refusedByDatabase(state, command, decide(state, command, contextOf()), refusal, contextOf());
    const ended = again(answer(CREDIT));
    expect(ended.outcome).toMatchObject({ ok: true, result: { status: 'refused' } });
    expect([ended.entry, ended.notifications]).toEqual([undefined, undefined]);
    expect(written(PROPOSALS, ended)).toMatchObject({ status: 'refused', decidedBy: OTHER, refusal });
    expect(again(answer(CREDIT, OTHER, 'decline')).outcome).toMatchObject({ result: { status: 'declined' } });
    expect(again(answer(CREDIT, STAFF)).outcome).toMatchObject({ refusal: { code: 'proposal.own' } });
    // Whatever else is refused so is refused, and that is all.
    const alone = { ...CREDIT, staffId: OTHER, reason: 'a goodwill payment' } as Command;
    expect(again(alone)).toEqual({ outcome: { ok: false, refusal } });
  });

  it('[G42] deciding touches the rows that the command touches, and the proposal', () => {
    const payout: ProposedCommand = {
      kind: 'approve_payout',
      clientId: CLIENT,
      withdrawalId: 'w',
      amount: 2_000_000n,
      payoutReference: null,
    };
    expect(locksOf(answer(payout))).toEqual({
      parties: [CLIENT, OTHER],
      withdrawal: ['w'],
      proposal: ['p'],
      'proposal by subjectId': ['w'],
      'hold by clientId': [CLIENT],
    });
    expect(locksOf(answer({ kind: 'remove_staff', memberId: STAFF }))).toEqual({
      parties: [STAFF, OTHER],
      proposal: ['p'],
    });
  });

  it('[G42] a command is stored and read back as it was, to the cent', () => {
    const commands: ProposedCommand[] = [
      CREDIT,
      { kind: 'adjust', clientId: CLIENT, direction: 'debit', amount: 9_007_199_254_740_993n, corrects: 7n },
      {
        kind: 'record_trade',
        clientId: CLIENT,
        outcome: 'loss',
        symbol: 'BTC',
        side: 'sell',
        amount: 1n,
        corrects: 2n,
      },
      { kind: 'add_to_trade', clientId: CLIENT, tradeId: 't', amount: 3n },
      { kind: 'approve_payout', clientId: CLIENT, withdrawalId: 'w', amount: 4n, payoutReference: null },
      { kind: 'add_staff', memberId: 'm', role: 'finance' },
      { kind: 'set_role', memberId: 'm', role: 'support' },
      { kind: 'define_role', name: 'desk', permissions: ['client.read', 'trade.read'], replaces: null },
      { kind: 'remove_staff', memberId: 'm' },
    ];
    for (const command of commands)
      expect(
        commandFromJson(JSON.parse(JSON.stringify(commandToJson(command))) as Record<string, string | null>),
      ).toEqual(command);
    expect(() => commandFromJson({ kind: 'grant_capital' })).toThrow('nothing that is known');
  });
});
