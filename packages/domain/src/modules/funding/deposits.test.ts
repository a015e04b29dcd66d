import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, depositOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { imageOf } from '../../kernel/table.ts';
import { apply } from '../../ledger/apply.ts';
import { ReferenceLedger } from '../../ledger/reference-ledger.ts';
import { PRICE_SCALE } from '../../market/index.ts';
import { unlimitedReleases } from '../releases/limits.ts';
import { RELEASES } from '../releases/model.ts';
import {
  COIN_SCALE,
  coinsToPay,
  coinsWorth,
  creditOf,
  decideAttachProof,
  decideCreateDeposit,
  decideDeposit,
  decideTopUp,
  demoTxid,
  DEPOSIT_WINDOW_MS,
  MAX_CREDIT,
  normaliseTxid,
  TOP_UP_MAX,
} from './index.ts';
import { type Deposit, DEPOSITS } from './model.ts';

const TXID = 'ab'.repeat(32);
const after = (ms: number) => new Date(NOON.getTime() + ms);

describe('paper money', () => {
  const topUp = (amount: bigint) => ({ kind: 'top_up', clientId: CLIENT, amount }) as const;

  it('[F1] a top-up is at most $100,000, of a client who is active', () => {
    const state = stateOf();
    expect(said(decideTopUp(state, topUp(TOP_UP_MAX + 1n), contextOf()))).toBe('top_up.too_large');
    apply(state, decideTopUp(state, topUp(TOP_UP_MAX), contextOf()), NOON);
    expect(partyOf(state)).toMatchObject({ cash: 10_100_000n, deposited: 10_000_000n });
    expect(said(decideTopUp(stateOf({ client: { status: 'suspended' } }), topUp(1n), contextOf()))).toBe(
      'deposit.suspended',
    );
  });

  it('[F2] three a UTC day, and the next day begins again', () => {
    const state = stateOf();
    const said4 = (now: Date) =>
      [1, 2, 3, 4].map(() => {
        const decision = decideTopUp(state, topUp(5n), contextOf({}, { now }));
        apply(state, decision, now);
        return said(decision);
      });
    expect(said4(new Date('2026-03-11T23:59:59.999Z'))).toEqual(['ok', 'ok', 'ok', 'top_up.too_often']);
    expect(said4(new Date('2026-03-12T00:00:00.000Z'))).toEqual(['ok', 'ok', 'ok', 'top_up.too_often']);
  });

  it('[F2] a process whose clock is behind neither opens the former day again nor the new one', () => {
    const state = stateOf();
    const topUps = (text: string) => {
      const now = new Date(text);
      const decision = decideTopUp(state, topUp(5n), contextOf({}, { now }));
      apply(state, decision, now);
      return said(decision);
    };
    const turns = ['2026-03-12T00:00:00.100Z', '2026-03-11T23:59:59.900Z', '2026-03-12T00:00:00.200Z'];
    expect(turns.map(topUps)).toEqual(['ok', 'ok', 'ok']);
    expect(turns.map(topUps)).toEqual(['top_up.too_often', 'top_up.too_often', 'top_up.too_often']);
  });

  it('[F48] the fourth hears that the next day opens it again', () => {
    const state = stateOf({ client: { topUpDay: '2026-03-11', topUpCount: 3 } });
    expect(
      decideTopUp(state, topUp(5n), contextOf({}, { now: new Date('2026-03-11T16:00:00.000Z') })).outcome,
    ).toMatchObject({ refusal: { code: 'top_up.too_often', values: { until: '2026-03-12T00:00:00.000Z' } } });
  });
});

