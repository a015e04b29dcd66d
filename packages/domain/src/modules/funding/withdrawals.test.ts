import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import type { State } from '../../kernel/state.ts';
import { madeIn } from '../../kernel/table.ts';
import { apply } from '../../ledger/apply.ts';
import { type Withdrawal, WITHDRAWALS } from './model.ts';
import {
  decideCancelWithdrawal, decideConfirmWithdrawal, decideLapseWithdrawal, decideReportNotReceived, decideRequestWithdrawal, decideResendCode, decideReturnWithdrawal, decideTraceWithdrawal,
  decideWithdrawal, dueAt, isOverdue, MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL, withdrawable, withdrawalFee,
} from './index.ts'; // prettier-ignore

const later = (ms: number) => contextOf({}, { now: new Date(NOON.getTime() + ms) });

describe('requesting', () => {
  it('[F11] the whole amount is held right away, up to free cash less what is owed', () => {
    const state = stateOf({ client: { loan: 30_000n } });
    expect(withdrawable(partyOf(state))).toBe(70_000n);
    expect(withdrawable({ ...partyOf(state), loan: 200_000n })).toBe(0n);
    expect(said(decideRequestWithdrawal(state, request({ amount: 70_001n }), contextOf()))).toBe(
      'withdrawal.insufficient_balance',
    );
    const decision = decideRequestWithdrawal(state, request({ amount: 70_000n }), contextOf());
    expect(decision.entry?.postings).toEqual([
      { account: 'cash', amount: 70_000n },
      { account: 'withdrawing', amount: -70_000n },
    ]);
    apply(state, decision, NOON);
    expect(said(decideRequestWithdrawal(state, request({ amount: 30_000n, withdrawalId: 'w2' }), contextOf()))).toBe(
      'withdrawal.insufficient_balance',
    );
  });

  it('[F11] the minimum never stops anybody from taking out everything', () => {
    expect(MAX_MINIMUM_WITHDRAWAL).toBe(10_000n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 20_000n }),
        fc.bigInt({ min: 0n, max: MAX_MINIMUM_WITHDRAWAL }),
        fc.bigInt({ min: 0n, max: 20_000n }),
        (cash, minimumWithdrawal, loan) => {
          const state = stateOf({ client: { cash, loan }, settings: { minimumWithdrawal } });
          const all = withdrawable(partyOf(state));
          if (all > 0n) expect(said(decideRequestWithdrawal(state, request({ amount: all }), contextOf()))).toBe('ok');
          if (all > 1n)
            expect(said(decideRequestWithdrawal(state, request({ amount: all - 1n }), contextOf()))).toBe(
              all - 1n < minimumWithdrawal ? 'withdrawal.below_minimum' : 'ok',
            );
        },
      ),
    );
  });

  it('[F12] the fee is half-even, never above 5 %, and none without billing', () => {
    expect(MAX_FEE_BPS).toBe(500);
    expect([50n, 150n, 250n, 149n, 151n].map((amount) => withdrawalFee(amount, 100))).toEqual([0n, 2n, 2n, 1n, 2n]);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: MAX_FEE_BPS }), (amount, bps) => {
        const fee = withdrawalFee(amount, bps);
        // At most five percent, but for the half cent of the rounding; and there is always something left.
        expect(fee >= 0n && fee < amount && 2n * (fee * 100n - 5n * amount) <= 100n).toBe(true);
      }),
    );
    expect(created(decideRequestWithdrawal(stateOf(), request({}), contextOf())).fee).toBe(0n);
  });

  it('[F12] a fee that the client has not seen is refused with the right one', () => {
    const state = stateOf({ client: { billing: true } });
    const seen = (expectedFee: bigint | null) => decideRequestWithdrawal(state, request({ expectedFee }), contextOf());
    expect(created(seen(500n))).toMatchObject({ amount: 50_000n, fee: 500n, feeBps: 100 });
    for (const other of [null, 0n, 499n, 501n])
      expect(seen(other).outcome).toMatchObject({
        refusal: { code: 'withdrawal.fee_changed', values: { fee: '$5.00' } },
      });
  });
});

