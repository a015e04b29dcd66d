import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchLines,
  type Movement,
  newLines,
  toldApart,
  type StatementLine,
  WINDOW_DAYS,
  withLikeness,
} from './index.ts';

const line = (over: Partial<StatementLine> & { id: string }): StatementLine => ({
  day: 100,
  amount: -10_000n,
  reference: '',
  txid: null,
  output: null,
  ...over,
});
const payout = (over: Partial<Movement> & { id: string }): Movement => ({
  kind: 'withdrawal',
  day: 100,
  amount: -10_000n,
  incoming: false,
  references: [],
  txid: null,
  output: null,
  ...over,
});

const anyLine = fc.record({
  day: fc.integer({ min: 95, max: 110 }),
  amount: fc.constantFrom(-10_000n, -20_000n, 10_000n),
  reference: fc.constantFrom('', 'PAY-0001', 'payout pay 0002', 'PAY-0003 thanks'),
  txid: fc.constantFrom(null, 'aa', 'bb'),
  output: fc.constantFrom(null, 0, 1),
});
const anyMovement = fc
  .record({
    kind: fc.constantFrom('deposit' as const, 'withdrawal' as const, 'return' as const),
    day: fc.integer({ min: 95, max: 110 }),
    size: fc.constantFrom(null, 10_000n, 20_000n),
    references: fc.constantFrom([], ['pay0001'], ['PAY 0002'], ['PAY-0003']),
    txid: fc.constantFrom(null, 'aa', 'bb'),
    output: fc.constantFrom(null, 0, 1),
  })
  .map(({ size, ...rest }) => {
    const incoming = rest.kind !== 'withdrawal';
    return { ...rest, incoming, amount: size === null ? null : incoming ? size : -size };
  });
const anyBooks = fc.record({
  lines: fc.array(anyLine, { maxLength: 12 }).map((all) => all.map((one, n) => ({ ...one, id: `l${n}` }))),
  movements: fc.array(anyMovement, { maxLength: 12 }).map((all) => all.map((one, n) => ({ ...one, id: `m${n}` }))),
});

describe('matching statement lines', () => {
  it('[RC3] goes by transaction, then by reference, then by amount, and leaves alone what could be two', () => {
    const lines = [
      line({ id: 'chain', txid: 'aa', amount: 5_000n, output: 1 }),
      line({ id: 'named', reference: 'SEPA payout PO-77 41, thank you' }),
      line({ id: 'bare', amount: -333n, day: 104 }),
      line({ id: 'alike 1', amount: -444n }),
      line({ id: 'alike 2', amount: -444n }),
      line({ id: 'late', amount: -555n, day: 100 + WINDOW_DAYS + 1 }),
      line({ id: 'other amount', amount: -1n, reference: 'PO-9999' }),
    ];
    const movements = [
      payout({ id: 'other output', kind: 'deposit', incoming: true, txid: 'aa', amount: 5_000n, output: 0 }),
      payout({ id: 'deposit', kind: 'deposit', incoming: true, txid: 'aa', amount: 5_000n, output: 1 }),
      payout({ id: 'payout', references: ['po7741'] }),
      payout({ id: 'by amount', amount: -333n }),
      payout({ id: 'one of two', amount: -444n }),
      payout({ id: 'too far', amount: -555n }),
      payout({ id: 'not that much', amount: -2n, references: ['PO-9999'] }),
    ];
    expect(matchLines(lines, movements)).toEqual([
      { lineId: 'chain', kind: 'deposit', recordId: 'deposit', how: 'txid' },
      { lineId: 'named', kind: 'withdrawal', recordId: 'payout', how: 'reference' },
      { lineId: 'bare', kind: 'withdrawal', recordId: 'by amount', how: 'amount' },
    ]);
  });

  it('[RC3] a coin payout is known by its transaction alone', () => {
    const coins = payout({ id: 'coins', amount: null, txid: 'aa' });
    expect(matchLines([line({ id: 'l', txid: 'aa', amount: -7n })], [coins])).toHaveLength(1);
    expect(matchLines([line({ id: 'l', txid: 'bb', amount: -7n })], [coins])).toEqual([]);
    expect(matchLines([line({ id: 'l', txid: 'aa', amount: 7n })], [coins])).toEqual([]);
  });

  it('[RC3] never gives a line or a movement twice, and another amount never', () => {
    fc.assert(
      fc.property(anyBooks, ({ lines, movements }) => {
        const matches = matchLines(lines, movements);
        expect(new Set(matches.map(({ lineId }) => lineId)).size).toBe(matches.length);
        expect(new Set(matches.map(({ recordId }) => recordId)).size).toBe(matches.length);
        for (const { lineId, recordId, how } of matches) {
          const [of, to] = [lines.find(({ id }) => id === lineId), movements.find(({ id }) => id === recordId)];
          if (of === undefined || to === undefined) throw new Error('a match of nothing');
          expect(of.amount > 0n).toBe(to.incoming);
          if (to.amount !== null) expect(of.amount).toBe(to.amount);
          if (how === 'amount') expect(Math.abs(of.day - to.day)).toBeLessThanOrEqual(WINDOW_DAYS);
        }
      }),
    );
  });

  it('[RC3] depends on no order, and finds nothing more when it is asked again', () => {
    const sorted = (of: ReturnType<typeof matchLines>) => of.toSorted((a, b) => a.lineId.localeCompare(b.lineId));
    fc.assert(
      fc.property(anyBooks, fc.integer(), ({ lines, movements }, turn) => {
        const matches = matchLines(lines, movements);
        const turned = <T>(of: readonly T[]): T[] => {
          const by = of.length === 0 ? 0 : Math.abs(turn) % of.length;
          return [...of.slice(by), ...of.slice(0, by)].toReversed();
        };
        expect(sorted(matchLines(turned(lines), turned(movements)))).toEqual(sorted(matches));
        const left = lines.filter(({ id }) => matches.every(({ lineId }) => lineId !== id));
        const open = movements.filter(({ id }) => matches.every(({ recordId }) => recordId !== id));
        expect(matchLines(left, open)).toEqual([]);
      }),
    );
  });
});

