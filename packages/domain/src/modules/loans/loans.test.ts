import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLIENT,
  contextOf,
  locksOf,
  NOON,
  OTHER,
  partyOf,
  type Prices,
  said,
  STAFF,
  stateOf,
} from '../../../test/kit.ts';
import type { EntryDraft } from '../../kernel/accounts.ts';
import { type AnyDecision, type Context, Later } from '../../kernel/decision.ts';
import { newParty, PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { imageOf } from '../../kernel/table.ts';
import { apply } from '../../ledger/apply.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { ReferenceLedger } from '../../ledger/reference-ledger.ts';
import { withdrawable } from '../funding/request-withdrawal.ts';
import { movedTrade } from '../positions/follow-trade.ts';
import { TRADES } from '../positions/model.ts';
import {
  addDays,
  dailyInterest,
  INTEREST_BPS,
  interestToTerm,
  LOAN_LEVELS,
  loanLevel,
  owedOn,
  schedule,
  utcDay,
} from './index.ts';
import { type Loan, LOANS } from './model.ts';

const PORTFOLIO = 35_000_000n;
const LENT = 200_000_000n;
const TODAY = utcDay(NOON);

describe('levels and cost', () => {
  it('[B1] two levels: $2,000,000 for 25 days with $350,000, $5,000,000 for 90 days with $500,000', () => {
    expect(LOAN_LEVELS).toEqual([
      { level: 1, amount: 200_000_000n, termDays: 25, portfolio: 35_000_000n },
      { level: 2, amount: 500_000_000n, termDays: 90, portfolio: 50_000_000n },
    ]);
  });

  it('[B2] a day costs the principal × 12.17 % ÷ 365, half to even', () => {
    expect(dailyInterest(LENT)).toBe(66_685n);
    expect(interestToTerm(loanLevel(1))).toBe(1_667_125n);
    expect(interestToTerm(loanLevel(2))).toBe(15_004_080n);
    expect(dailyInterest(0n)).toBe(0n);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (principal) => {
        const cents = dailyInterest(principal);
        const rest = 2n * (principal * INTEREST_BPS - cents * 3_650_000n);
        expect(rest <= 3_650_000n && rest >= -3_650_000n).toBe(true);
        // Exactly in the middle: the even cent.
        if (rest === 3_650_000n || rest === -3_650_000n) expect(cents % 2n).toBe(0n);
      }),
    );
    // 1,500 × 1217 ÷ 3,650,000 is below a half; 182.5 days' worth of a cent is exactly one.
    expect(dailyInterest(1_825_000n)).toBe(608n);
  });

  it('[B2] the schedule ends with what was promised before the application', () => {
    const days = schedule(LENT, 0n, TODAY, addDays(TODAY, 25));
    expect(days).toHaveLength(25);
    expect(days[0]).toEqual({ day: addDays(TODAY, 1), interest: 66_685n, interestSoFar: 66_685n, owed: 200_066_685n });
    expect(days.at(-1)).toMatchObject({ day: addDays(TODAY, 25), owed: LENT + interestToTerm(loanLevel(1)) });
    expect(schedule(LENT, 5n, TODAY, TODAY)).toEqual([]);
  });

  it('[B2] days cross months, years and leap days', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-02-28', 1), addDays('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ]);
  });
});

