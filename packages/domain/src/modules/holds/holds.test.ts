import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import { newParty, PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import type { ProposedCommand } from '../proposals/proposed-command.ts';
import { PROPOSALS } from '../proposals/model.ts';
import { COOLING_MS, HOLD_CODES, HOLD_MAX_MS, isEnd, lastRunning, runs } from './hold.ts';
import { type Hold, HOLDS } from './model.ts';
import type { PlaceHold } from './place-hold.ts';

const HOUR = 3_600_000;
const SECOND = '00000000-0000-4000-8000-00000000000d';
const later = (ms: number): Date => new Date(NOON.getTime() + ms);

describe('a hold on a client’s money', () => {
  it('[F33] ends later than now and at most 30 days from now', () => {
    for (const [endsAt, answer] of [
      [NOON, 'hold.end_range'],
      [later(-1), 'hold.end_range'],
      [later(1), 'ok'],
      [later(HOLD_MAX_MS), 'ok'],
      [later(HOLD_MAX_MS + 1), 'hold.end_range'],
      [new Date('9999-12-31T23:59:59Z'), 'hold.end_range'],
    ] as const)
      expect(said(session().run(place({ endsAt })))).toBe(answer);
    expect(Object.keys(HOLD_CODES)).toEqual(['aml_review', 'court_order', 'security_cooling']);
  });

  it('[F33] is placed on a client, never on oneself, on staff, on a closed account or on nobody', () => {
    const { state, run } = session();
    expect(said(run(place({ clientId: STAFF })))).toBe('decision.own_account');
    expect(said(run(place({ clientId: SECOND })))).toBe('user.not_found');
    expect(said(run(place({ clientId: OTHER })))).toBe('user.not_found');
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'closed' });
    expect(said(run(place({})))).toBe('user.not_found');
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(run(place({})))).toBe('ok');
  });

  it('[F34] [F36] while one runs nothing is approved; at its end, to the millisecond, decisions work again by themselves', () => {
    const { state, run } = session();
    run(request);
    run(place({ endsAt: later(2 * HOUR), code: 'court_order', reference: 'case 9' }));
    state.of(HOLDS).set('a', automatic('a', later(HOUR)));
    const refused = run(approve, later(HOUR));
    expect(refused).toEqual({
      outcome: {
        ok: false,
        refusal: {
          code: 'withdrawal.on_hold',
          values: { ground: 'Court order', reference: 'case 9', until: '2026-03-11 18:00' },
        },
      },
    });
    expect(said(run({ ...approve, staffId: null }, later(2 * HOUR - 1)))).toBe('withdrawal.on_hold');
    expect(partyOf(state)).toMatchObject({ cash: 50_000n, withdrawing: 50_000n });
    expect(said(run(approve, later(2 * HOUR)))).toBe('ok');
  });

  it('[F35] requesting, cancelling, rejecting, trading and limits go on', () => {
    const { run } = session();
    run(place({}));
    expect(said(run(request))).toBe('ok');
    expect(said(run({ ...approve, decision: 'reject', reason: 'other account' }))).toBe('ok');
    expect(said(run({ ...request, withdrawalId: 'w2' }))).toBe('ok');
    expect(said(run({ kind: 'cancel_withdrawal', clientId: CLIENT, withdrawalId: 'w2' }))).toBe('ok');
    expect(said(run({ kind: 'top_up', clientId: CLIENT, amount: 100n }))).toBe('ok');
  });

  it('[F34] of two with one end the same is named, in whatever order the books were read', () => {
    for (const ids of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const { state, run } = session();
      run(request);
      for (const id of ids)
        state.of(HOLDS).set(id, { ...automatic(id, later(HOUR)), code: 'aml_review', reference: `case ${id}`, placedBy: STAFF, setBy: STAFF }); // prettier-ignore
      expect(run(approve).outcome).toMatchObject({ refusal: { values: { reference: 'case a' } } });
    }
  });

  it('[F34] a hold of one client is nobody else’s', () => {
    const { state, run } = session();
    state.of(PARTIES).set(OTHER, { ...newParty(OTHER, 'client'), cash: 100_000n });
    run(place({ clientId: OTHER }));
    run(request);
    expect(said(run(approve))).toBe('ok');
  });

  it('[F37] anybody of the staff lifts it right away; what has ended is over', () => {
    for (const staffId of [STAFF, SECOND]) {
      const { run } = session();
      run(request);
      run(place({}));
      expect(said(run({ ...lift, staffId: CLIENT }))).toBe('decision.own_account');
      expect(said(run({ ...lift, holdId: 'another' }))).toBe('hold.not_found');
      expect(said(run({ ...lift, clientId: OTHER }))).toBe('hold.not_found');
      expect(said(run({ ...lift, staffId }))).toBe('ok');
      expect(said(run(approve))).toBe('ok');
      expect(said(run(lift))).toBe('hold.not_running');
      expect(said(run(propose(renew({}))))).toBe('hold.not_running');
    }
    const { run } = session();
    run(place({ endsAt: later(HOUR) }));
    expect(said(run(lift, later(HOUR)))).toBe('hold.not_running');
  });

  it('[F38] renewing takes two people, and only later ends within 30 days are set', () => {
    const { state, run, byTwo } = session();
    run(place({ endsAt: later(24 * HOUR) }));
    expect(byTwo(renew({ endsAt: later(24 * HOUR) }))).toBe('hold.not_later');
    expect(byTwo(renew({ endsAt: later(HOLD_MAX_MS + 1) }))).toBe('hold.end_range');
    expect(byTwo(renew({}), NOON, [SECOND, SECOND])).toBe('proposal.own');
    expect(byTwo(renew({}), NOON, [CLIENT, SECOND])).toBe('decision.own_account');
    expect(byTwo(renew({}), NOON, [SECOND, CLIENT])).toBe('proposal.own');
    expect(byTwo(renew({ holdId: 'another' }))).toBe('hold.not_found');
    expect(byTwo(renew({ endsAt: later(48 * HOUR) }), NOON, [STAFF, SECOND])).toBe('approved');
    expect(state.of(HOLDS).get('h')).toMatchObject({ setBy: SECOND, setAt: NOON, endsAt: later(48 * HOUR) });
  });

  it('[F33] one hold of staff runs at a time, whatever the ground and whoever places it', () => {
    const { run, byTwo } = session();
    run(place({}));
    expect(run(place({ holdId: 'b', code: 'court_order', staffId: SECOND })).outcome).toEqual({
      ok: false,
      refusal: { code: 'hold.one_at_a_time', values: { reference: 'AML-7', until: '2026-03-12 16:00' } },
    });
    const { kind, clientId, holdId, code, reference, endsAt } = place({ holdId: 'b' });
    expect(byTwo({ kind, clientId, holdId, code, reference, endsAt })).toBe('hold.one_at_a_time');
  });

  it('[F38] within 90 days of a hold’s end another one takes two people, whatever the ground and whoever places it', () => {
    const { run, byTwo } = session();
    const days = (count: number) => later(count * 24 * HOUR);
    run(place({ endsAt: days(20) }));
    expect(said(run({ ...lift }, days(1)))).toBe('ok');
    for (const staffId of [STAFF, SECOND])
      for (const code of ['aml_review', 'court_order', 'security_cooling'] as const)
        expect(said(run(place({ holdId: 'b', staffId, code, endsAt: days(3) }), days(2)))).toBe('hold.second_person');
    const { kind, clientId, code, reference } = place({});
    expect(byTwo({ kind, clientId, holdId: 'b', code, reference, endsAt: days(3) }, days(2))).toBe('approved');
    expect(said(run(place({ holdId: 'c', endsAt: days(93) }), new Date(days(93).getTime() - 1)))).toBe(
      'hold.second_person',
    );
    expect(said(run(place({ holdId: 'c', endsAt: days(123) }), days(93)))).toBe('ok');
  });

  it('[F38] whatever staff do one by one, a client’s money is held 30 days in any 90 at most', () => {
    const step = fc.record({
      kind: fc.constantFrom('place', 'lift'),
      staffId: fc.constantFrom(STAFF, SECOND),
      code: fc.constantFrom('aml_review' as const, 'court_order' as const, 'security_cooling' as const),
      hours: fc.integer({ min: 0, max: 900 }),
      length: fc.integer({ min: 1, max: 720 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { state, run } = session();
        let time = NOON.getTime();
        steps.forEach(({ kind, staffId, code, hours, length }, index) => {
          time += hours * HOUR;
          const now = new Date(time);
          if (kind === 'place')
            run(place({ holdId: `h${index}`, staffId, code, endsAt: new Date(time + length * HOUR) }), now);
          else run({ ...lift, staffId, holdId: lastRunning(state.of(HOLDS).values(), CLIENT, now)?.id ?? 'none' }, now);
        });
        const spans = [...state.of(HOLDS).values()].map(
          ({ setAt, endsAt, liftedAt }) => [setAt.getTime(), (liftedAt ?? endsAt).getTime()] as const,
        );
        for (const [, end] of spans) {
          const start = end - 90 * 24 * HOUR;
          const held = spans.reduce(
            (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
            0,
          );
          expect(held).toBeLessThanOrEqual(HOLD_MAX_MS);
        }
      }),
    );
  });

  it('[F49] what a change of access placed runs beside a hold of staff, counts for nobody’s days and is nobody’s to renew', () => {
    const { state, run, byTwo } = session();
    state.of(HOLDS).set('auto', automatic('auto', later(COOLING_MS)));
    run(request);
    expect(said(run(approve))).toBe('withdrawal.on_hold');
    expect(byTwo(renew({ holdId: 'auto' }))).toBe('hold.automatic');
    expect(said(run(place({})))).toBe('ok');
    expect(said(run({ ...lift, holdId: 'auto' }))).toBe('ok');
  });

  it('[F39] is audited with ids, ground, reference and end, and told to the client with the reason where there is one', () => {
    const { run } = session();
    const placed = run(place({}));
    expect(placed.notifications).toEqual([
      {
        userId: CLIENT,
        template: 'hold-placed',
        values: { ground: 'AML review', reference: 'AML-7', until: '2026-03-12 16:00' },
        subjectId: 'h',
      },
    ]);
    expect(placed.records?.find(({ kind }) => kind === 'audit')).toMatchObject({
      actorId: STAFF,
      action: 'hold.place',
      clientId: CLIENT,
      facts: { ground: 'AML review', reference: 'AML-7', until: '2026-03-12T16:00:00.000Z' },
    });
    run(propose(renew({})));
    const renewed = run(decided(renew({})));
    expect(renewed.notifications?.[0]).toMatchObject({
      template: 'hold-renewed',
      values: { until: '2026-03-13 16:00' },
    });
    const lifted = run(lift);
    expect(lifted.notifications?.[0]).toMatchObject({ template: 'hold-lifted', values: { reason: 'cleared' } });
    // The reason is personal text: the log names where it is kept.
    expect(lifted.records?.find(({ kind }) => kind === 'audit')).toMatchObject({ facts: { note: 'note' } });
    for (const decision of [placed, renewed, lifted]) {
      expect(decision.entry).toBeUndefined();
      expect(decision.invalidates?.[0]).toMatchObject({ clientId: CLIENT, staff: true });
    }
  });

  it('[F36] runs until its end and not at it', () => {
    expect(runs({ endsAt: later(1), liftedAt: null }, NOON)).toBe(true);
    expect(runs({ endsAt: NOON, liftedAt: null }, NOON)).toBe(false);
    expect(runs({ endsAt: later(1), liftedAt: NOON }, NOON)).toBe(false);
    expect(isEnd(new Date(Number.NaN), NOON)).toBe(false);
  });
});

