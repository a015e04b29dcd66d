import { hash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPause, pathOf, RECORD_BYTES, reduce, sortedRecords, writePath } from './index.ts';

const never = (): undefined => undefined;
const slice = (bytes: Buffer, i: number): Buffer => bytes.subarray(i * RECORD_BYTES, (i + 1) * RECORD_BYTES);

function recordsOf(count: number): Buffer {
  const bytes = randomBytes(count * RECORD_BYTES);
  for (let i = 0; i < count; i += 1) bytes.writeBigUInt64BE(BigInt(i * i), i * RECORD_BYTES);
  return bytes;
}

describe('[U110] a Merkle-sum tree', () => {
  it('sorts leaves by all of their hash, also where many begin alike, and keeps each amount with its hash', async () => {
    const records = recordsOf(3_000);
    for (let i = 0; i < 3_000; i += 1) if (i % 3 > 0) records.fill(i % 3, i * RECORD_BYTES + 8, i * RECORD_BYTES + 14);
    const sorted = await sortedRecords(records, createPause(0));
    const all = (bytes: Buffer): Buffer[] => Array.from({ length: 3_000 }, (_, i) => slice(bytes, i));
    const expected = all(records).toSorted((a, b) => a.compare(b, 8, 40, 8, 40));
    expect(Buffer.concat(expected).equals(sorted)).toBe(true);
  });

  it('hashes both children’s amounts with their hashes', async () => {
    const records = recordsOf(2);
    const root = await reduce(records, 1, never);
    expect(root.readBigUInt64BE(0)).toBe(1n);
    expect(root.subarray(8).toString('hex')).toBe(hash('sha256', Buffer.concat([Buffer.of(0x81), records])));
  });

  it('leads from every leaf to the root, through the tiles it is kept in', async () => {
    const records = recordsOf(64);
    const nodes = await reduce(records, 3, never);
    const root = await reduce(nodes, 3, never);
    for (let i = 0; i < 64; i += 1) {
      const tile = Math.floor(i / 8);
      const path = pathOf(records.subarray(tile * 8 * RECORD_BYTES, (tile + 1) * 8 * RECORD_BYTES), i % 8, nodes, tile);
      let node = slice(records, i);
      for (const [level, sibling] of path.entries())
        node = await reduce(Buffer.concat((i >> level) % 2 === 1 ? [sibling, node] : [node, sibling]), 1, never);
      expect(node.equals(root)).toBe(true);
    }
  });

  it('refuses sums that the books could not hold', async () => {
    const records = recordsOf(2);
    for (const place of [0, RECORD_BYTES]) records.writeBigUInt64BE((1n << 62n) + 1n, place);
    await expect(reduce(records, 1, never)).rejects.toThrow('more than the books could hold');
  });

  it('writes amounts of a path in as few bytes as they need', () => {
    const record = Buffer.alloc(RECORD_BYTES);
    for (const [amount, bytes] of [[0n, '00'], [127n, '7f'], [128n, '8001'], [1_000_000n, 'c0843d']] as const) {
      record.writeBigUInt64BE(amount, 0);
      expect(writePath([record]).subarray(0, -32).toString('hex')).toBe(bytes);
    } // prettier-ignore
  });
});
