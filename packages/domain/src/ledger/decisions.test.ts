import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT, contextOf, locksOf, NOON, OTHER, partyOf, STAFF, stateOf } from '../../test/kit.ts';
import { PARTIES } from '../kernel/party.ts';
import { changed, imageOf, madeIn } from '../kernel/table.ts';
import { PRICE_SCALE } from '../market/index.ts';
import { DEPOSITS, WITHDRAWALS } from '../modules/funding/model.ts';
import { ENTRIES, entryKey } from '../modules/manual/model.ts';
import { TRADES } from '../modules/positions/model.ts';
import {
  type Account,
  ACCOUNTS,
  type AnyDecision,
  apply,
  type Command,
  credit,
  debit,
  decide,
  entry,
  EVENTS,
  newParty,
  type State,
} from './index.ts';

/** The posting table as the database has it: "event account side". */
const ALLOWED = postingTable();

describe('decisions', () => {
  it('[F22] the chart of accounts and the events are those of the database', () => {
    const sql = migration();
    const accounts = [...sql.matchAll(/\((\d+), '([a-z_:]+)', '[DC]', '(?:client|house)'\)/g)].map(([, code, name]) => [
      name,
      Number(code),
    ]);
    expect(Object.fromEntries(accounts)).toEqual(ACCOUNTS);
    const events = [
      ...sql.matchAll(/\((\d+), '([a-z_]+)', (?:null|'[a-z_]+'), (?:null|'[a-z_]+'), (?:true|false)\)/g),
    ].map(([, code, name]) => [name, Number(code)]);
    expect(Object.fromEntries(events)).toEqual(EVENTS);
  });

  it('[F22] every entry balances and touches only what the posting table allows; a refusal changes nothing but the count of wrong codes', () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), (steps) => {
        const state = start();
        let now = NOON.getTime();
        let made = 0;
        const ids: Ids = { deposits: [], withdrawals: [], trades: [] };
        for (const [i, pick] of steps.entries()) {
          now += pick.minutes * 60_000;
          const prices = {
            EURUSD: pick.price,
            USDJPY: '150.000 150.010',
            EURJPY: '165.000 165.010',
            BTC: '90000.00 90010.00',
          };
          const context = { ...contextOf(prices, { now: new Date(now) }), newId: () => `id-${++made}` };
          const command = commandOf(pick, ids, `w-${i}`, state);
          const before = JSON.stringify([...state.of(PARTIES)], text);
          const decision = decide(state, command, context);
          if (JSON.stringify([...state.of(PARTIES)], text) !== before)
            throw new Error('a decision changed the state by itself');
          const waited =
            'withdrawalId' in command && state.of(WITHDRAWALS).get(command.withdrawalId)?.status === 'awaiting_code';
          check(decision, reached, waited);
          const total = moneyOf(state);
          apply(state, decision, context.now);
          if (decision.entry || decision.also) {
            state.of(ENTRIES).set(entryKey(CLIENT, BigInt(i)), {
              number: BigInt(i),
              clientId: CLIENT,
              credited: moneyOf(state) - total,
              corrected: 0n,
            });
            expect(moneyOf(state) - total).toBe(-sumOf(decision, (account) => ACCOUNTS[account] < 4));
          }
          remember(decision, ids);
        }
      }),
      { numRuns: 400 },
    );
    // The walk reaches every event of trading, funding and adjusting, or the property says little. The other modules have walks of their own.
    const expected = Object.entries(EVENTS).filter(([, code]) => code <= EVENTS.adjustment);
    expect([...reached].toSorted()).toEqual(expected.map(([name]) => name).toSorted());
  });

  it('[F22] a line of zero is left out, and what does not balance throws', () => {
    expect(
      entry('trade_opened', CLIENT, 's', [debit('cash', 5n), credit('fees', 0n), credit('margin', 5n)]).postings,
    ).toHaveLength(2);
    expect(() => entry('trade_opened', CLIENT, 's', [debit('cash', 5n), credit('margin', 4n)])).toThrow('unbalanced');
    expect(() => entry('trade_opened', CLIENT, 's', [debit('cash', 0n), credit('margin', 0n)])).toThrow('unbalanced');
  });

  it('[F22] a decision that breaks a floor leaves nothing behind', () => {
    const state = stateOf({ client: { cash: 10n } });
    const decision: AnyDecision = {
      outcome: { ok: true, result: {} },
      entry: entry('trade_opened', CLIENT, 's', [debit('cash', 11n), credit('margin', 11n)]),
      rows: [changed(PARTIES, partyOf(state), { ...partyOf(state), status: 'suspended' })],
    };
    expect(() => apply(state, decision, NOON)).toThrow('floor');
    expect(partyOf(state)).toMatchObject({ cash: 10n, margin: 0n, status: 'active' });
  });

  it('[L25] a decision moves the money of one client', () => {
    const state = start();
    const of = (clientId: string) => entry('adjustment', clientId, 's', [debit('adjustments', 5n), credit('cash', 5n)]);
    const decision = { outcome: { ok: true, result: {} }, entry: of(CLIENT) } as const;
    expect(() => apply(state, { ...decision, also: of(OTHER) }, NOON)).toThrow('two clients');
    apply(state, { ...decision, also: of(CLIENT) }, NOON);
    expect(partyOf(state).cash).toBe(500_010n);
  });

  it('[L2] a row of a client switches what is theirs to be switched, and no balance', () => {
    const state = stateOf({ client: { cash: 10n } });
    const after = { ...partyOf(state), cash: 99n, deposited: 99n, code: true };
    apply(state, { outcome: { ok: true, result: {} }, rows: [changed(PARTIES, partyOf(state), after)] }, NOON);
    expect(partyOf(state)).toMatchObject({ cash: 10n, deposited: 0n, code: true });
  });

  it('[F23] a command of somebody without books throws', () => {
    const nobody: Command[] = [
      { kind: 'top_up', clientId: OTHER, amount: 1n },
      { kind: 'open_trade', clientId: OTHER, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 1n },
    ];
    for (const command of nobody)
      expect(() => decide(stateOf(), command, contextOf({ EURUSD: '1.10000' }))).toThrow('without books');
  });

  it('[F22] a command names every row that it needs before anything is read', () => {
    expect(
      locksOf({
        kind: 'decide_withdrawal',
        staffId: STAFF,
        clientId: CLIENT,
        withdrawalId: 'w',
        decision: 'reject',
        reason: 'r',
        payoutReference: null,
      }),
    ).toEqual({
      parties: [CLIENT, STAFF],
      withdrawal: ['w'],
      'proposed about': ['w'],
      'hold by clientId': [CLIENT],
      releases: [STAFF],
      'proposal by subjectId': ['w'],
    });
    expect(
      locksOf({
        kind: 'decide_withdrawal',
        staffId: null,
        clientId: CLIENT,
        withdrawalId: 'w',
        decision: 'approve',
        reason: null,
        payoutReference: null,
      }),
    ).toEqual({ parties: [CLIENT], withdrawal: ['w'], 'proposed about': ['w'], 'hold by clientId': [CLIENT] });
    expect(
      locksOf({
        kind: 'adjust',
        staffId: STAFF,
        clientId: CLIENT,
        direction: 'debit',
        amount: 1n,
        reason: 'r',
        corrects: 9n,
      }),
    ).toEqual({ parties: [CLIENT, STAFF], entry: [entryKey(CLIENT, 9n)] });
  });
});