describe('application', () => {
  it('[B4] an application waits for a decision, and moves no money', () => {
    const decision = decide(rich(), applying(), contextOf());
    expect(decision.entry).toBeUndefined();
    expect(moved(decision)).toMatchObject({ status: 'pending', amount: LENT, termDays: 25, principal: 0n });
  });

  it('[B4] one open loan a client: waiting or approved; an ended one stands in nobody’s way', () => {
    const withLoan = (status: Loan['status'], clientId = CLIENT) =>
      said(decide(rich({ loan: loan({ status, clientId }) }), applying(), contextOf()));
    expect((['pending', 'approved', 'rejected', 'repaid', 'written_off'] as const).map((one) => withLoan(one))).toEqual(
      ['loan.already_open', 'loan.already_open', 'ok', 'ok', 'ok'],
    );
    expect(withLoan('approved', OTHER)).toBe('ok');
  });

  it('[B4] a suspended client cannot apply', () => {
    expect(said(decide(rich({ client: { status: 'suspended' } }), applying(), contextOf()))).toBe('loan.suspended');
  });

  it('[B5] equity covers the portfolio to the cent: free cash, collateral and open results, less what is owed', () => {
    const applies = (client: Partial<Party>, level: 1 | 2 = 1) =>
      said(decide(stateOf({ client }), applying(level), contextOf()));
    expect(applies({ cash: PORTFOLIO })).toBe('ok');
    expect(applies({ cash: PORTFOLIO - 1n })).toBe('loan.portfolio_too_small');
    expect(applies({ cash: PORTFOLIO - 1n, margin: 1n })).toBe('ok');
    // Money on its way out is no longer part of it.
    expect(applies({ cash: PORTFOLIO - 1n, withdrawing: 1n })).toBe('loan.portfolio_too_small');
    expect(applies({ cash: PORTFOLIO + 9n, loan: 10n })).toBe('loan.portfolio_too_small');
    expect([applies({ cash: 50_000_000n }, 2), applies({ cash: 49_999_999n }, 2)]).toEqual([
      'ok',
      'loan.portfolio_too_small',
    ]);
    const [, trade] = trading('1.10000');
    const state = rich({ client: { cash: PORTFOLIO - 1_000_000n, margin: trade.collateralLeft } });
    state.of(TRADES).set(trade.id, trade);
    expect(said(decide(state, applying(), contextOf({ EURUSD: '1.10000' }, { spreadless: true })))).toBe('ok');
    expect(said(decide(state, applying(), contextOf({ EURUSD: '1.09999' }, { spreadless: true })))).toBe(
      'loan.portfolio_too_small',
    );
  });

  it('[B7] what the applicant wrote is in the note and nowhere else', () => {
    const secret = 'to surprise my sister';
    const state = rich();
    const decision = decide(state, { ...applying(), monthlyIncome: 98_765_432n, goals: secret }, contextOf());
    const { records = [], ...rest } = decision;
    const notes = records.filter(({ kind }) => kind === 'note');
    expect(notes).toMatchObject([{ note: 'loan', body: { monthly_income: '987654.32', goals: secret } }]);
    const others = JSON.stringify([rest, records.filter(({ kind }) => kind !== 'note')], text);
    expect(others).not.toMatch(/surprise|987654|98765432/);
  });
});

describe('decision', () => {
  it('[B6] approval lends the whole amount into cash, as a debt and as no deposit', () => {
    const state = rich({ loan: loan({ status: 'pending' }) });
    run(state, deciding('approve'));
    expect(partyOf(state)).toMatchObject({ cash: PORTFOLIO + LENT, loan: LENT, deposited: 0n, realised: 0n });
    expect(loanOf(state)).toMatchObject({
      status: 'approved',
      principal: LENT,
      interest: 0n,
      approvedOn: TODAY,
      interestThrough: TODAY,
      dueOn: addDays(TODAY, 25),
    });
  });

  it('[B6] decided once, with the reason of a rejection kept for the client; never by the client themselves', () => {
    const state = rich({ loan: loan({ status: 'pending' }) });
    expect(said(decide(state, { ...deciding('approve'), staffId: CLIENT }, contextOf()))).toBe('decision.own_account');
    const rejected = run(state, deciding('reject'));
    expect(rejected.entry).toBeUndefined();
    expect(rejected.records).toContainEqual(
      expect.objectContaining({ kind: 'note', note: 'reason', body: { text: 'not now' } }),
    );
    expect([
      said(decide(state, deciding('approve'), contextOf())),
      said(decide(state, deciding('reject'), contextOf())),
    ]).toEqual(['decision.already_taken', 'decision.already_taken']);
    expect(said(decide(state, { ...deciding('approve'), loanId: 'other' }, contextOf()))).toBe('deposit.not_found');
    expect(said(decide(state, { ...deciding('approve'), clientId: OTHER }, contextOf()))).toBe('deposit.not_found');
  });

  it('[B5] the portfolio is asked for again at the approval, and nothing of a suspended client is approved', () => {
    const decides = (client: Partial<Party>, decision: 'approve' | 'reject') =>
      said(decide(stateOf({ client, loan: loan({ status: 'pending' }) }), deciding(decision), contextOf()));
    expect(decides({ cash: PORTFOLIO - 1n }, 'approve')).toBe('loan.portfolio_now_short');
    expect(decides({ cash: PORTFOLIO - 1n }, 'reject')).toBe('ok');
    expect(decides({ cash: PORTFOLIO, status: 'suspended' }, 'approve')).toBe('loan.client_suspended');
    expect(decides({ cash: PORTFOLIO, status: 'suspended' }, 'reject')).toBe('ok');
  });
});

