import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf, written } from '../../../test/kit.ts';
import type { AnyDecision } from '../../kernel/decision.ts';
import type { Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { afterOf } from '../../kernel/table.ts';
import { apply } from '../../ledger/apply.ts';
import { INSTRUMENTS } from '../../market/index.ts';
import { decideSetControls } from '../clients/controls.ts';
import { effectiveLeverageHundredths, NO_PACKAGE } from '../positions/terms.ts';
import { CONFIGURATION } from '../configuration/model.ts';
import { decideOpenTrade } from '../trading/open-trade.ts';
import {
  BUILT_IN_PACKAGES,
  DAY_MS,
  decideAddPackage,
  decideBuyPackage,
  decideBuySignalPlan,
  improves,
  instrumentsCovered,
  leverageByGroup,
  priceOf,
  receiptNumber,
  SIGNAL_PLANS,
  signalStrength,
  termsWith,
} from './index.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { QUOTES } from '../trading/model.ts';
import { PACKAGES, type Purchase, PURCHASES } from './model.ts';

const RICH = 10_000_000n;

describe('packages', () => {
  it('[P1] the four of the specification, in the database as in the decisions', () => {
    expect(BUILT_IN_PACKAGES.map(({ id, name, price, markup, leverageCeiling }) => [id, name, price, markup, leverageCeiling])).toEqual([
      ['raw', 'Raw', 250_000n, 8, 500],
      ['zero', 'Zero', 400_000n, 12, 500],
      ['gold', 'Gold', 500_000n, 3, 500],
      ['gold-2', 'Gold', 1_000_000n, 2, 500],
    ]); // prettier-ignore
    const sql = migration();
    for (const { id, name, price, markup, features } of BUILT_IN_PACKAGES) {
      expect(sql).toContain(`('${id}', '${name}', ${price}, ${markup})`);
      for (const feature of features) expect(sql).toContain(`"${feature}"`);
    }
  });

  it('[P18] cost what two people set, or what they came with, and nothing can be bought of one that is retired', () => {
    const plan = { price: 250_000n };
    expect(priceOf(plan, { state: 'on_sale', price: null })).toBe(250_000n);
    expect(priceOf(plan, { state: 'on_sale', price: '1999.5' })).toBe(199_950n);
    const state = stateOf({ client: { cash: RICH } });
    const sets = (value: object): void => {
      const version = { id: 'v', value, effectiveAt: NOON, at: NOON };
      state.of(CONFIGURATION).set('package raw', [version]);
    };
    const buy = () => decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: 'raw' }, contextOf());
    sets({ state: 'on_sale', price: '12.34' });
    expect(purchaseOf(buy()).price).toBe(1_234n);
    sets({ state: 'retired', price: null });
    expect(said(buy())).toBe('plan.retired');
  });

  it('[P2] the price leaves the cash whole, the terms are better right away, and the receipt says from what to what', () => {
    const state = stateOf({ client: { cash: 300_000n } });
    const decision = decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: 'raw' }, contextOf());
    expect(decision.entry).toMatchObject({
      event: 'plan_bought',
      clientId: CLIENT,
      subjectId: purchaseOf(decision).id,
      postings: [
        { account: 'cash', amount: 250_000n },
        { account: 'plans', amount: -250_000n },
      ],
    });
    expect(purchaseOf(decision)).toMatchObject({
      kind: 'package',
      planId: 'raw',
      name: 'Raw',
      price: 250_000n,
      cashBefore: 300_000n,
      markupBefore: NO_PACKAGE.markup,
      markupAfter: 8,
      ceilingBefore: NO_PACKAGE.leverageCeiling,
      ceilingAfter: 500,
      percentAfter: null,
      unlimitedAfter: null,
    });
    apply(state, decision, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 50_000n, markup: 8, leverageCeiling: 500 });
    expect(decision.notifications?.[0]).toMatchObject({
      template: 'package-bought',
      values: { price: '$2,500.00', before: '$3,000.00', after: '$500.00', pips: '0.8', points: '8', major: '30', stock: '5' },
    }); // prettier-ignore
  });

  it('[P3] the next order is dealt on the new terms: half the margin, a narrower spread', () => {
    const prices = contextOf({ EURUSD: '1.00000 1.00000' });
    const order = { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots: 100n } as const;
    const state = stateOf({ client: { cash: RICH } });
    const before = opened(decideOpenTrade(state, { ...order, amount: 666_667n }, prices));
    expect(before).toMatchObject({ leverage: 1500, markup: 1_600_000n, margin: 666_667n });
    apply(state, decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: 'gold' }, prices), NOON);
    const after = opened(decideOpenTrade(state, { ...order, amount: 333_334n }, prices));
    // 0.3 pips are one and a half ticks a side, rounded out to two.
    expect(after).toMatchObject({ leverage: 3000, markup: 400_000n, margin: 333_334n });
  });

  it('[P4] what is borrowed buys no plans, and what is in trades or on its way out neither', () => {
    const buy = (client: Partial<Party>) =>
      decideBuyPackage(stateOf({ client }), { kind: 'buy_package', clientId: CLIENT, packageId: 'raw' }, contextOf());
    expect(said(buy({ cash: 250_000n }))).toBe('ok');
    expect(said(buy({ cash: 249_999n, margin: RICH, withdrawing: RICH }))).toBe('plan.insufficient_balance');
    expect(said(buy({ cash: 250_001n, loan: 1n }))).toBe('ok');
    const refused = buy({ cash: 250_000n, loan: 1n });
    expect(refused).toEqual({
      outcome: {
        ok: false,
        refusal: {
          code: 'plan.insufficient_balance',
          values: { price: '$2,500.00', free: '$2,499.99', owed: '$0.01' },
        },
      },
    });
  });

  it('[P5] a package that would improve nothing for this client cannot be bought', () => {
    const state = stateOf({ client: { cash: RICH } });
    const buy = (packageId: string) =>
      decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId }, contextOf());
    apply(state, buy('raw'), NOON);
    expect(['raw', 'zero', 'gold', 'nothing'].map((id) => said(buy(id)))).toEqual([
      'plan.no_gain',
      'plan.no_gain',
      'ok',
      'plan.not_found',
    ]);
    // A ceiling above every regulatory cap is no better than the cap.
    expect(improves({ markup: 8, leverageCeiling: 30 }, { markup: 8, leverageCeiling: 500 })).toBe(false);
    // One that lifts a single class does.
    expect(improves(NO_PACKAGE, { markup: 16, leverageCeiling: 2 })).toBe(true);
    expect(improves(NO_PACKAGE, { markup: 16, leverageCeiling: 1 })).toBe(false);
  });

  it('[P6] leverage is at most the regulatory cap and at least half of it, whatever is owned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 100 }), (leverageCeiling, markup) => {
        for (const of of INSTRUMENTS) {
          const leverage = effectiveLeverageHundredths(of, { markup, leverageCeiling });
          expect(leverage).toBeLessThanOrEqual(of.leverageCap * 100);
          expect(leverage).toBeGreaterThanOrEqual(of.leverageCap * 50);
        }
      }),
    );
    const tier = fc.record({
      markup: fc.integer({ min: 0, max: 100 }),
      leverageCeiling: fc.integer({ min: 1, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(tier, { minLength: 1, maxLength: 6 }), (owned) => {
        const inOrder = owned.reduce(termsWith, NO_PACKAGE);
        expect(owned.toReversed().reduce(termsWith, NO_PACKAGE)).toEqual(inOrder);
        for (const one of owned) expect(improves(inOrder, one)).toBe(false);
        expect(inOrder.markup).toBe(Math.min(NO_PACKAGE.markup, ...owned.map(({ markup }) => markup)));
      }),
    );
    expect(leverageByGroup(NO_PACKAGE)).toEqual({ forexMajor: 1500, forexOther: 1000, stock: 250, crypto: 100 });
    expect(leverageByGroup({ markup: 8, leverageCeiling: 500 })).toEqual({
      forexMajor: 3000,
      forexOther: 2000,
      stock: 500,
      crypto: 200,
    });
    // The four groups are all there is.
    const caps = new Set(INSTRUMENTS.map((of) => `${of.class} ${of.leverageCap}`));
    expect([...caps].toSorted()).toEqual(['crypto 2', 'forex 20', 'forex 30', 'stock 5']);
  });

  it('[P7] staff add a package; one that would improve nothing for anybody is refused', () => {
    const state = stateOf();
    const added = { id: 'own', name: 'Own', price: 100n, markup: 5, leverageCeiling: 20, features: ['One'] };
    const decision = decideAddPackage(state, { kind: 'add_package', staffId: STAFF, package: added }, contextOf());
    expect(written(PACKAGES, decision)).toEqual({ ...added, addedBy: STAFF, at: NOON });
    expect(decision.records?.[0]).toMatchObject({
      kind: 'audit',
      actorId: STAFF,
      action: 'package.add',
      subjectId: 'own',
      clientId: null,
      facts: { price: '1.00', markup: '5', leverage: '20' },
    });
    apply(state, decision, NOON);
    expect(
      said(decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: 'own' }, contextOf())),
    ).toBe('ok');
    const useless = { ...added, markup: 16, leverageCeiling: 1 };
    expect(said(decideAddPackage(state, { kind: 'add_package', staffId: STAFF, package: useless }, contextOf()))).toBe(
      'plan.useless',
    );
    expect(() =>
      decideAddPackage(state, { kind: 'add_package', staffId: CLIENT, package: added }, contextOf()),
    ).toThrow('staff');
  });
});