type Ids = { deposits: string[]; withdrawals: string[]; trades: string[] };
type Step = {
  readonly kind: (typeof KINDS)[number];
  readonly amount: bigint;
  readonly n: number;
  readonly minutes: number;
  readonly price: string;
  readonly flag: boolean;
};

const KINDS = [
  'top_up', 'create_deposit', 'attach_proof', 'decide_deposit', 'request_withdrawal', 'confirm_withdrawal', 'resend_code', 'cancel_withdrawal', 'lapse_withdrawal',
  'note_overdue', 'report_not_received', 'decide_withdrawal', 'return_withdrawal', 'trace_withdrawal', 'open_trade', 'close_trade', 'adjust', 'set_controls',
  'settle_trade', 'record_trade', 'close_account',
] as const satisfies readonly Command['kind'][]; // prettier-ignore

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  amount: fc.bigInt({ min: 1n, max: 60_000n }),
  n: fc.nat({ max: 1_000 }),
  minutes: fc.constantFrom(0, 0, 0, 1, 5, 11, 61, 1_500),
  price: fc.constantFrom('1.10000 1.10002', '1.15000 1.15004', '0.70000 0.70010', '1.60000 1.60020'),
  flag: fc.boolean(),
});

/**
 * In which state a record has to be for the command to do something. Three steps in four take such a record where there is one, so
 * that events at the end of a long chain (a payout that comes back) are reached in a few walks; the others take any, and are refused.
 */
