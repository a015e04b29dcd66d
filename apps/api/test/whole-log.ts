import { CoMETRE } from '@transmute/rfc9162';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { readResource, readSignedTree, readTree } from '../src/features/transparency/log.query.ts';
import { sha256 } from '../src/platform/tlog/index.ts';

/** What has a leaf of its own, each row once. */
const LOGGED = ['entry', 'audit', 'signal', 'terms_change', 'fill', 'liability_root'];

/** The log has every row once and as it is, and its last checkpoint is of all of them. */
export async function expectWholeLog(pool: Pool): Promise<void> {
  const count = async (from: string): Promise<number> =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from ledger.${from}`)).rows[0]!.n;
  const { size, root } = await readTree(pool);
  expect(size).toBe(await count('log_leaf'));
  const rows = await Promise.all(LOGGED.map(count));
  expect(size).toBe(rows.reduce((sum, each) => sum + each, 0));
  expect(await count('log_queue')).toBe(0);
  expect(await changed(pool)).toEqual([]);
  const [, signedSize, signedRoot] = (await readSignedTree(pool))!.text.split('\n');
  expect(signedSize).toBe(String(size));
  expect(signedRoot).toBe(root.toString('base64'));
  expect(await publicRoot(pool, size)).toEqual(root);
}

/** What is in the log and is no leaf of what its row says now, as somebody with every nonce finds it. */
async function changed(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ row: string; type: number; entry: Buffer; nonce: Buffer; canonical: Buffer }>(
    `select l.source_row as row, l.type, l.entry, n.nonce,
       ledger.canonical_leaf(l.type, l.source_row) as canonical
     from ledger.log_leaf l join ledger.log_nonce n using (leaf_index)`,
  );
  return rows
    .filter(({ type, entry, nonce, canonical }) => !sha256(Buffer.of(type), nonce, canonical).equals(entry))
    .map(({ row }) => row);
}

/** The root over the entries that are in public, by an implementation that is not ours. */
async function publicRoot(pool: Pool, size: number): Promise<Buffer> {
  const leaves: Uint8Array[] = [];
  for (let index = 0; index * 256 < size; index += 1) {
    const width = Math.min(256, size - index * 256);
    const bundle = (await readResource(pool, { level: 'entries', index, width }))!;
    expect(bundle.length).toBe(width * 34);
    for (let i = 0; i < width; i += 1) {
      expect(bundle.readUInt16BE(i * 34)).toBe(32);
      leaves.push(await CoMETRE.RFC9162_SHA256.leaf(bundle.subarray(i * 34 + 2, (i + 1) * 34)));
    }
    const tile = await readResource(pool, { level: 0, index, width });
    expect(tile).toEqual(Buffer.concat(leaves.slice(index * 256)));
  }
  return Buffer.from(await CoMETRE.RFC9162_SHA256.root(leaves));
}