describe('lines that were imported before', () => {
  const read = fc.record({
    day: fc.integer({ min: 1, max: 3 }),
    amount: fc.constantFrom(1n, -1n),
    reference: fc.constantFrom('', 'fee', 'FEE '),
    bankId: fc.constant(null as string | null),
  });

  it('[RC2] the same file twice has nothing new, and a longer one only what came after', () => {
    fc.assert(
      fc.property(fc.array(read), fc.array(read), (first, more) => {
        const known = withLikeness(first);
        expect(newLines(withLikeness(first), known)).toEqual([]);
        expect(newLines(withLikeness([...first, ...more]), known)).toHaveLength(more.length);
      }),
    );
  });

  it('[RC2] one that has the id of another amount is kept, and is known from then on', () => {
    const fee = { day: 1, amount: -1n, reference: 'fee', bankId: 'A' };
    const known = withLikeness([fee]);
    const other = { ...fee, amount: -2n };
    const kept = newLines(toldApart(withLikeness([fee, other]), known), known);
    expect(kept).toMatchObject([{ amount: -2n, bankId: 'A -2' }]);
    const both = [...known, ...kept];
    expect(newLines(toldApart(withLikeness([fee, other]), both), both)).toEqual([]);
    expect(
      toldApart(
        [
          { ...fee, day: 2 },
          { ...fee, bankId: null, amount: -3n },
        ],
        known,
      ).map(({ bankId }) => bankId),
    ).toEqual(['A', null]);
  });

  it('[RC2] two with different ids are two, also where all else is the same; one that had none before is known by the rest', () => {
    const fee = { day: 1, amount: -1n, reference: 'fee' };
    const known = withLikeness([{ ...fee, bankId: 'A' }]);
    expect(newLines(withLikeness([{ ...fee, bankId: 'B' }]), known)).toHaveLength(1);
    expect(newLines(withLikeness([{ ...fee, bankId: 'A' }]), known)).toEqual([]);
    expect(newLines(withLikeness([{ ...fee, bankId: null }]), known)).toEqual([]);
    expect(newLines(withLikeness([{ ...fee, bankId: 'B' }]), withLikeness([{ ...fee, bankId: null }]))).toEqual([]);
  });
});