describe('signal plans', () => {
  it('[P8] those of the specification, in the database as in the decisions', () => {
    expect(SIGNAL_PLANS.map(({ name, price, boost, days }) => [name, price, boost, days])).toEqual([
      ['Signal unlimited', 50_000n, null, 30],
      ['Basic', 100_000n, 5, null],
      ['Silver', 200_000n, 12, null],
      ['Gold', 300_000n, 25, null],
      ['Diamond', 400_000n, 35, null],
    ]);
    const sql = migration();
    for (const { id, name, price, boost, days } of SIGNAL_PLANS)
      expect(sql).toContain(`('${id}', '${name}', ${price}, ${boost ?? 'null'}, ${days ?? 'null'})`);
  });

  it('[P9] boosts add up to a hundred percent and stay; what adds nothing cannot be bought', () => {
    const state = stateOf({ client: { cash: RICH } });
    const strengths = ['basic', 'silver', 'gold', 'diamond', 'diamond'].map((planId) => {
      const decision = signal(state, planId);
      apply(state, decision, NOON);
      return partyOf(state).signalPercent;
    });
    expect(strengths).toEqual([6, 18, 43, 78, 100]);
    expect(SIGNAL_PLANS.map(({ id }) => said(signal(state, id)))).toEqual(SIGNAL_PLANS.map(() => 'plan.no_gain'));
    expect(said(signal(state, 'platinum'))).toBe('plan.not_found');
  });

  it('[P10] unlimited signals are everything for thirty days, and each purchase adds thirty', () => {
    const state = stateOf({ client: { cash: RICH } });
    apply(state, signal(state, 'unlimited'), NOON);
    expect(partyOf(state).unlimitedUntil).toEqual(later(30));
    apply(state, signal(state, 'unlimited', later(10)), later(10));
    expect(partyOf(state)).toMatchObject({ unlimitedUntil: later(60), signalPercent: 1 });
    expect([later(59), later(60)].map((at) => signalStrength(partyOf(state), at))).toEqual([100, 1]);
    // After a gap it begins anew.
    apply(state, signal(state, 'unlimited', later(100)), later(100));
    expect(partyOf(state).unlimitedUntil).toEqual(later(130));
    // A boost meanwhile stays for afterwards.
    apply(state, signal(state, 'gold', later(101)), later(101));
    expect([later(101), later(131)].map((at) => signalStrength(partyOf(state), at))).toEqual([100, 26]);
  });

  it('[P11] a strength covers its share of the 77 instruments, rounded down, and at least one', () => {
    expect([1, 2, 6, 18, 43, 78, 99, 100].map(instrumentsCovered)).toEqual([1, 1, 4, 13, 33, 60, 76, 77]);
  });

  it('[P12] a suspended client buys nothing, and days that were paid for stand still', () => {
    const state = stateOf({ client: { cash: RICH } });
    apply(state, signal(state, 'unlimited'), NOON);
    const control = (status: 'active' | 'suspended', at: Date) =>
      decideSetControls(
        state,
        { kind: 'set_controls', staffId: STAFF, clientId: CLIENT, status, billing: null, code: null, reason: 'r', noteId: 'n' },
        contextOf({}, { now: at }),
      ); // prettier-ignore
    apply(state, control('suspended', later(10)), later(10));
    expect(said(signal(state, 'basic', later(11)))).toBe('plan.suspended');
    expect(
      said(decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: 'raw' }, contextOf())),
    ).toBe('plan.suspended');
    // Suspended a second time: the first day counts.
    apply(state, control('suspended', later(50)), later(50));
    expect(signalStrength(partyOf(state), later(500))).toBe(100);
    apply(state, control('active', later(110)), later(110));
    expect(partyOf(state)).toMatchObject({ unlimitedUntil: later(130), suspendedAt: null });
    // What had run out before the suspension stays run out.
    apply(state, control('suspended', later(140)), later(140));
    expect(signalStrength(partyOf(state), later(141))).toBe(1);
    apply(state, control('active', later(150)), later(150));
    expect(partyOf(state).unlimitedUntil).toEqual(later(130));
  });
});

