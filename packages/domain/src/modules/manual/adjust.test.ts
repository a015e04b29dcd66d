import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, NOON, OTHER, partyOf, said, STAFF, stateOf } from '../../../test/kit.ts';
import { apply } from '../../ledger/apply.ts';
import { decideAdjust } from './adjust.ts';
import { ENTRIES, entryKey } from './model.ts';

type Adjust = Parameters<typeof decideAdjust>[1];

describe('adjustments', () => {
  it('[F20] debits of one entry together take back at most what it gave', () => {
    const state = stateOf();
    state.of(ENTRIES).set(entryKey(CLIENT, 7n), { number: 7n, clientId: CLIENT, credited: 1_000n, corrected: 0n });
    const debit = (amount: bigint) =>
      decideAdjust(state, adjust({ direction: 'debit', amount, corrects: 7n }), contextOf());
    apply(state, debit(600n), NOON);
    expect(debit(401n).outcome).toMatchObject({
      refusal: { code: 'adjustment.debit_too_large', values: { most: '$4.00' } },
    });
    apply(state, debit(400n), NOON);
    expect(said(debit(1n))).toBe('adjustment.debit_too_large');
    expect(partyOf(state)).toMatchObject({ cash: 99_000n, deposited: 0n, realised: 0n });
  });

  it('[F20] a debit names an entry of this client and leaves no hole in the cash', () => {
    const state = stateOf({ client: { cash: 50n } });
    state.of(ENTRIES).set(entryKey(CLIENT, 7n), { number: 7n, clientId: CLIENT, credited: 1_000n, corrected: 0n });
    state.of(ENTRIES).set(entryKey(OTHER, 8n), { number: 8n, clientId: OTHER, credited: 1_000n, corrected: 0n });
    const said1 = (corrects: bigint | null, amount: bigint) =>
      said(decideAdjust(state, adjust({ direction: 'debit', amount, corrects }), contextOf()));
    expect([said1(null, 1n), said1(8n, 1n), said1(9n, 1n), said1(7n, 51n), said1(7n, 50n)]).toEqual([
      'adjustment.entry_unknown',
      'adjustment.entry_unknown',
      'adjustment.entry_unknown',
      'adjustment.insufficient_balance',
      'ok',
    ]);
  });

  it('[F10] nobody adjusts their own account, and only clients have one', () => {
    expect(said(decideAdjust(stateOf(), adjust({ staffId: CLIENT }), contextOf()))).toBe('decision.own_account');
    expect(said(decideAdjust(stateOf(), adjust({ clientId: STAFF, staffId: OTHER }), contextOf()))).toBe(
      'user.not_found',
    );
  });
});

function adjust(of: Partial<Adjust>): Adjust {
  return {
    kind: 'adjust',
    staffId: STAFF,
    clientId: CLIENT,
    direction: 'credit',
    amount: 100n,
    reason: 'goodwill',
    corrects: null,
    ...of,
  };
}
