import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { State } from '../../kernel/state.ts';
import { apply } from '../../ledger/apply.ts';
import { decideSetControls } from '../clients/controls.ts';
import {
  announcedFees,
  clientFeeBps,
  decideRequestWithdrawal,
  FEE_NOTICE_MS,
  scheduleFee,
  siteFeeBps,
  switchBilling,
} from './index.ts';

const DAY_MS = 86_400_000;
const at = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
const BILLED = { billing: true, billingFrom: null };

describe('the site’s fee', () => {
  it('[F41] a higher one applies 30 days after it was told, a lower one right away and in place of what was announced', () => {
    expect(FEE_NOTICE_MS).toBe(30 * DAY_MS);
    const raised = scheduleFee({ withdrawalFeeBps: 100 }, 300, true, NOON);
    expect(raised).toEqual({ withdrawalFeeBps: 300, feeRaise: { beforeBps: 100, from: at(30) } });
    expect(siteFeeBps(raised, new Date(at(30).getTime() - 1))).toBe(100);
    expect(siteFeeBps(raised, at(30))).toBe(300);
    // The same once more keeps its moment; another raise has its own notice; down to what applies now takes it back.
    expect(scheduleFee(raised, 300, true, at(10))).toEqual(raised);
    expect(scheduleFee(raised, 200, true, at(10))).toEqual({
      withdrawalFeeBps: 200,
      feeRaise: { beforeBps: 100, from: at(40) },
    });
    for (const lower of [100, 0])
      expect(scheduleFee(raised, lower, true, at(10))).toEqual({ withdrawalFeeBps: lower, feeRaise: null });
    // Once it applies it is the fee that the next one is measured by.
    expect(scheduleFee(raised, 400, true, at(31)).feeRaise).toEqual({ beforeBps: 300, from: at(61) });
  });

  it('[F41] in demo mode every change applies right away', () => {
    expect(scheduleFee({ withdrawalFeeBps: 100 }, 300, false, NOON)).toEqual({
      withdrawalFeeBps: 300,
      feeRaise: null,
    });
    expect(switchBilling({ billing: false, billingFrom: null }, true, false, NOON)).toEqual(BILLED);
  });

  it('[F41] [F42] whatever staff do and whenever, no client’s fee is ever higher than what they were told 30 days before', () => {
    const step = fc.record({ days: fc.integer({ min: 0, max: 45 }), fee: fc.integer({ min: 0, max: 500 }), billing: fc.boolean() }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let day = 0;
        let site = scheduleFee({ withdrawalFeeBps: 100 }, 100, true, NOON);
        let party = switchBilling({ billing: false, billingFrom: null }, false, true, NOON);
        for (const { days, fee, billing } of steps) {
          day += days;
          const known = { site, party };
          site = scheduleFee(site, fee, true, at(day));
          party = switchBilling(party, billing, true, at(day));
          const ahead = announcedFees(site, party, at(day));
          // Nothing that staff do now makes any moment of the next 30 days dearer than it was known to be before.
          for (const moment of [0, 1, 15, 29, 29.999].map((days) => at(day + days)))
            expect(clientFeeBps(site, party, moment)).toBeLessThanOrEqual(
              clientFeeBps(known.site, known.party, moment),
            );
          for (const { from, feeBps } of ahead) {
            expect(clientFeeBps(site, party, from)).toBe(feeBps);
            expect(clientFeeBps(site, party, new Date(from.getTime() - 1))).not.toBe(feeBps);
          }
          const last = ahead.at(-1)?.feeBps ?? clientFeeBps(site, party, at(day));
          expect(clientFeeBps(site, party, at(day + 60))).toBe(last);
        }
      }),
    );
  });
});

describe('one client’s billing', () => {
  const controls = (billing: boolean) => ({
    kind: 'set_controls' as const, staffId: STAFF, clientId: CLIENT, status: null, billing, code: null, reason: 'agreed', noteId: 'n',
  }); // prettier-ignore
  const asks = (state: State, days: number, expectedFee: bigint | null) =>
    said(
      decideRequestWithdrawal(
        state,
        {
          kind: 'request_withdrawal', clientId: CLIENT, withdrawalId: `w${days}`, amount: 10_000n, method: 'bank', coin: null, destination: {}, expectedFee,
          code: null, codeHash: '',
        }, // prettier-ignore
        contextOf({}, { now: at(days) }),
      ),
    );

  it('[F42] [F43] switched on in live mode it applies after its notice, and the client is told from when and how much', () => {
    const state = stateOf({ settings: { announcesFees: true } });
    const decision = decideSetControls(state, controls(true), contextOf());
    expect(decision.notifications).toEqual([
      { userId: CLIENT, template: 'fee-announced', values: { percent: '1.00', from: at(30).toISOString().slice(0, 10) } },
    ]); // prettier-ignore
    apply(state, decision, NOON);
    expect(partyOf(state)).toMatchObject({ billing: true, billingFrom: at(30) });
    expect(asks(state, 29, null)).toBe('ok');
    expect(asks(state, 29, 100n)).toBe('withdrawal.fee_changed');
    expect(asks(state, 30, null)).toBe('withdrawal.fee_changed');
    expect(asks(state, 30, 100n)).toBe('ok');
    // Switched on once more it keeps its moment and is not told again.
    const again = decideSetControls(state, controls(true), contextOf({}, { now: at(3) }));
    expect(again.notifications).toEqual([]);
    apply(state, again, at(3));
    expect(partyOf(state).billingFrom).toEqual(at(30));
    // Off applies right away, and the client hears that it does not come.
    const off = decideSetControls(state, controls(false), contextOf({}, { now: at(4) }));
    expect(off.notifications).toMatchObject([{ template: 'fee-withdrawn' }]);
    apply(state, off, at(4));
    expect(asks(state, 31, null)).toBe('ok');
  });

  it('[F42] in demo mode it applies right away, as it does when it is switched off', () => {
    const state = stateOf();
    const on = decideSetControls(state, controls(true), contextOf());
    expect(on.notifications).toEqual([]);
    apply(state, on, NOON);
    expect(asks(state, 0, 100n)).toBe('ok');
    apply(state, decideSetControls(state, controls(false), contextOf()), NOON);
    expect(asks(state, 0, null)).toBe('ok');
  });

  it('[F43] a raise while billing itself is announced is two changes, each from its own moment', () => {
    const party = { billing: true, billingFrom: at(30) };
    const site = { withdrawalFeeBps: 300, feeRaise: { beforeBps: 100, from: at(35) } };
    expect(announcedFees(site, party, at(5))).toEqual([
      { from: at(30), feeBps: 100 },
      { from: at(35), feeBps: 300 },
    ]);
    expect(announcedFees(site, { billing: false, billingFrom: null }, at(5))).toEqual([]);
    expect(announcedFees({ ...site, feeRaise: { beforeBps: 100, from: at(20) } }, party, at(5))).toEqual([
      { from: at(30), feeBps: 300 },
    ]);
  });
});