const request: Extract<Command, { kind: 'request_withdrawal' }> = {
  kind: 'request_withdrawal', clientId: CLIENT, withdrawalId: 'w', amount: 50_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'right',
}; // prettier-ignore
const approve: Extract<Command, { kind: 'decide_withdrawal' }> = {
  kind: 'decide_withdrawal', staffId: STAFF, clientId: CLIENT, withdrawalId: 'w', decision: 'approve', reason: null, payoutReference: 'ref',
}; // prettier-ignore
const lift: Extract<Command, { kind: 'lift_hold' }> = {
  kind: 'lift_hold', staffId: STAFF, clientId: CLIENT, holdId: 'h', reason: 'cleared', noteId: 'note',
}; // prettier-ignore

/** As a change of access places one. */
function automatic(id: string, endsAt: Date): Hold {
  return {
    id, clientId: CLIENT, code: 'security_cooling', reference: 'SC-1', placedBy: null, placedAt: NOON, setBy: null, setAt: NOON, endsAt, renewals: 0, liftedBy: null,
    liftedAt: null, liftNote: null,
  }; // prettier-ignore
}

function place(of: Partial<PlaceHold>): PlaceHold {
  return {
    kind: 'place_hold', staffId: STAFF, clientId: CLIENT, holdId: 'h', code: 'aml_review', reference: 'AML-7', endsAt: later(24 * HOUR), ...of,
  }; // prettier-ignore
}