describe('interest', () => {
  it('[B9] once a day, in order, from the day after the approval to the due day and no further', () => {
    const state = lent();
    const on = (day: string, now = day) => {
      const decision = decide(state, charging(day), at(now));
      apply(state, decision, NOON);
      return said(decision);
    };
    expect(on(TODAY)).toBe('loan.not_due');
    // A refusal would be kept under the day's key for good: it is sent again instead.
    expect(() => on(addDays(TODAY, 1), TODAY)).toThrow(Later);
    expect(on(addDays(TODAY, 2), addDays(TODAY, 9))).toBe('loan.not_due');
    expect(partyOf(state).loan).toBe(LENT);
    for (let day = 1; day <= 25; day += 1) {
      expect(on(addDays(TODAY, day), addDays(TODAY, 40))).toBe('ok');
      expect(on(addDays(TODAY, day), addDays(TODAY, 40))).toBe('loan.not_due');
      expect(partyOf(state).loan).toBe(LENT + BigInt(day) * 66_685n);
    }
    expect(on(addDays(TODAY, 26), addDays(TODAY, 40))).toBe('loan.not_due');
    expect(loanOf(state)).toMatchObject({ interest: 1_667_125n, charged: 1_667_125n });
  });

  it('[B9] days of a suspended client are passed over and never charged later', () => {
    const state = lent({ status: 'suspended' });
    const stopped = run(state, charging(addDays(TODAY, 1)), at(addDays(TODAY, 1)));
    expect(stopped.entry).toBeUndefined();
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), status: 'active' });
    run(state, charging(addDays(TODAY, 2)), at(addDays(TODAY, 2)));
    expect(partyOf(state).loan).toBe(LENT + 66_685n);
    expect(said(decide(state, charging(addDays(TODAY, 1)), at(addDays(TODAY, 3))))).toBe('loan.not_due');
  });
});