describe('codes', () => {
  it('[F13] [F48] the right code lets it through within ten minutes, and can be sent five times', () => {
    const { state } = held({ code: true });
    expect(said(confirm(state, 'right', later(599_999)))).toBe('ok');
    expect(said(confirm(state, 'right', later(600_000)))).toBe('withdrawal.code_lapsed');
    const sends = [1, 2, 3, 4, 5].map((n) => {
      const decision = resend(state, `fresh ${n}`);
      apply(state, decision, NOON);
      return said(decision);
    });
    expect(sends).toEqual(['ok', 'ok', 'ok', 'ok', 'withdrawal.too_many_codes']);
    // [F48] Waiting brings no sixth code; when the last one runs out this withdrawal ends, and another can be requested.
    expect(resend(state, 'fresh 6').outcome).toMatchObject({
      refusal: { values: { until: new Date(NOON.getTime() + 600_000).toISOString() } },
    });
    expect(said(confirm(state, 'right'))).toBe('withdrawal.code_wrong');
    apply(state, confirm(state, 'fresh 4'), NOON);
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ status: 'pending', codeHash: null });
    expect(said(confirm(state, 'fresh 4'))).toBe('withdrawal.not_awaiting_code');
  });

  it('[F14] five wrong codes end it and give everything back; sending the code again does not reset the tries', () => {
    const { state } = held({ code: true });
    for (let n = 0; n < 4; n++) {
      apply(state, confirm(state, 'wrong'), NOON);
      if (n === 2) apply(state, resend(state, 'right'), NOON);
    }
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ codeTries: 4, status: 'awaiting_code' });
    const last = confirm(state, 'wrong');
    expect(said(last)).toBe('withdrawal.code_blocked');
    apply(state, last, NOON);
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ codeTries: 5, status: 'cancelled' });
    expect(partyOf(state)).toMatchObject({ cash: 100_000n, withdrawing: 0n });
  });

  it('[F15] [X11] a hold lapses with its code, not before, and gives everything back; who comes late hears that the code expired', () => {
    const { state } = held({ code: true });
    const lapse = (context: ReturnType<typeof later>) =>
      decideLapseWithdrawal(state, { kind: 'lapse_withdrawal', clientId: CLIENT, withdrawalId: 'w' }, context);
    expect(said(lapse(later(599_999)))).toBe('withdrawal.not_awaiting_code');
    apply(state, lapse(later(600_000)), NOON);
    expect(state.of(WITHDRAWALS).get('w')?.status).toBe('lapsed');
    expect(partyOf(state)).toMatchObject({ cash: 100_000n, withdrawing: 0n });
    expect(said(confirm(state, 'right', later(600_001)))).toBe('withdrawal.code_lapsed');
    expect(said(resend(state, 'fresh'))).toBe('withdrawal.code_lapsed');
  });
});

describe('deciding', () => {
  it('[F16] a client may cancel until staff have decided, and gets everything back once', () => {
    for (const code of [true, false]) {
      const { state } = held({ code });
      apply(state, cancel(state), NOON);
      expect(partyOf(state)).toMatchObject({ cash: 100_000n, withdrawing: 0n });
      expect(said(cancel(state))).toBe('decision.already_taken');
    }
    const { state } = held({});
    const theirs = { kind: 'cancel_withdrawal', clientId: OTHER, withdrawalId: 'w' } as const;
    expect(said(decideCancelWithdrawal(state, theirs, contextOf()))).toBe('withdrawal.not_found');
    apply(state, decide(state, 'approve'), NOON);
    expect(said(cancel(state))).toBe('decision.already_taken');
  });

  it('[F9] a withdrawal is decided once, and not while it waits for its code', () => {
    for (const first of ['approve', 'reject'] as const)
      for (const second of ['approve', 'reject'] as const) {
        const { state } = held({});
        apply(state, decide(state, first), NOON);
        expect(decide(state, second)).toEqual({ outcome: { ok: false, refusal: { code: 'decision.already_taken' } } });
      }
    expect(said(decide(held({ code: true }).state, 'approve'))).toBe('withdrawal.not_pending');
  });

  it('[F10] nobody decides about their own withdrawal', () => {
    expect(said(decide(held({}).state, 'approve', CLIENT))).toBe('decision.own_account');
  });

  it('[F17] approval pays the net amount from the account of the method and keeps the reference', () => {
    const custody = (method: Withdrawal['method'], coin: Withdrawal['coin'] = null) =>
      decide(held({ billing: true, method, coin }).state, 'approve').entry?.postings[1]?.account;
    expect([
      custody('bank'),
      custody('paypal'),
      custody('cashapp'),
      custody('gcash'),
      custody('crypto', 'bitcoin'),
      custody('crypto', 'ethereum'),
      custody('crypto', 'usdt'),
    ]).toEqual(
      ['bank', 'paypal', 'cashapp', 'gcash', 'bitcoin', 'ethereum', 'tether'].map((name) => `custody:${name}`),
    );
    const { state } = held({ billing: true });
    const approved = decide(state, 'approve');
    expect(approved.entry?.postings.map(({ amount }) => amount)).toEqual([50_000n, -49_500n, -500n]);
    apply(state, approved, NOON);
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ status: 'approved', payoutReference: 'ref' });
  });

  it('[F18] a payout that comes back gives the client everything, fee included; not received moves no money', () => {
    const { state } = held({ billing: true });
    const notReceived = () =>
      decideReportNotReceived(state, { kind: 'report_not_received', clientId: CLIENT, withdrawalId: 'w' }, contextOf());
    expect(said(notReceived())).toBe('withdrawal.not_approved');
    apply(state, decide(state, 'approve'), NOON);
    expect(notReceived().entry).toBeUndefined();
    apply(state, notReceived(), NOON);
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ status: 'approved', notReceived: true });
    const back = decideReturnWithdrawal(
      state,
      {
        kind: 'return_withdrawal',
        staffId: STAFF,
        clientId: CLIENT,
        withdrawalId: 'w',
        reason: 'closed',
      },
      contextOf(),
    );
    expect(back.entry?.postings.map(({ amount }) => amount)).toEqual([49_500n, 500n, -50_000n]);
    apply(state, back, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 100_000n, withdrawing: 0n });
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ status: 'returned', notReceived: false });
  });

  it('[F45] staff who have traced the payment end the report with a reason; the client may report it again', () => {
    const { state } = held({});
    const report = () =>
      decideReportNotReceived(state, { kind: 'report_not_received', clientId: CLIENT, withdrawalId: 'w' }, contextOf());
    const trace = (staffId = STAFF) =>
      decideTraceWithdrawal(state, {
        kind: 'trace_withdrawal', staffId, clientId: CLIENT, withdrawalId: 'w', reason: 'the bank has it', noteId: 'n',
      }, contextOf()); // prettier-ignore
    apply(state, decide(state, 'approve'), NOON);
    expect(said(trace())).toBe('withdrawal.not_reported');
    apply(state, report(), NOON);
    expect(said(report())).toBe('withdrawal.already_reported');
    expect(said(trace(CLIENT))).toBe('decision.own_account');
    const traced = trace();
    expect(traced.entry).toBeUndefined();
    expect(traced.notifications).toMatchObject([
      { template: 'withdrawal-traced', values: { reason: 'the bank has it' } },
    ]);
    expect(traced.records).toMatchObject([
      { kind: 'note', subjectId: 'w', body: { text: 'the bank has it' } },
      { kind: 'note', subjectId: 'n', body: { text: 'the bank has it' } },
      { kind: 'audit', action: 'withdrawal.trace', facts: { note: 'n' } },
    ]);
    apply(state, traced, NOON);
    expect(state.of(WITHDRAWALS).get('w')).toMatchObject({ status: 'approved', notReceived: false });
    expect(said(report())).toBe('ok');
  });

  it('[F19] a request is overdue one working day after it was made', () => {
    const due = (at: string) => dueAt(new Date(at)).toISOString();
    expect(due('2026-03-11T10:00:00.000Z')).toBe('2026-03-12T10:00:00.000Z');
    // From Friday, Saturday and Sunday to Monday.
    expect(['13', '14', '15'].map((day) => due(`2026-03-${day}T10:00:00.000Z`))).toEqual(
      Array(3).fill('2026-03-16T10:00:00.000Z'),
    );
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true }),
        (at) => {
          const end = dueAt(at);
          const days = (end.getTime() - at.getTime()) / 86_400_000;
          expect([1, 2, 3]).toContain(days);
          expect([0, 6]).not.toContain(end.getUTCDay());
          expect([isOverdue(at, end), isOverdue(at, new Date(end.getTime() + 1))]).toEqual([false, true]);
        },
      ),
    );
  });
});