const GUIDED: Partial<Record<Step['kind'], string>> = {
  attach_proof: 'awaiting_payment',
  decide_deposit: 'pending',
  confirm_withdrawal: 'awaiting_code',
  resend_code: 'awaiting_code',
  lapse_withdrawal: 'awaiting_code',
  cancel_withdrawal: 'pending',
  decide_withdrawal: 'pending',
  report_not_received: 'approved',
  trace_withdrawal: 'approved',
  return_withdrawal: 'approved',
  close_trade: 'active',
  settle_trade: 'active',
};

function pickOf({ kind, n }: Step, ids: readonly string[], rows: ReadonlyMap<string, { readonly status: string }>) {
  const wanted = GUIDED[kind];
  const fitting = n % 4 === 0 ? [] : ids.filter((id) => rows.get(id)?.status === wanted);
  const from = fitting.length > 0 ? fitting : ids;
  return from[Math.floor(n / 4) % Math.max(1, from.length)] ?? 'none';
}

function commandOf(pick: Step, ids: Ids, withdrawalId: string, state: State): Command {
  const { kind, amount, n, flag } = pick;
  const depositId = pickOf(pick, ids.deposits, state.of(DEPOSITS));
  const tradeId = pickOf(pick, ids.trades, state.of(TRADES));
  const own = { clientId: CLIENT, withdrawalId: pickOf(pick, ids.withdrawals, state.of(WITHDRAWALS)) };
  const billed = state.of(PARTIES).get(CLIENT)?.billing ? (amount + 50n) / 100n : 0n;
  switch (kind) {
    case 'top_up':
      return { kind, clientId: CLIENT, amount };
    case 'create_deposit':
      return {
        kind,
        clientId: CLIENT,
        amount,
        method: flag ? 'bitcoin' : 'tether',
        address: 'a',
        rate: flag ? 90_000n * PRICE_SCALE : PRICE_SCALE,
        rateSource: 't',
      };
    case 'attach_proof':
      return { kind, clientId: CLIENT, depositId, fileId: 'f' };
    case 'decide_deposit':
      return {
        kind,
        staffId: STAFF,
        clientId: CLIENT,
        depositId,
        decision: n % 5 === 0 ? 'reject' : 'approve',
        reason: 'r',
        txid: null,
        outputIndex: null,
        receivedUnits: flag ? amount * 1_000n : null,
        rateNow: flag ? 300_000_000_000_000n : null,
      };
    case 'request_withdrawal':
      return {
        kind,
        clientId: CLIENT,
        withdrawalId,
        amount,
        method: flag ? 'bank' : 'crypto',
        coin: flag ? null : 'usdt',
        destination: {},
        expectedFee: billed,
        code: '1',
        codeHash: 'right',
      };
    case 'confirm_withdrawal':
      return { kind, ...own, codeHash: flag ? 'right' : 'wrong' };
    case 'resend_code':
      return { kind, ...own, code: '1', codeHash: 'right' };
    case 'cancel_withdrawal':
    case 'lapse_withdrawal':
    case 'note_overdue':
    case 'report_not_received':
      return { kind, ...own };
    case 'decide_withdrawal':
      return {
        kind,
        staffId: flag ? STAFF : null,
        ...own,
        decision: n % 4 === 0 ? 'reject' : 'approve',
        reason: 'r',
        payoutReference: 'p',
      };
    case 'return_withdrawal':
      return { kind, staffId: STAFF, ...own, reason: 'r' };
    case 'trace_withdrawal':
      return { kind, staffId: STAFF, ...own, reason: 'r', noteId: 'n' };
    case 'open_trade':
      return {
        kind,
        clientId: CLIENT,
        symbol: ['EURUSD', 'USDJPY', 'EURJPY', 'BTC'][n % 4] ?? '',
        side: flag ? 'buy' : 'sell',
        lots: BigInt((n % 3) + 1),
        amount,
      };
    case 'close_trade':
      return {
        kind,
        clientId: CLIENT,
        tradeId,
        lots: flag ? null : BigInt((n % 2) + 1),
      };
    case 'adjust': {
      const numbers = [...state.of(ENTRIES).values()].map(({ number }) => number);
      const corrects = numbers[n % Math.max(1, numbers.length)] ?? null;
      return {
        kind,
        staffId: STAFF,
        clientId: CLIENT,
        direction: flag ? 'credit' : 'debit',
        amount,
        reason: 'r',
        corrects: flag ? null : corrects,
      };
    }
    case 'settle_trade':
      return {
        kind,
        staffId: STAFF,
        clientId: CLIENT,
        tradeId,
        result: n % 3 === 0 ? null : flag ? amount : -amount,
        reason: n % 2 === 0 ? 'r' : null,
      };
    case 'record_trade': {
      const numbers = [...state.of(ENTRIES).values()].map(({ number }) => number);
      return {
        kind,
        staffId: STAFF,
        clientId: CLIENT,
        outcome: flag ? 'profit' : 'loss',
        symbol: n % 9 === 0 ? 'NONE' : 'EURUSD',
        side: n % 2 === 0 ? 'buy' : 'sell',
        amount,
        reason: 'r',
        corrects: flag ? null : (numbers[n % Math.max(1, numbers.length)] ?? null),
      };
    }
    case 'close_account':
      return { kind, staffId: flag ? STAFF : null, clientId: CLIENT };
    case 'set_controls':
      return {
        kind,
        staffId: STAFF,
        clientId: CLIENT,
        status: n % 9 === 0 ? 'suspended' : 'active',
        billing: n % 2 === 0,
        code: n % 3 === 0,
        reason: 'r',
        noteId: 'n',
      };
  }
}