describe('repayment', () => {
  it('[B10] interest first, then principal, and the next day costs less', () => {
    const state = lent();
    run(state, charging(addDays(TODAY, 1)), at(addDays(TODAY, 1)));
    run(state, repaying(66_684n));
    expect(loanOf(state)).toMatchObject({ interest: 1n, principal: LENT, repaid: 66_684n });
    run(state, repaying(100_000_001n));
    expect(loanOf(state)).toMatchObject({ interest: 0n, principal: 100_000_000n, status: 'approved' });
    run(state, charging(addDays(TODAY, 2)), at(addDays(TODAY, 2)));
    expect(loanOf(state).interest).toBe(dailyInterest(100_000_000n));
  });

  it('[B10] at most what is owed and at most the free cash; repaid whole, it has ended', () => {
    const state = lent({ cash: LENT + 10n });
    expect(said(decide(state, repaying(LENT + 1n), contextOf()))).toBe('loan.repays_too_much');
    expect(said(decide(lent({ cash: 99n }), repaying(100n), contextOf()))).toBe('loan.insufficient_balance');
    expect(said(decide(state, { ...repaying(5n), loanId: 'other' }, contextOf()))).toBe('loan.not_found');
    run(state, repaying(LENT));
    expect(partyOf(state)).toMatchObject({ cash: 10n, loan: 0n });
    expect(loanOf(state)).toMatchObject({ status: 'repaid', principal: 0n, interest: 0n });
    expect(said(decide(state, repaying(1n), contextOf()))).toBe('loan.not_open');
    expect(said(decide(state, charging(addDays(TODAY, 1)), at(addDays(TODAY, 1))))).toBe('loan.not_due');
  });

  it('[B10] another client’s loan cannot be repaid, and a suspended client can repay their own', () => {
    const state = lent({ status: 'suspended' });
    state.of(PARTIES).set(OTHER, { ...newParty(OTHER, 'client'), cash: LENT });
    expect(said(decide(state, { ...repaying(5n), clientId: OTHER }, contextOf()))).toBe('loan.not_found');
    expect(said(decide(state, repaying(5n), contextOf()))).toBe('ok');
    expect(() => decide(state, repaying(0n), contextOf())).toThrow('nothing or less');
  });

  it('[B12] what is owed cannot be withdrawn, and what is beyond it always can', () => {
    const asks = (amount: bigint) =>
      said(
        decide(
          lent(),
          {
            kind: 'request_withdrawal',
            clientId: CLIENT,
            withdrawalId: 'w',
            amount,
            method: 'bank',
            coin: null,
            destination: {},
            expectedFee: null,
            code: '1',
            codeHash: 'h',
          },
          contextOf(),
        ),
      );
    expect(withdrawable(partyOf(lent()))).toBe(PORTFOLIO);
    expect([asks(PORTFOLIO), asks(PORTFOLIO + 1n)]).toEqual(['ok', 'withdrawal.insufficient_balance']);
  });
});

describe('the end of the term', () => {
  const DUE = addDays(TODAY, 25);
  const over = (client: Partial<Party> = {}) =>
    lent(client, { interestThrough: DUE, interest: 1_667_125n, charged: 1_667_125n });
  const collecting = { kind: 'collect_loan', clientId: CLIENT, loanId: 'l' } as const;
  const writingOff = { kind: 'write_off_loan', clientId: CLIENT, loanId: 'l' } as const;

  it('[B13] not before the due day is over, and not before its interest is charged', () => {
    expect(said(decide(over(), collecting, at(DUE, '23:59:59.999')))).toBe('loan.not_due');
    expect(said(decide(lent(), collecting, at(addDays(DUE, 1))))).toBe('loan.not_due');
    expect(said(decide(over({ cash: 0n }), writingOff, at(DUE, '23:59:59.999')))).toBe('loan.not_due');
    expect(said(decide(over(), collecting, at(addDays(DUE, 1))))).toBe('ok');
  });

  it('[B13] what is owed is taken from free cash, with positions left alone where it covers everything', () => {
    const state = over();
    const [, trade] = trading('1.10000');
    state.of(TRADES).set(trade.id, trade);
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), margin: trade.collateralLeft });
    run(state, collecting, at(addDays(DUE, 1)));
    expect(partyOf(state)).toMatchObject({ cash: PORTFOLIO - 1_667_125n, loan: 0n, margin: trade.collateralLeft });
    expect(loanOf(state).status).toBe('repaid');
  });

  it('[B13] where free cash is short, positions close first and a held withdrawal stays untouched', () => {
    const state = over({ cash: 1_000n, withdrawing: 77n });
    const [, trade] = trading('1.10000');
    state.of(TRADES).set(trade.id, trade);
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), margin: trade.collateralLeft });
    const now = at(addDays(DUE, 1), '16:00:00.000', { EURUSD: '1.10000' });
    expect([said(decide(state, collecting, now)), said(decide(state, writingOff, now))]).toEqual([
      'loan.not_due',
      'loan.not_due',
    ]);
    const closed = run(state, closingOut(trade.id), now);
    expect(movedTrade(closed).after).toMatchObject({ status: 'closed', closedBy: 'close_out' });
    expect(closed.notifications).toMatchObject([{ template: 'loan-closed-out' }]);
    const taken = partyOf(state).cash;
    run(state, collecting, now);
    expect(partyOf(state)).toMatchObject({ cash: 0n, withdrawing: 77n, margin: 0n });
    expect(loanOf(state)).toMatchObject({ status: 'approved', repaid: taken });
    run(state, writingOff, now);
    expect(loanOf(state)).toMatchObject({ status: 'written_off', writtenOff: LENT + 1_667_125n - taken });
    expect(partyOf(state)).toMatchObject({ loan: 0n, withdrawing: 77n });
  });

  it('[B13] what is opened after the due day does not put off the collection, and is closed like the rest', () => {
    const state = over({ cash: 1_000n });
    const [, trade] = trading('1.10000');
    const openedAt = new Date(`${addDays(DUE, 1)}T00:00:00.000Z`);
    const now = at(addDays(DUE, 1), '16:00:00.000', { EURUSD: '1.10000' });
    state.of(TRADES).set(trade.id, { ...trade, openedAt: new Date(openedAt.getTime() - 1) });
    expect(said(decide(state, collecting, now))).toBe('loan.not_due');
    state.of(TRADES).set(trade.id, { ...trade, openedAt });
    state.of(PARTIES).set(CLIENT, { ...partyOf(state), margin: trade.collateralLeft });
    run(state, collecting, now);
    expect(loanOf(state)).toMatchObject({ status: 'approved', repaid: 1_000n });
    expect(said(decide(state, writingOff, now))).toBe('loan.not_due');
    run(state, closingOut(trade.id), now);
    run(state, collecting, now);
    run(state, writingOff, now);
    expect(partyOf(state)).toMatchObject({ cash: 0n, margin: 0n, loan: 0n });
  });

  it('[B14] what is missing is written off whole, once, and the client owes nothing', () => {
    const state = over({ cash: 0n });
    const gone = run(state, writingOff, at(addDays(DUE, 1)));
    expect(gone.entry?.postings).toEqual([
      { account: 'credit_loss', amount: 201_667_125n },
      { account: 'loan', amount: -201_667_125n },
    ]);
    expect(partyOf(state).loan).toBe(0n);
    expect(said(decide(state, writingOff, at(addDays(DUE, 2))))).toBe('loan.not_due');
    expect(said(decide(over({ cash: 1n }), writingOff, at(addDays(DUE, 1))))).toBe('loan.not_due');
  });
});

