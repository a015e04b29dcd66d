import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, said, STAFF, stateOf } from '../../../test/kit.ts';
import type { State } from '../../kernel/state.ts';
import { decide } from '../../ledger/decide.ts';
import type { Command } from '../../ledger/modules.ts';
import { nameOf } from '../configuration/in-force.ts';
import { CONFIGURATION } from '../configuration/model.ts';
import { decideDocumentFunds } from '../identity/document-funds.ts';
import { levelOf } from '../identity/level.ts';
import { DOCUMENTED_FUNDS, STANDINGS, type Standing } from '../identity/model.ts';
import { TALLIES } from '../protection/model.ts';
import { NO_TALLY } from '../protection/tally.ts';

const EMAIL = { verified: false, documented: false, expiresOn: null };
const IDENTITY = { verified: true, documented: false, expiresOn: null };
const FUNDS = { verified: true, documented: true, expiresOn: null };
const TODAY = NOON.toISOString().slice(0, 10);

/** A client at a level, with what was credited to them today and this month. */
function at(standing: Standing, funded: { day?: bigint; month?: bigint } = {}): State {
  const state = stateOf();
  state.of(STANDINGS).set(CLIENT, standing);
  const { day: dayFunded = 0n, month: monthFunded = dayFunded } = funded;
  state.of(TALLIES).set(CLIENT, { ...NO_TALLY, fundedDay: '2026-03-11', dayFunded, monthFunded });
  return state;
}
const pay = (amount: bigint): Command => ({
  kind: 'create_deposit', clientId: CLIENT, amount, method: 'tether', address: 'T', rate: 10_000_000_000n, rateSource: 't',
}); // prettier-ignore
const asks = (state: State, amount: bigint, now = NOON) => decide(state, pay(amount), contextOf({}, { now }));

describe('[F55] the level of a client', () => {
  it('[F55] rises with the identity and then with the source of funds, and not without the identity', () => {
    const levels = [EMAIL, IDENTITY, FUNDS, { ...EMAIL, documented: true }].map((each) => levelOf(each, TODAY));
    expect(levels).toEqual(['email', 'identity', 'funds', 'email']);
  });

  it('[I30] is that of a confirmed email once the document is past its last day, and the refusal says so', () => {
    const on = (expiresOn: string) => [IDENTITY, FUNDS].map((each) => levelOf({ ...each, expiresOn }, TODAY));
    expect(on('2026-03-11')).toEqual(['identity', 'funds']);
    expect(on('2026-03-10')).toEqual(['email', 'email']);
    const state = at({ ...FUNDS, expiresOn: '2026-03-10' });
    expect(said(asks(state, 50_000n))).toBe('ok');
    expect(asks(state, 50_001n).outcome).toMatchObject({ refusal: { code: 'deposit.level', values: { level: 'email', expired: 'yes' } } }); // prettier-ignore
  });

  it('[F55] sets the most in a day and a month, as configured; where nobody has a level there is none', () => {
    expect(said(asks(at(EMAIL), 50_000n))).toBe('ok');
    expect(said(asks(at(EMAIL), 50_001n))).toBe('deposit.level');
    expect(said(asks(at(IDENTITY), 1_000_000n))).toBe('ok');
    expect(said(asks(at(IDENTITY), 1_000_001n))).toBe('deposit.level');
    expect(said(asks(at(IDENTITY, { month: 4_900_000n }), 100_001n))).toBe('deposit.level');
    expect(said(asks(at(FUNDS), 90_000_000n))).toBe('ok');
    expect(said(asks(stateOf(), 90_000_000n))).toBe('ok');
    const configured = at(FUNDS);
    configured.of(CONFIGURATION).set(nameOf('deposit_limit', 'funds'), [{ id: 'v', value: { day: '1.50', month: null }, effectiveAt: NOON, at: NOON }]); // prettier-ignore
    expect(said(asks(configured, 150n))).toBe('ok');
    expect(said(asks(configured, 151n))).toBe('deposit.level');
  });
});

describe('[F56] what counts toward the limit', () => {
  it('[F56] is what was credited in the period and what was asked for; the refusal says limit, use and rest', () => {
    const state = at(IDENTITY, { day: 400_000n });
    expect(asks(state, 600_001n).outcome).toMatchObject({
      refusal: {
        code: 'deposit.level',
        field: 'amount',
        values: { level: 'identity', expired: 'no', period: 'day', limit: '$10,000.00', used: '$4,000.00', left: '$6,000.00', until: '2026-03-12 00:00' },
      },
    }); // prettier-ignore
    expect(said(asks(state, 600_000n))).toBe('ok');
    // The next day only the month counts it.
    const next = new Date('2026-03-12T00:00:00.000Z');
    expect(said(asks(state, 1_000_000n, next))).toBe('ok');
    expect(said(asks(at(IDENTITY, { day: 400_000n, month: 4_400_000n }), 600_001n, next))).toBe('deposit.level');
  });
});

describe('[I25] a source of funds', () => {
  const decided = (state: State, documented: boolean, clientId = CLIENT) =>
    decideDocumentFunds(
      state,
      { kind: 'document_funds', staffId: STAFF, clientId, documented, reason: 'payslips' },
      contextOf(),
    );

  it('[I25] is documented once, of a client whose identity is approved, by somebody else', () => {
    expect(said(decided(at(IDENTITY), true))).toBe('ok');
    expect(said(decided(at(EMAIL), true))).toBe('funds.identity_first');
    expect(said(decided(at(IDENTITY), true, STAFF))).toBe('decision.own_account');
    expect(said(decided(at(IDENTITY), false))).toBe('funds.unchanged');
    const state = at(FUNDS);
    state.of(DOCUMENTED_FUNDS).set(CLIENT, { clientId: CLIENT, documented: true, at: NOON });
    expect(said(decided(state, true))).toBe('funds.unchanged');
    expect(decided(state, false).notifications).toMatchObject([{ template: 'funds-undocumented', values: { reason: 'payslips' } }]); // prettier-ignore
  });
});