describe('purchases', () => {
  it('[P13] any run of purchases: the client has the best of what they own, paid each price once, from money of their own', () => {
    const pick = fc.oneof(
      fc.constantFrom(...BUILT_IN_PACKAGES.map(({ id }) => ({ kind: 'package' as const, id }))),
      fc.constantFrom(...SIGNAL_PLANS.map(({ id }) => ({ kind: 'signal' as const, id }))),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pick, fc.integer({ min: 0, max: 40 })), { maxLength: 25 }),
        fc.bigInt({ min: 0n, max: 4_000_000n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (picks, cash, loan) => {
          const state = stateOf({ client: { cash, loan } });
          let day = 0;
          let paid = 0n;
          let terms = NO_PACKAGE;
          for (const [{ kind, id }, days] of picks) {
            day += days;
            const context = contextOf({}, { now: later(day) });
            const before = partyOf(state);
            const decision =
              kind === 'package'
                ? decideBuyPackage(state, { kind: 'buy_package', clientId: CLIENT, packageId: id }, context)
                : decideBuySignalPlan(state, { kind: 'buy_signal_plan', clientId: CLIENT, planId: id }, context);
            if (!decision.outcome.ok) {
              expect(decision).toEqual({ outcome: decision.outcome });
              continue;
            }
            const { price, cashBefore } = purchaseOf(decision);
            expect(cashBefore).toBe(before.cash);
            apply(state, decision, context.now);
            paid += price;
            const owned = kind === 'package' ? BUILT_IN_PACKAGES.find((one) => one.id === id) : undefined;
            if (owned) {
              expect(improves(terms, owned)).toBe(true);
              terms = termsWith(terms, owned);
            }
            const party = partyOf(state);
            // Nothing that was bought ever takes anything away.
            expect(signalStrength(party, context.now)).toBeGreaterThanOrEqual(signalStrength(before, context.now));
            expect(party.cash).toBeGreaterThanOrEqual(loan);
          }
          expect(partyOf(state)).toMatchObject({ cash: cash - paid, loan, realised: 0n, deposited: 0n, ...terms });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('[P14] a receipt has one number, made of the purchase alone', () => {
    expect(receiptNumber('0197a3c4-5d6e-7f80-9abc-7f3a91c20b4d')).toBe('R-7F3A-91C2-0B4D');
  });

  it('[P2] somebody without books buys nothing', () => {
    expect(() =>
      decideBuyPackage(stateOf(), { kind: 'buy_package', clientId: OTHER, packageId: 'raw' }, contextOf()),
    ).toThrow('without books');
  });
});

function signal(state: State, planId: string, now = NOON): AnyDecision {
  return decideBuySignalPlan(state, { kind: 'buy_signal_plan', clientId: CLIENT, planId }, contextOf({}, { now }));
}

function later(days: number): Date {
  return new Date(NOON.getTime() + days * DAY_MS);
}

function purchaseOf(decision: AnyDecision): Purchase {
  return written(PURCHASES, decision);
}

function opened(decision: AnyDecision) {
  const { after } = movedTrade(decision);
  const [quote] = afterOf(QUOTES, decision.rows);
  return { leverage: after.leverageHundredths, markup: quote?.markup, margin: after.requiredMargin };
}

function migration(): string {
  return readFileSync(
    new URL('../../../../../apps/api/migrations/007.do.plans_and_loans.sql', import.meta.url),
    'utf8',
  );
}