describe('trading on borrowed money', () => {
  it('[B15] the required margin of everything open is at most the equity, the new spread included', () => {
    const opens = (client: Partial<Party>, lots: bigint, spread = false) =>
      said(
        decide(
          lent(client),
          { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots, amount: 10_000_000n },
          contextOf({ EURUSD: '1.50000' }, { spreadless: !spread }),
        ),
      );
    // 10 lots at 15:1 need $100,000.
    expect(opens({ cash: LENT + 10_000_000n }, 1_000n)).toBe('ok');
    expect(opens({ cash: LENT + 9_999_999n }, 1_000n)).toBe('order.exceeds_equity');
    expect(opens({ cash: LENT + 10_000_000n }, 1_000n, true)).toBe('order.exceeds_equity');
    // Without a loan the same order needs only its own margin.
    const [state] = trading('1.50000', 1_000n, 10_000_000n);
    expect(partyOf(state).loan).toBe(0n);
  });

  it('[B15] positions that are open count too', () => {
    const [, trade] = trading('1.50000', 1_000n, 10_000_000n);
    const state = lent({ cash: LENT + 9_999_999n, margin: 10_000_000n });
    state.of(TRADES).set(trade.id, trade);
    const order = { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy' } as const;
    const context = contextOf({ EURUSD: '1.50000' }, { spreadless: true });
    expect(said(decide(state, { ...order, lots: 1_000n, amount: 10_000_000n }, context))).toBe('order.exceeds_equity');
    expect(said(decide(state, { ...order, lots: 999n, amount: 10_000_000n }, context))).toBe('ok');
  });

  it('[B16] called where equity is at most half of the required margin, compared to the cent', () => {
    const calls = (cash: bigint) => {
      const [, trade] = trading('1.50000', 1_000n, 10_000_000n);
      const state = lent({ cash, margin: 10_000_000n });
      state.of(TRADES).set(trade.id, trade);
      return said(decide(state, checking, contextOf({ EURUSD: '1.50000' }, { spreadless: true })));
    };
    // Half of $100,000, with all of the collateral and the loan in the account.
    expect(calls(LENT - 5_000_000n)).toBe('ok');
    expect(calls(LENT - 4_999_999n)).toBe('loan.not_due');
    expect(said(decide(lent({ cash: LENT }), checking, contextOf()))).toBe('loan.not_due');
  });

  it('[Q17] a dividend that may be booked or not calls nobody, and keeps nobody from being called whose other losses do', () => {
    const [, trade] = trading('1.50000', 1_000n, 10_000_000n);
    const state = lent({ cash: LENT - 5_000_000n, margin: 10_000_000n });
    state.of(TRADES).set(trade.id, trade);
    const now = contextOf({ EURUSD: '1.50000' }, { spreadless: true });
    const withIt = (paid: bigint): Context => ({
      ...now,
      beforeDividend: (symbol, markup) => {
        const quote = now.mark(symbol, markup);
        return symbol === 'EURUSD' && quote ? { ...quote, bid: quote.bid + paid, ask: quote.ask + paid } : undefined;
      },
    });
    expect(said(decide(state, checking, now))).toBe('ok');
    expect(said(decide(state, checking, withIt(1_000_000n)))).toBe('loan.not_due');
    // What the dividend comes to is less than what is missing now.
    state.of(PARTIES).set(CLIENT, { ...state.of(PARTIES).get(CLIENT)!, cash: LENT - 60_000_000n });
    expect(said(decide(state, checking, withIt(1_000_000n)))).toBe('ok');
  });

  it('[B16] a call closes what was open then, stays until that is closed, and leaves later positions alone', () => {
    const [, first] = trading('1.50000', 1_000n, 10_000_000n);
    const state = lent({ cash: LENT - 5_000_000n, margin: 10_000_000n });
    state.of(TRADES).set('first', { ...first, id: 'first' });
    const now = contextOf({ EURUSD: '1.50000' }, { spreadless: true });
    expect(said(decide(state, closingOut('first'), now))).toBe('loan.not_due');
    run(state, checking, now);
    expect(loanOf(state).calledAt).toEqual(NOON);
    expect(said(decide(state, checking, now))).toBe('loan.not_due');
    state.of(TRADES).set('later', { ...first, id: 'later', openedAt: new Date(NOON.getTime() + 1) });
    expect(said(decide(state, closingOut('later'), now))).toBe('loan.not_due');
    // Recovered since: the call stands.
    run(state, closingOut('first'), contextOf({ EURUSD: '1.60000' }, { spreadless: true }));
    run(state, checking, now);
    expect(loanOf(state).calledAt).toBeNull();
  });
});

const REACHES_ALL = 1;

describe('everything together', () => {
  it('[B11] whatever happens: nothing is negative, sums stay, and the loan account is what the open loan owes', () => {
    const reached = new Set<string>();
    const holds = fc.property(fc.array(move, { minLength: 10, maxLength: 80 }), (moves) => {
      const reference = new ReferenceLedger({ minimumWithdrawal: 1_000n, withdrawalFeeBps: 100 });
      reference.open(CLIENT, 'client');
      reference.open(STAFF, 'staff');
      reference.state.of(PARTIES).set(CLIENT, { ...partyOf(reference.state), cash: 60_000_000n });
      let nowMs = NOON.getTime();
      let made = 0;
      for (const [i, pick] of moves.entries()) {
        nowMs += pick.days * 86_400_000 + 1_000;
        const context = {
          ...contextOf({ EURUSD: pick.price }, { now: new Date(nowMs) }),
          newId: () => `id-${++made}`,
        };
        for (const [j, command] of commandsOf(pick, reference.state, new Date(nowMs)).entries()) {
          const key = { actorId: STAFF, key: `${i}-${j}`, requestHash: `${i}-${j}` };
          reference.execute(command, key, context);
          check(reference.state);
          const entry = reference.entries.at(-1);
          if (entry) reached.add(entry.event);
        }
        expect(partyOf(reference.state).deposited).toBe(0n);
      }
      checkEntries(reference.entries);
    });
    fc.assert(holds, { numRuns: 100 });
    // Chance alone does not come to every event in so many runs; these cases are known to.
    fc.assert(holds, { numRuns: 100, seed: REACHES_ALL });
    expect([...reached]).toEqual(
      expect.arrayContaining(['loan_approved', 'loan_interest', 'loan_repaid', 'loan_written_off', 'trade_closed']),
    );
  });

  it('[B17] each command names its loan, and the positions that it has to weigh', () => {
    expect(locksOf(applying())).toEqual({
      parties: [CLIENT],
      'trade by clientId': [CLIENT],
      'loan by clientId': [CLIENT],
    });
    expect(locksOf(deciding('approve'))).toEqual({
      parties: [CLIENT, STAFF],
      'trade by clientId': [CLIENT],
      loan: ['l'],
      releases: [STAFF],
      'proposal by subjectId': ['l'],
    });
    expect(locksOf(repaying(1n))).toEqual({ parties: [CLIENT], loan: ['l'] });
    expect(locksOf(closingOut('t'))).toEqual({ parties: [CLIENT], trade: ['t'], loan: ['l'] });
  });
});

type Move = { kind: number; price: string; days: number; amount: bigint; flag: boolean };
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.nat({ max: 9 }),
  price: fc.constantFrom('1.50000', '1.49000', '1.60000', '1.20000', '1.00000'),
  days: fc.constantFrom(0, 0, 0, 1, 1, 3, 30),
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 90_000_000n }), fc.constant(90_000_000n)),
  flag: fc.boolean(),
});