type Renewal = Extract<ProposedCommand, { kind: 'renew_hold' }>;

function renew(of: Partial<Renewal>): Renewal {
  return { kind: 'renew_hold', clientId: CLIENT, holdId: 'h', endsAt: later(48 * HOUR), ...of };
}

function propose(command: ProposedCommand, staffId = STAFF): Command {
  return { kind: 'propose', staffId, proposalId: 'p', command, reason: '' };
}

function decided(command: ProposedCommand, staffId = SECOND): Command {
  return { kind: 'decide_proposal', staffId, proposalId: 'p', command, decision: 'approve', reason: null };
}

/** A client, two members of staff, and commands that are decided and applied. */
function session() {
  const state: State = stateOf();
  state.of(PARTIES).set(SECOND, newParty(SECOND, 'staff'));
  const run = (command: Command, now = NOON): AnyDecision => {
    const decision = decide(state, command, contextOf({}, { now }));
    apply(state, decision, now);
    return decision;
  };
  /** One proposes and another one approves: what became of it, or the refusal. */
  const byTwo = (command: ProposedCommand, now = NOON, [by, approver] = [STAFF, SECOND]): string | null | undefined => {
    state.of(PROPOSALS).clear();
    const made = run(propose(command, by), now);
    if (!made.outcome.ok) return made.outcome.refusal.code;
    const { outcome } = run(decided(command, approver), now);
    return outcome.ok ? outcome.result['status'] : outcome.refusal.code;
  };
  return { state, run, byTwo };
}