describe('deposits', () => {
  it('[F4] the coins to pay cover the amount, by less than one step of six decimals too much', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const rate = fc.bigInt({ min: PRICE_SCALE / 1000n, max: 10n ** 7n * PRICE_SCALE });
    fc.assert(
      fc.property(amount, rate, (cents, price) => {
        const units = coinsToPay(cents, price);
        // Cents that this many units are worth, exactly: units × price × 100 ÷ (1e8 × 1e10).
        const covers = (n: bigint) => n * price * 100n >= cents * COIN_SCALE * PRICE_SCALE;
        expect(units % 100n).toBe(0n);
        expect(covers(units)).toBe(true);
        expect(covers(units - 100n)).toBe(false);
        expect(coinsWorth(units, price) >= cents).toBe(true);
      }),
    );
    expect(coinsToPay(10_000n, 60_000n * PRICE_SCALE)).toBe(166_700n);
  });

  it('[F5] the rate is locked for an hour; a proof from later is credited at the rate of receipt', () => {
    const created = decideCreateDeposit(
      stateOf(),
      {
        kind: 'create_deposit',
        clientId: CLIENT,
        amount: 10_000n,
        method: 'bitcoin',
        address: 'a',
        rate: 50_000n * PRICE_SCALE,
        rateSource: 't',
      },
      contextOf(),
    );
    expect(made(created)).toMatchObject({
      payUnits: 200_000n,
      expiresAt: after(DEPOSIT_WINDOW_MS),
      status: 'awaiting_payment',
    });
    expect(DEPOSIT_WINDOW_MS).toBe(3_600_000);
    const credited = (proofAt: Date, rateNow: bigint | null) =>
      made(decides(stateOf({ deposit: depositOf({ proofAt }) }), approve({ rateNow })));
    expect(credited(after(DEPOSIT_WINDOW_MS), 40_000n * PRICE_SCALE)).toMatchObject({
      credited: 10_000n,
      receiptRate: 50_000n * PRICE_SCALE,
    });
    expect(credited(after(DEPOSIT_WINDOW_MS + 1), 40_000n * PRICE_SCALE)).toMatchObject({
      credited: 8_000n,
      receiptRate: 40_000n * PRICE_SCALE,
    });
    // The locked rate is never used once it has run out.
    expect(said(decides(stateOf({ deposit: depositOf({ proofAt: after(DEPOSIT_WINDOW_MS + 1) }) }), approve({})))).toBe(
      'deposit.rate_unknown',
    );
  });

  it('[F5] late proof keeps the price of its moment, however long the decision takes', () => {
    const price = { rate: 40_000n * PRICE_SCALE, source: 'test' };
    const proves = (ms: number) => {
      const state = stateOf({ deposit: depositOf({ status: 'awaiting_payment', proofAt: null }) });
      const decision = decideAttachProof(
        state,
        { kind: 'attach_proof', clientId: CLIENT, depositId: 'd', fileId: 'f', price },
        contextOf({}, { now: after(ms) }),
      );
      apply(state, decision, after(ms));
      return { state, after: made(decision) };
    };
    const late = proves(DEPOSIT_WINDOW_MS + 1);
    expect(late.after).toMatchObject({ lateRate: price.rate, lateRateSource: 'test', proofFile: 'f' });
    // Three days later the price is another one.
    expect(made(decides(late.state, approve({ rateNow: 30_000n * PRICE_SCALE })))).toMatchObject({
      credited: 8_000n,
      receiptRate: price.rate,
    });
    const inTime = proves(DEPOSIT_WINDOW_MS);
    expect(inTime.after).toMatchObject({ lateRate: null, lateRateSource: null });
    expect(made(decides(inTime.state, approve({})))).toMatchObject({ credited: 10_000n });
  });

  it('[F6] what was asked for credits the amount, anything else what it is worth', () => {
    const odd = depositOf({ amount: 9_999n, payUnits: coinsToPay(9_999n, 50_000n * PRICE_SCALE) });
    const of = (receivedUnits: bigint | null) =>
      made(decides(stateOf({ deposit: odd }), approve({ receivedUnits })))?.credited;
    expect([null, odd.payUnits, 100_000n, 204_000n].map(of)).toEqual([9_999n, 9_999n, 5_000n, 10_200n]);
    expect(said(decides(stateOf({ deposit: odd }), approve({ receivedUnits: 1n })))).toBe('deposit.received_too_small');
  });

  it('[F51] the locked rate covers 2 % more than was asked for, and the price at receipt counts for the rest', () => {
    const of = (receivedUnits: bigint, rateNow: bigint | null, at: Partial<Decide> = {}) =>
      decides(stateOf({ deposit: depositOf({}) }), approve({ receivedUnits, rateNow, ...at }));
    const half = 25_000n * PRICE_SCALE;
    expect(made(of(204_000n, half))).toMatchObject({ credited: 10_200n, restRate: null });
    // 204,000 of them at $50,000, 196,000 at $25,000.
    expect(made(of(400_000n, half))).toMatchObject({ credited: 15_100n, restRate: half });
    expect(said(of(204_001n, null))).toBe('deposit.rate_unknown');
    // When it arrived decides, not when its proof was uploaded.
    const late = after(DEPOSIT_WINDOW_MS + 1);
    expect(made(of(200_000n, half, { receivedAt: late }))).toMatchObject({ credited: 5_000n, receiptRate: half });
    const proved = stateOf({ deposit: depositOf({ proofAt: late, lateRate: half }) });
    expect(made(decides(proved, approve({ receivedAt: after(DEPOSIT_WINDOW_MS) })))).toMatchObject({
      credited: 10_000n,
    });
  });

  it('[F51] in live mode staff say when it arrived: not before it was asked for, and not in the future', () => {
    const live = () => {
      const state = stateOf({ deposit: depositOf({}) });
      state.of(RELEASES).set('', { ...unlimitedReleases(), live: true });
      return state;
    };
    const at = (receivedAt: Date | null) => said(decides(live(), approve({ receivedAt })));
    expect(at(null)).toBe('deposit.received_at_required');
    expect(at(after(-60_000))).toBe('deposit.received_too_early');
    expect(at(after(7 * 86_400_000 + 1))).toBe('deposit.received_in_future');
    expect(at(NOON)).toBe('ok');
  });

  it('[F50] a credit of more than $1,000,000.00 is refused; a large or unexpected one is typed again in demo mode', () => {
    const of = (amount: bigint, receivedUnits: bigint, confirmCredit: bigint | null) => {
      const asked = depositOf({ amount, payUnits: coinsToPay(amount, 50_000n * PRICE_SCALE) });
      const command = approve({ receivedUnits, rateNow: asked.rate });
      return said(decideDeposit(stateOf({ deposit: asked }), { ...command, confirmCredit }, contextOf()));
    };
    const coin = COIN_SCALE / 50_000n;
    // 29.07 typed for 0.002907.
    expect(of(14_535n, 2_907_000_000n, null)).toBe('deposit.credit_too_large');
    expect(of(14_535n, 290_700n, null)).toBe('ok');
    expect(of(100_000n, 1_020n * coin, null)).toBe('ok');
    expect(of(100_000n, 1_021n * coin, null)).toBe('deposit.credit_unconfirmed');
    expect(of(100_000n, 1_021n * coin, 102_000n)).toBe('deposit.credit_unconfirmed');
    expect(of(100_000n, 1_021n * coin, 102_100n)).toBe('ok');
    expect(of(100_000n, 979n * coin, null)).toBe('deposit.credit_unconfirmed');
    expect(of(1_000_000n, 10_000n * coin, null)).toBe('ok');
    expect(of(1_000_001n, 10_000n * coin + 20n, null)).toBe('deposit.credit_unconfirmed');
    expect(of(MAX_CREDIT, 1_000_000n * coin, MAX_CREDIT)).toBe('ok');
  });

  it('[F53] a transaction id has one form on each network, and anything else is none', () => {
    const upper = `0X${TXID.toUpperCase()} `;
    expect(normaliseTxid('bitcoin', upper)).toBe(TXID);
    expect(normaliseTxid('tether', TXID)).toBe(TXID);
    expect([upper, TXID].map((text) => normaliseTxid('ethereum', text))).toEqual([`0x${TXID}`, `0x${TXID}`]);
    for (const text of ['', 'AB', TXID.slice(1), `${TXID}0`, 'g'.repeat(64), '0x0x'.padEnd(66, 'a')])
      expect(normaliseTxid('ethereum', text), text).toBeNull();
    for (const method of ['bitcoin', 'ethereum', 'tether'] as const) {
      const made = demoTxid(method, '01970000-0000-7000-8000-0000000000ab');
      expect(normaliseTxid(method, made)).toBe(made);
    }
  });

  it('[F52] at most three deposits are open at a time, and one that expired unpaid is not', () => {
    const state = stateOf();
    const ask = (now: Date) => {
      const decision = decideCreateDeposit(
        state,
        {
          kind: 'create_deposit',
          clientId: CLIENT,
          amount: 100n,
          method: 'bitcoin',
          address: 'a',
          rate: PRICE_SCALE,
          rateSource: 't',
        },
        { ...contextOf({}, { now }), newId: () => `d${state.of(DEPOSITS).size}` },
      );
      apply(state, decision, now);
      return said(decision);
    };
    expect([1, 2, 3, 4].map(() => ask(NOON))).toEqual(['ok', 'ok', 'ok', 'deposit.too_many']);
    const proof = { kind: 'attach_proof', clientId: CLIENT, depositId: 'd0', fileId: 'f' } as const;
    apply(state, decideAttachProof(state, proof, contextOf()), NOON);
    const later = after(DEPOSIT_WINDOW_MS);
    expect([ask(later), ask(later), ask(later)]).toEqual(['ok', 'ok', 'deposit.too_many']);
  });

  it('[F7] proof is given once, by the owner, also after the hour', () => {
    const state = stateOf({ deposit: depositOf({ status: 'awaiting_payment', proofAt: null }) });
    const proof = (clientId: string) =>
      decideAttachProof(
        state,
        { kind: 'attach_proof', clientId, depositId: 'd', fileId: 'f' },
        contextOf({}, { now: after(9 * DEPOSIT_WINDOW_MS) }),
      );
    expect(said(decides(state, approve({})))).toBe('deposit.not_pending');
    expect(said(proof(OTHER))).toBe('deposit.not_found');
    apply(state, proof(CLIENT), NOON);
    expect(state.of(DEPOSITS).get('d')?.status).toBe('pending');
    expect(said(proof(CLIENT))).toBe('deposit.proof_twice');
  });

  it('[F30] better proof after a rejection is another look at the same deposit, at its own rate', () => {
    const state = stateOf({ deposit: depositOf({}) });
    const before = state.of(DEPOSITS).get('d');
    apply(state, decides(state, approve({ decision: 'reject' })), NOON);
    const proof = { kind: 'attach_proof', clientId: CLIENT, depositId: 'd', fileId: 'better', price: { rate: 1n, source: 's' } } as const; // prettier-ignore
    const soon = after(60_000);
    apply(state, decideAttachProof(state, proof, contextOf({}, { now: soon })), soon);
    expect(state.of(DEPOSITS).get('d')).toEqual({ ...before, proofFile: 'better', proofAt: soon });
    expect(said(decides(state, approve({})))).toBe('ok');
    expect(said(decideAttachProof(stateOf({ deposit: depositOf({ status: 'approved' }) }), proof, contextOf()))).toBe(
      'decision.already_taken',
    );
  });

  it('[F8] one payment is credited once, whoever claims it and however it is written', () => {
    const reference = new ReferenceLedger({ minimumWithdrawal: 0n, withdrawalFeeBps: 0 });
    for (const id of [CLIENT, OTHER]) reference.open(id, 'client');
    reference.open(STAFF, 'staff');
    let keys = 0;
    const run = (command: Parameters<ReferenceLedger['execute']>[0], now = after(++keys)) =>
      reference.execute(
        command,
        { actorId: STAFF, key: `k${keys}`, requestHash: 'h' },
        { ...contextOf({}, { now }), newId: () => `d${keys}` },
      );
    const pending = (clientId: string): string => {
      const created = run({
        kind: 'create_deposit',
        clientId,
        amount: 500n,
        method: 'ethereum',
        address: 'a',
        rate: PRICE_SCALE,
        rateSource: 't',
      });
      const depositId = created.ok ? (created.result['id'] ?? '') : '';
      run({ kind: 'attach_proof', clientId, depositId, fileId: 'f' });
      return depositId;
    };
    const decide = (depositId: string, clientId: string, txid: string) =>
      run({ ...approve({ txid }), depositId, clientId });
    expect(decide(pending(CLIENT), CLIENT, `0x${TXID.toUpperCase()}`)).toMatchObject({ ok: true });
    expect(decide(pending(OTHER), OTHER, TXID)).toEqual({
      ok: false,
      refusal: { code: 'deposit.output_already_credited' },
    });
    expect(reference.state.of(PARTIES).get(OTHER)?.cash).toBe(0n);
  });

  it('[F9] a deposit is decided once', () => {
    for (const first of ['approve', 'reject'] as const)
      for (const second of ['approve', 'reject'] as const) {
        const state = stateOf({ deposit: depositOf({}) });
        apply(state, decides(state, approve({ decision: first })), NOON);
        expect(decides(state, approve({ decision: second }))).toEqual({
          outcome: { ok: false, refusal: { code: 'decision.already_taken' } },
        });
      }
  });

  it('[F10] nobody decides about their own account', () => {
    expect(said(decides(stateOf({ deposit: depositOf({}) }), approve({ staffId: CLIENT })))).toBe(
      'decision.own_account',
    );
  });
});

type Decide = Parameters<typeof decideDeposit>[1];

/** A week later, by somebody who types the credit again where nothing else is said. */
function decides(state: State, command: Decide) {
  const of = state.of(DEPOSITS).get(command.depositId);
  const { receivedUnits: units, receivedAt: at = null, rateNow: rate } = command;
  const credit = of && creditOf(of, { units, at, rate });
  return decideDeposit(
    state,
    { confirmCredit: credit?.credited ?? null, ...command },
    contextOf({}, { now: after(7 * 86_400_000) }),
  );
}

function approve(of: Partial<Decide>): Decide {
  return {
    kind: 'decide_deposit',
    staffId: STAFF,
    clientId: CLIENT,
    depositId: 'd',
    decision: 'approve',
    reason: null,
    txid: TXID,
    outputIndex: 0,
    receivedUnits: null,
    rateNow: null,
    ...of,
  };
}

/** The deposit as a decision leaves it. */
function made(decision: AnyDecision): Deposit | undefined {
  const [image] = decision.rows ?? [];
  return image && imageOf(DEPOSITS, image)?.after;
}