/** A person's move, or what the product does by itself when time has passed. */
function commandsOf({ kind, amount, flag }: Move, state: State, now: Date): Command[] {
  const open = [...state.of(LOANS).values()].find(({ status }) => status === 'pending' || status === 'approved');
  const of = { clientId: CLIENT, loanId: open?.id ?? 'none' };
  const trades = [...state.of(TRADES).values()].filter(({ status }) => status === 'active');
  switch (kind) {
    case 0:
      return [applying(flag ? 1 : 2)];
    case 1:
    case 2:
      return [{ kind: 'review_loan', staffId: STAFF, ...of, decision: 'approve', reason: null }];
    case 3:
      return [{ kind: 'repay_loan', ...of, amount }];
    case 4:
      return [{ kind: 'repay_loan', ...of, amount: open && owedOn(open) > 0n ? owedOn(open) : 1n }];
    case 5:
    case 6:
      return [
        { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: flag ? 'buy' : 'sell', lots: 1_500n, amount },
      ];
    case 7:
      return [{ kind: 'close_trade', clientId: CLIENT, tradeId: trades[0]?.id ?? 'none', lots: null }];
    case 8:
      return [
        { kind: 'check_borrower_margin', ...of },
        ...trades.map(({ id }) => ({ kind: 'close_out_for_loan' as const, ...of, tradeId: id })),
        { kind: 'check_borrower_margin', ...of },
      ];
    default: {
      const days: Command[] = [];
      for (let day = addDays(open?.interestThrough ?? utcDay(now), 1); day <= utcDay(now); day = addDays(day, 1))
        days.push({ kind: 'charge_interest', ...of, day });
      return [
        ...days,
        ...trades.map(({ id }) => ({ kind: 'close_out_for_loan' as const, ...of, tradeId: id })),
        { kind: 'collect_loan', ...of },
        { kind: 'write_off_loan', ...of },
      ];
    }
  }
}

