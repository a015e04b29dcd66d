import { describe, expect, it } from 'vitest';
import type { SchemeFacts } from './schemes.ts';
import { schemeSignals } from './schemes.ts';

const at = new Date('2026-03-11T12:00:00Z');
const none: SchemeFacts = {
  doubtful: [],
  staffNear: [],
  given: [],
  deposited: 0n,
  shares: { cents: 0n, near: [] },
  opposite: [],
};
const kinds = (facts: Partial<SchemeFacts>, amount = 100_00n) =>
  schemeSignals({ ...none, ...facts }, amount).map(({ kind, severity }) => `${kind} ${severity}`);
const record = (clientId: string) => ({ clientId, recordId: null, at });

describe('what several people or accounts do together', () => {
  it('[FS14] a deposit that was taken back is serious, and one that no statement shows takes a look', () => {
    const one = { ...record('a'), cents: 500n };
    expect(kinds({ doubtful: [{ ...one, fault: 'taken_back' }] })).toEqual(['deposit_doubtful serious']);
    expect(kinds({ doubtful: [{ ...one, fault: 'missing' }] })).toEqual(['deposit_doubtful look']);
  });

  it('[FS15] whoever of staff decides about a client from the client’s own browser is serious', () => {
    expect(kinds({ staffNear: [{ email: 'ann@example.test', since: at }] })).toEqual(['staff_browser serious']);
  });

  it('[FS15] money given by hand takes a look from half of what leaves, and is serious where it is more than was deposited', () => {
    const given = [{ email: 'ann@example.test', proposedBy: [], cents: 50_00n, since: at }];
    expect(kinds({ given, deposited: 50_00n })).toEqual(['given_by_staff look']);
    expect(kinds({ given, deposited: 50_00n }, 100_01n)).toEqual([]);
    expect(kinds({ given, deposited: 49_99n })).toEqual(['given_by_staff serious']);
    const taken = { email: 'ben@example.test', proposedBy: [], cents: -50_00n, since: at };
    expect(kinds({ given: [...given, taken] })).toEqual([]);
  });

  it('[FS16] profit shares of accounts that are near to the trader take a look, and are serious from half of all', () => {
    const near = [{ ...record('b'), cents: 10n }];
    expect(kinds({ shares: { cents: 21n, near } })).toEqual(['own_copiers look']);
    expect(kinds({ shares: { cents: 20n, near } })).toEqual(['own_copiers serious']);
    expect(kinds({ shares: { cents: 20n, near: [] } })).toEqual([]);
  });

  it('[FS17] opposite trades count from three pairs on, or where the house covered a loss, and both are serious', () => {
    const pairs = (count: number, covered = 0n) => ({ opposite: [{ ...record('b'), pairs: count, covered }] });
    expect(kinds(pairs(2))).toEqual([]);
    expect(kinds(pairs(3))).toEqual(['opposite_trades look']);
    expect(kinds(pairs(1, 1n))).toEqual(['opposite_trades look']);
    expect(kinds(pairs(3, 1n))).toEqual(['opposite_trades serious']);
  });

  it('[FS17] three pairs with one client and a covered loss of another are not both', () => {
    const opposite = [
      { ...record('b'), pairs: 3, covered: 0n },
      { ...record('c'), pairs: 1, covered: 1n },
    ];
    expect(kinds({ opposite })).toEqual(['opposite_trades look']);
  });
});