function check(decision: AnyDecision, reached: Set<string>, waited: boolean): void {
  for (const { event, postings, clientId } of entriesOf(decision)) {
    reached.add(event);
    expect(postings.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
    expect(postings.length).toBeGreaterThanOrEqual(2);
    for (const { account, amount } of postings)
      expect(ALLOWED).toContain(`${event} ${account} ${amount > 0n ? 'D' : 'C'}`);
    // N31: nothing happens to a client's money that they are not told, in the same commit.
    expect((decision.notifications ?? []).map(({ userId }) => userId)).toContain(clientId);
  }
  if (decision.outcome.ok) return;
  const { code } = decision.outcome.refusal;
  // The code that ends a withdrawal releases it; one that comes after that is told so, and nothing moves.
  if (waited && (code === 'withdrawal.code_lapsed' || code === 'withdrawal.code_blocked')) {
    expect(decision.entry?.event).toBe('withdrawal_released');
  } else if (code === 'withdrawal.code_wrong') {
    expect(decision.entry).toBeUndefined();
    expect(decision.records).toBeUndefined();
    const [image, ...others] = decision.rows ?? [];
    expect(others).toEqual([]);
    const { before, after } = (image && imageOf(WITHDRAWALS, image)) ?? {};
    if (!before) throw new Error('a wrong code counts');
    expect(after).toEqual({ ...before, codeTries: before.codeTries + 1 });
  } else {
    expect(decision).toEqual({ outcome: decision.outcome });
  }
}

function remember(decision: AnyDecision, ids: Ids): void {
  ids.deposits.push(...madeIn(DEPOSITS, decision.rows).map(({ id }) => id));
  ids.trades.push(...madeIn(TRADES, decision.rows).map(({ id }) => id));
  ids.withdrawals.push(...madeIn(WITHDRAWALS, decision.rows).map(({ id }) => id));
}

function start(): State {
  const state = stateOf({ client: { cash: 500_000n } });
  state.of(PARTIES).set(OTHER, newParty(OTHER, 'client'));
  return state;
}

function moneyOf(state: State): bigint {
  const { cash, margin, withdrawing } = partyOf(state);
  return cash + margin + withdrawing;
}

function entriesOf({ entry: first, also }: AnyDecision) {
  return [first, also].filter((draft) => draft !== undefined);
}

function sumOf(decision: AnyDecision, which: (account: Account) => boolean): bigint {
  const postings = entriesOf(decision).flatMap((draft) => draft.postings);
  return postings.filter(({ account }) => which(account)).reduce((sum, { amount }) => sum + amount, 0n);
}

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function migration(): string {
  const folder = new URL('../../../../apps/api/migrations/', import.meta.url);
  const files = readdirSync(folder).toSorted();
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
}

function postingTable(): Set<string> {
  const sql = migration();
  const start_ = sql.indexOf('insert into ledger.posting_rule');
  const table = sql.slice(start_, sql.indexOf('as r(event, account, side)', start_));
  return new Set(
    [...table.matchAll(/\('([a-z_]+)', '([a-z_:]+)', '([DC])'\)/g)].map(
      ([, event, account, side]) => `${event} ${account} ${side}`,
    ),
  );
}