function check(state: State): void {
  let owed = 0n;
  for (const one of state.of(LOANS).values()) {
    const sums = [one.principal, one.interest, one.charged, one.repaid, one.writtenOff];
    expect(sums.every((sum) => sum >= 0n)).toBe(true);
    if (one.approvedOn !== null) {
      expect(one.amount + one.charged).toBe(one.repaid + one.writtenOff + one.principal + one.interest);
    }
    if (one.status === 'approved') owed += owedOn(one);
    else expect(owedOn(one)).toBe(0n);
  }
  expect(partyOf(state).loan).toBe(owed);
}

function checkEntries(entries: readonly EntryDraft[]): void {
  const charged = new Set<string>();
  for (const { event, postings, subjectId } of entries) {
    expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    if (event === 'loan_approved') expect(charged.has(subjectId)).toBe(false);
    if (event === 'loan_approved') charged.add(subjectId);
  }
}

const checking = { kind: 'check_borrower_margin', clientId: CLIENT, loanId: 'l' } as const;

function applying(level: 1 | 2 = 1) {
  return { kind: 'apply_loan', clientId: CLIENT, level, monthlyIncome: 500_000n, goals: 'a house' } as const;
}
function deciding(decision: 'approve' | 'reject') {
  return { kind: 'review_loan', staffId: STAFF, clientId: CLIENT, loanId: 'l', decision, reason: 'not now' } as const;
}
function charging(day: string) {
  return { kind: 'charge_interest', clientId: CLIENT, loanId: 'l', day } as const;
}
function repaying(amount: bigint) {
  return { kind: 'repay_loan', clientId: CLIENT, loanId: 'l', amount } as const;
}
function closingOut(tradeId: string) {
  return { kind: 'close_out_for_loan', clientId: CLIENT, loanId: 'l', tradeId } as const;
}

