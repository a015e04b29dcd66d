import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RECORD_BYTES } from '../../platform/sum-tree/index.ts';
import { createBuilder } from './build.ts';
import { depthFor, idBytes, leafWriter, nonceOf, partsEach, splitAmount } from './leaves.ts';

const DAY = '2026-11-25';
const SECRET = Buffer.alloc(32, 9);
const idOf = (i: number): string => `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`;
const nonceFor = (i: number, secret = SECRET): Buffer => nonceOf({ secret, tree: 'owed' }, idBytes(idOf(i)));

/** Clients with 1.00, 2.00 and so on, counted. */
async function counted(people: number, secret = SECRET, day = DAY) {
  const builder = createBuilder({ day, tree: 'owed', secret }, people);
  await builder.add(
    Array.from({ length: people }, (_, i) => ({ client: idBytes(idOf(i)), amount: BigInt((i + 1) * 100) })),
  );
  return builder.build();
}
const records = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / RECORD_BYTES }, (_, i) =>
    bytes.subarray(i * RECORD_BYTES, (i + 1) * RECORD_BYTES),
  );
const amountsOf = (bytes: Buffer): bigint[] => records(bytes).map((record) => record.readBigUInt64BE(0));

/** The leaves that a client of this amount would have with this nonce. */
function leavesOf(client: Buffer, amount: bigint, secretOrNonce: { secret: Buffer }): Buffer[] {
  const into = Buffer.alloc(4 * RECORD_BYTES);
  leafWriter({ day: DAY, tree: 'owed', parts: 4, ...secretOrNonce })(client, amount, into, 0);
  return records(into);
}

describe('[U118] a balance in the tree', () => {
  it('is split into parts that add up to it, none below zero, each anything between nothing and all of it', () => {
    for (const amount of [0n, 1n, 2n, 3n, 99n, 123_456_789n, (1n << 62n) - 1n]) {
      for (const parts of [2, 3, 4]) {
        for (let i = 0; i < 50; i += 1) {
          const split = splitAmount(nonceFor(i), amount, parts);
          expect(split).toHaveLength(parts);
          expect(split.every((part) => part >= 0n && part <= amount)).toBe(true);
          expect(split.reduce((sum, part) => sum + part, 0n)).toBe(amount);
        }
      }
    }
    const firsts = Array.from({ length: 4_000 }, (_, i) => Number(splitAmount(nonceFor(i), 1_000_000n, 4)[0]));
    const mean = firsts.reduce((sum, first) => sum + first, 0) / firsts.length;
    // A quarter of it on average, and yet anything: the spread of the least of three cuts.
    expect(mean).toBeGreaterThan(235_000);
    expect(mean).toBeLessThan(265_000);
    expect(Math.min(...firsts)).toBeLessThan(2_000);
    expect(Math.max(...firsts)).toBeGreaterThan(850_000);
  });

  it('is in as many leaves as anybody’s, at places that say nothing and are others the next day', async () => {
    const { tiles } = await counted(12);
    const next = await counted(12, Buffer.alloc(32, 8), '2026-11-26');
    const placesOf = (tile: Buffer, secret: Buffer, day: string, i: number): number[] => {
      const into = Buffer.alloc(4 * RECORD_BYTES);
      leafWriter({ day, tree: 'owed', parts: 4, secret })(idBytes(idOf(i)), BigInt((i + 1) * 100), into, 0);
      return records(into).map((leaf) => records(tile).findIndex((record) => record.equals(leaf)));
    };
    const today = Array.from({ length: 12 }, (_, i) => placesOf(tiles[0]!, SECRET, DAY, i));
    const later = Array.from({ length: 12 }, (_, i) => placesOf(next.tiles[0]!, Buffer.alloc(32, 8), '2026-11-26', i));
    expect(today.flat().every((place) => place >= 0)).toBe(true);
    expect(today.every((places) => places.length === 4)).toBe(true);
    expect(today.filter((places, i) => places.join() === later[i]!.join())).toEqual([]);
    const hashes = records(tiles[0]!).map((record) => record.subarray(8).toString('hex'));
    expect(hashes, 'the order is that of the hashes').toEqual(hashes.toSorted());
  });

  it('is hidden among leaves of nobody: a tree of ten clients has the size of one of sixteen', async () => {
    const [ten, sixteen] = [await counted(10), await counted(16)];
    expect([ten.depth, sixteen.depth]).toEqual([6, 6]);
    expect(amountsOf(ten.tiles[0]!)).toHaveLength(64);
    expect(depthFor(2_000_000)).toBe(21);
    expect([partsEach(10), partsEach(4_096), partsEach(4_097), partsEach(1_000_000)]).toEqual([4, 4, 3, 2]);
    expect(amountsOf(ten.tiles[0]!).reduce((sum, amount) => sum + amount, 0n)).toBe(5_500n);
  });

  it('cannot be found by trying every amount there could be, with every leaf in hand and all but the nonce known', async () => {
    const { tiles } = await counted(12);
    const everyLeaf = new Set(records(tiles[0]!).map((record) => record.subarray(8).toString('hex')));
    const victim = idBytes(idOf(6));
    const tried = (nonce: Buffer): number => {
      let hits = 0;
      for (let amount = 0n; amount <= 1_200n; amount += 1n) {
        for (let number = 1; number <= 4; number += 1) {
          const leaf = Buffer.alloc(68);
          leaf.set([0x80, 1]);
          leaf.writeBigInt64BE(BigInt(Date.parse(DAY)), 2);
          nonce.copy(leaf, 10);
          victim.copy(leaf, 42);
          leaf.set([number, 4], 58);
          leaf.writeBigUInt64BE(amount, 60);
          if (everyLeaf.has(hash('sha256', leaf, 'hex'))) hits += 1;
        }
      }
      return hits;
    };
    // The nonce of nobody, of the attacker's own account, of the victim the day before; and with the victim's own, to show that the search would find it.
    for (const nonce of [Buffer.alloc(32), nonceFor(0), nonceFor(6, Buffer.alloc(32, 8))]) expect(tried(nonce)).toBe(0);
    expect(tried(nonceFor(6))).toBe(4);
    expect(
      leavesOf(victim, 700n, { secret: SECRET }).every((leaf) => everyLeaf.has(leaf.subarray(8).toString('hex'))),
    ).toBe(true);
  });

  it('is nowhere whole: no amount in the tree that a proof could show is somebody’s balance', async () => {
    const { tiles } = await counted(12);
    const balances = new Set(Array.from({ length: 12 }, (_, i) => BigInt((i + 1) * 100)));
    const shown = amountsOf(tiles[0]!).filter((amount) => amount > 0n);
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.filter((amount) => balances.has(amount))).toEqual([]);
  });
});