type Request = Parameters<typeof decideRequestWithdrawal>[1];

function request(of: Partial<Request>): Request {
  return {
    kind: 'request_withdrawal', clientId: CLIENT, withdrawalId: 'w', amount: 50_000n, method: 'bank', coin: null, destination: {}, expectedFee: null, code: '1', codeHash: 'right', ...of,
  }; // prettier-ignore
}

/** $500 of $1,000 asked for. */
function held(of: { code?: boolean; billing?: boolean; method?: Withdrawal['method']; coin?: Withdrawal['coin'] }): {
  state: State;
} {
  const { code = false, billing = false, method = 'bank', coin = null } = of;
  const state = stateOf({ client: { code, billing } });
  apply(
    state,
    decideRequestWithdrawal(state, request({ method, coin, expectedFee: billing ? 500n : null }), contextOf()),
    NOON,
  );
  return { state };
}

function created(decision: AnyDecision): Withdrawal {
  const [made] = madeIn(WITHDRAWALS, decision.rows);
  if (made === undefined) throw new Error(said(decision));
  return made;
}

function confirm(state: State, codeHash: string, context = contextOf()): AnyDecision {
  return decideConfirmWithdrawal(
    state,
    { kind: 'confirm_withdrawal', clientId: CLIENT, withdrawalId: 'w', codeHash },
    context,
  );
}

function resend(state: State, codeHash: string): AnyDecision {
  return decideResendCode(
    state,
    { kind: 'resend_code', clientId: CLIENT, withdrawalId: 'w', code: '2', codeHash },
    contextOf(),
  );
}

function cancel(state: State): AnyDecision {
  return decideCancelWithdrawal(state, { kind: 'cancel_withdrawal', clientId: CLIENT, withdrawalId: 'w' }, contextOf());
}

function decide(state: State, decision: 'approve' | 'reject', staffId = STAFF): AnyDecision {
  return decideWithdrawal(
    state,
    {
      kind: 'decide_withdrawal',
      staffId,
      clientId: CLIENT,
      withdrawalId: 'w',
      decision,
      reason: 'no',
      payoutReference: 'ref',
    },
    contextOf(),
  );
}
