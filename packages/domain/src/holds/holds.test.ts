import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../test/kit.ts';
import { apply, type Command, decide, type Decision, newParty, type State } from '../ledger/index.ts';
import { HOLD_CODES, HOLD_MAX_MS, isEnd, lastRunning, runs } from './hold.ts';

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
    state.parties.set(CLIENT, { ...partyOf(state), status: 'closed' });
    expect(said(run(place({})))).toBe('user.not_found');
    state.parties.set(CLIENT, { ...partyOf(state), status: 'suspended' });
    expect(said(run(place({})))).toBe('ok');
  });

  it('[F34] [F36] while one runs nothing is approved; at its end, to the millisecond, decisions work again by themselves', () => {
    const { state, run } = session();
    run(request);
    run(place({ endsAt: later(HOUR) }));
    run(place({ holdId: 'longer', code: 'court_order', reference: 'case 9', endsAt: later(2 * HOUR) }));
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
      const { run } = session();
      run(request);
      for (const id of ids) run(place({ holdId: id, reference: `case ${id}` }));
      expect(run(approve).outcome).toMatchObject({ refusal: { values: { reference: 'case a' } } });
    }
  });

  it('[F34] a hold of one client is nobody else’s', () => {
    const { state, run } = session();
    state.parties.set(OTHER, { ...newParty(OTHER, 'client'), cash: 100_000n });
    run(place({ clientId: OTHER }));
    run(request);
    expect(said(run(approve))).toBe('ok');
  });

  it('[F37] anybody of the staff lifts it at once; what has ended is over', () => {
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
      expect(said(run(renew({ staffId: SECOND })))).toBe('hold.not_running');
    }
    const { run } = session();
    run(place({ endsAt: later(HOUR) }));
    expect(said(run(lift, later(HOUR)))).toBe('hold.not_running');
  });

  it('[F38] each end is set by another person than the one before it, and only later ones are set', () => {
    const { state, run } = session();
    run(place({ endsAt: later(24 * HOUR) }));
    expect(said(run(renew({})))).toBe('hold.second_person');
    expect(said(run(renew({ staffId: SECOND, endsAt: later(24 * HOUR) })))).toBe('hold.not_later');
    expect(said(run(renew({ staffId: SECOND, endsAt: later(HOLD_MAX_MS + 1) })))).toBe('hold.end_range');
    expect(said(run(renew({ staffId: SECOND, endsAt: later(48 * HOUR) })))).toBe('ok');
    expect(state.holds.get('h')).toMatchObject({ setBy: SECOND, setAt: NOON, endsAt: later(48 * HOUR) });
    expect(said(run(renew({ staffId: SECOND, endsAt: later(72 * HOUR) })))).toBe('hold.second_person');
    expect(said(run(renew({ staffId: STAFF, endsAt: later(72 * HOUR) })))).toBe('ok');
    expect(said(run(renew({ staffId: CLIENT, endsAt: later(96 * HOUR) })))).toBe('decision.own_account');
  });

  it('[F38] placing the same ground again is no way to renew alone', () => {
    const { run } = session();
    const days = (count: number) => later(count * 24 * HOUR);
    run(place({ endsAt: days(20) }));
    // A wrong reference is put right: the end stays within 30 days of the first one.
    expect(said(run({ ...lift }, days(1)))).toBe('ok');
    expect(said(run(place({ holdId: 'b', endsAt: days(30) }), days(1)))).toBe('ok');
    expect(said(run(place({ holdId: 'c', endsAt: days(31) }), days(2)))).toBe('hold.second_person');
    expect(said(run(place({ holdId: 'c', endsAt: days(40) }), days(35)))).toBe('hold.second_person');
    // Another ground, and another person, are their own.
    expect(said(run(place({ holdId: 'd', code: 'court_order', endsAt: days(40) }), days(35)))).toBe('ok');
    expect(said(run(place({ holdId: 'e', staffId: SECOND, endsAt: days(40) }), days(35)))).toBe('ok');
    expect(said(run(place({ holdId: 'f', endsAt: days(61) }), days(60)))).toBe('ok');
  });

  it('[F38] whatever one person does alone, no ground of theirs holds for more than 30 days at a stretch', () => {
    const step = fc.record({
      kind: fc.constantFrom('place', 'renew', 'lift'),
      hours: fc.integer({ min: 0, max: 400 }),
      length: fc.integer({ min: 1, max: 720 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { state, run } = session();
        let time = NOON.getTime();
        steps.forEach(({ kind, hours, length }, index) => {
          time += hours * HOUR;
          const now = new Date(time);
          const endsAt = new Date(time + length * HOUR);
          const last = lastRunning(state.holds.values(), CLIENT, now)?.id ?? 'none';
          if (kind === 'place') run(place({ holdId: `h${index}`, endsAt }), now);
          else if (kind === 'renew') run(renew({ holdId: last, endsAt }), now);
          else run({ ...lift, holdId: last }, now);
        });
        const spans = [...state.holds.values()]
          .map(({ setAt, endsAt, liftedAt }) => ({ from: setAt.getTime(), to: (liftedAt ?? endsAt).getTime() }))
          .toSorted((a, b) => a.from - b.from);
        let from = -Infinity;
        let to = -Infinity;
        for (const span of spans) {
          if (span.from > to) from = span.from;
          to = Math.max(to, span.to);
          expect(to - from).toBeLessThanOrEqual(HOLD_MAX_MS);
        }
      }),
    );
  });

  it('[F39] is audited with ids, ground, reference and end, and told to the client with the reason where there is one', () => {
    const { run } = session();
    const placed = run(place({}));
    expect(placed.mails).toEqual([
      {
        userId: CLIENT,
        template: 'hold-placed',
        values: { ground: 'AML review', reference: 'AML-7', until: '2026-03-12 16:00' },
        subjectId: 'h',
      },
    ]);
    expect(placed.changes?.find(({ kind }) => kind === 'audit')).toMatchObject({
      actorId: STAFF,
      action: 'hold.place',
      clientId: CLIENT,
      facts: { ground: 'AML review', reference: 'AML-7', until: '2026-03-12T16:00:00.000Z' },
    });
    const renewed = run(renew({ staffId: SECOND, endsAt: later(48 * HOUR) }));
    expect(renewed.mails?.[0]).toMatchObject({ template: 'hold-renewed', values: { until: '2026-03-13 16:00' } });
    const lifted = run(lift);
    expect(lifted.mails?.[0]).toMatchObject({ template: 'hold-lifted', values: { reason: 'cleared' } });
    // The reason is personal text: the log names where it is kept.
    expect(lifted.changes?.find(({ kind }) => kind === 'audit')).toMatchObject({ facts: { note: 'note' } });
    for (const decision of [placed, renewed, lifted]) {
      expect(decision.entry).toBeUndefined();
      expect(decision.notices?.[0]).toMatchObject({ clientId: CLIENT, staff: true });
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

function place(of: Partial<Extract<Command, { kind: 'place_hold' }>>): Command {
  return {
    kind: 'place_hold', staffId: STAFF, clientId: CLIENT, holdId: 'h', code: 'aml_review', reference: 'AML-7', endsAt: later(24 * HOUR), ...of,
  }; // prettier-ignore
}

function renew(of: Partial<Extract<Command, { kind: 'renew_hold' }>>): Command {
  return { kind: 'renew_hold', staffId: STAFF, clientId: CLIENT, holdId: 'h', endsAt: later(48 * HOUR), ...of };
}

/** A client, two members of staff, and commands that are decided and applied. */
function session(): { state: State; run: (command: Command, now?: Date) => Decision } {
  const state = stateOf();
  state.parties.set(SECOND, newParty(SECOND, 'staff'));
  return {
    state,
    run: (command, now = NOON) => {
      const decision = decide(state, command, contextOf({}, { now }));
      apply(state, decision, now);
      return decision;
    },
  };
}