function loan(over: Partial<Loan> = {}): Loan {
  return {
    id: 'l',
    clientId: CLIENT,
    level: 1,
    amount: LENT,
    termDays: 25,
    status: 'approved',
    principal: 0n,
    interest: 0n,
    charged: 0n,
    repaid: 0n,
    writtenOff: 0n,
    approvedOn: null,
    dueOn: null,
    interestThrough: null,
    calledAt: null,
    createdAt: NOON,
    decidedAt: null,
    decidedBy: null,
    closedAt: null,
    ...over,
  };
}

/** A client with exactly the portfolio that level 1 needs. */
function rich(rows: Parameters<typeof stateOf>[0] = {}): State {
  return stateOf({ ...rows, client: { cash: PORTFOLIO, ...rows.client } });
}

/** The same client after approval at NOON. */
function lent(client: Partial<Party> = {}, over: Partial<Loan> = {}): State {
  const one = loan({
    principal: LENT,
    approvedOn: TODAY,
    dueOn: addDays(TODAY, 25),
    interestThrough: TODAY,
    ...over,
  });
  return stateOf({ client: { cash: PORTFOLIO + LENT, loan: owedOn(one), ...client }, loan: one });
}

function loanOf(state: State): Loan {
  const found = state.of(LOANS).get('l');
  if (found === undefined) throw new Error('no loan');
  return found;
}

/** A state in which a spreadless buy of EURUSD is open, and the trade. */
function trading(price: string, lots = 100n, amount = 1_000_000n) {
  const state = stateOf({ client: { cash: 100_000_000n } });
  const decision = run(
    state,
    { kind: 'open_trade', clientId: CLIENT, symbol: 'EURUSD', side: 'buy', lots, amount },
    contextOf({ EURUSD: price }, { spreadless: true }),
  );
  return [state, movedTrade(decision).after] as const;
}

function at(day: string, time = '12:00:00.000', prices: Prices = {}): Context {
  return contextOf(prices, { now: new Date(`${day}T${time}Z`), spreadless: true });
}

function run(state: State, command: Command, context: Context = contextOf()): AnyDecision {
  const decision = decide(state, command, context);
  expect(said(decision)).toBe('ok');
  apply(state, decision, context.now);
  return decision;
}

function moved(decision: AnyDecision): Loan {
  for (const image of decision.rows ?? []) {
    const made = imageOf(LOANS, image);
    if (made) return made.after;
  }
  throw new Error('no loan was made');
}

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
