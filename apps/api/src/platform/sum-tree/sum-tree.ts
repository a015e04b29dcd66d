import { hash } from 'node:crypto';
import type { Pause } from './pause.ts';

/**
 * A Merkle-sum tree: every node is an amount (8 bytes, big-endian) and a hash (32), laid end to end. A node's amount is the sum of its two children's, and its
 * hash is SHA-256 of 0x81 and both children whole, so that neither amount can be changed without the root. The number of leaves is a power of two.
 */
export const RECORD_BYTES = 40;
const PAIR_BYTES = 2 * RECORD_BYTES;
const AMOUNT_BYTES = 8;
/** No type of a log's entry, and neither of RFC 6962's prefixes: nothing of one tree is anything of the other. */
const NODE = 0x81;
/** How often long work looks at the clock. */
const LOOK_EVERY = 256;
const MAX = (1n << 63n) - 1n;

/** SHA-256 of some bytes, written where it belongs: as text in between, which Node makes three times as fast as a buffer. */
export function hashInto(bytes: Buffer, into: Buffer, at: number): void {
  into.write(hash('sha256', bytes, 'binary'), at, 'binary');
}

/** The record above two, written where it belongs. @throws RangeError where a sum is more than the books could hold */
function writeParent(children: Buffer, at: number, scratch: Buffer, into: Buffer, place: number): void {
  const sum = children.readBigUInt64BE(at) + children.readBigUInt64BE(at + RECORD_BYTES);
  if (sum > MAX) throw new RangeError('The sum of a tree is more than the books could hold.');
  children.copy(scratch, 1, at, at + PAIR_BYTES);
  into.writeBigUInt64BE(sum, place);
  hashInto(scratch, into, place + AMOUNT_BYTES);
}

function scratchPair(): Buffer {
  const scratch = Buffer.alloc(1 + PAIR_BYTES);
  scratch[0] = NODE;
  return scratch;
}

/** The nodes `levels` above these, as many as there are. */
export async function reduce(records: Buffer, levels: number, pause: Pause): Promise<Buffer> {
  const scratch = scratchPair();
  let level = records;
  for (let done = 0; done < levels; done += 1) {
    const above = Buffer.alloc(level.length / 2);
    for (let at = 0, place = 0; at < level.length; at += PAIR_BYTES, place += RECORD_BYTES) {
      writeParent(level, at, scratch, above, place);
      if (place % (LOOK_EVERY * RECORD_BYTES) === 0) await pause();
    }
    level = above;
  }
  return level;
}

/** The records beside the way from one of these up to their common node, lowest first. */
function siblingsOf(records: Buffer, index: number): Buffer[] {
  const siblings: Buffer[] = [];
  const scratch = scratchPair();
  let level = records;
  for (let place = index; level.length > RECORD_BYTES; place >>= 1) {
    const beside = (place ^ 1) * RECORD_BYTES;
    siblings.push(level.subarray(beside, beside + RECORD_BYTES));
    const above = Buffer.alloc(level.length / 2);
    for (let at = 0; at < level.length; at += PAIR_BYTES) writeParent(level, at, scratch, above, at / 2);
    level = above;
  }
  return siblings;
}

/** The whole way, in a tree that is kept as tiles of leaves and the node above each tile. */
export function pathOf(tile: Buffer, index: number, nodes: Buffer, tileIndex: number): Buffer[] {
  return [...siblingsOf(tile, index), ...siblingsOf(nodes, tileIndex)];
}

/** A path as it is sent: each record's amount in seven bits a byte, the lowest first and the high bit on all but the last, then its hash. */
export function writePath(siblings: readonly Buffer[]): Buffer {
  return Buffer.concat(siblings.flatMap((record) => [amountBytes(record.readBigUInt64BE()), record.subarray(8)]));
}

function amountBytes(amount: bigint): Buffer {
  const bytes: number[] = [];
  let left = amount;
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
}

/** In the order of their hashes, which nobody can choose or guess: first by one byte, then by the next three with the place behind them in one number. */
export async function sortedRecords(records: Buffer, pause: Pause): Promise<Buffer> {
  const count = records.length / RECORD_BYTES;
  const ends = new Uint32Array(257);
  for (let i = 0; i < count; i += 1) ends[firstByte(records, i) + 1]! += 1;
  for (let bucket = 0; bucket < 256; bucket += 1) ends[bucket + 1]! += ends[bucket]!;
  await pause();
  const keys = new Float64Array(count);
  const next = ends.slice();
  for (let i = 0; i < count; i += 1) {
    const bucket = firstByte(records, i);
    keys[next[bucket]!] = records.readUIntBE(i * RECORD_BYTES + AMOUNT_BYTES + 1, 3) * PLACES + i;
    next[bucket]! += 1;
    if (i % LOOK_EVERY === 0) await pause();
  }
  const sorted = Buffer.alloc(records.length);
  for (let bucket = 0; bucket < 256; bucket += 1) {
    const order = Array.from(keys.subarray(ends[bucket]!, ends[bucket + 1]!).sort(), (key) => key % PLACES);
    settle(records, order);
    for (const [i, index] of order.entries())
      records.copy(sorted, (ends[bucket]! + i) * RECORD_BYTES, index * RECORD_BYTES, (index + 1) * RECORD_BYTES);
    await pause();
  }
  return sorted;
}

/** More than there are leaves: 2^24 times this is what a number holds exactly. */
const PLACES = 2 ** 29;
const firstByte = (records: Buffer, i: number): number => records[i * RECORD_BYTES + AMOUNT_BYTES]!;

/** The few whose first four bytes are the same, by all of their bytes. */
function settle(records: Buffer, order: number[]): void {
  for (let i = 1; i < order.length; i += 1)
    for (let j = i; j > 0 && compare(records, order[j - 1]!, order[j]!) > 0; j -= 1)
      [order[j - 1], order[j]] = [order[j]!, order[j - 1]!];
}

function compare(records: Buffer, a: number, b: number): number {
  const [one, other] = [a * RECORD_BYTES + AMOUNT_BYTES, b * RECORD_BYTES + AMOUNT_BYTES];
  return records.compare(records, other, other + 32, one, one + 32);
}
