import { readFileSync } from 'node:fs';
import { CoMETRE } from '@transmute/rfc9162';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_ROOT,
  hex,
  leafHash,
  readBase64,
  Refused,
  tiledTree,
  verifyConsistency,
  verifyInclusion,
} from '@clearbook/verify';
import { rootOf, sampleLog } from './sample-log.ts';

const { RFC9162_SHA256: theirs } = CoMETRE;
const vectors = JSON.parse(readFileSync(new URL('./vectors/merkle.json', import.meta.url), 'utf8')) as {
  inclusion: {
    name: string;
    leafIdx: number;
    treeSize: number;
    root: string;
    leafHash: string;
    proof: string[] | null;
    wantErr: boolean;
  }[];
  consistency: {
    name: string;
    size1: number;
    size2: number;
    root1: string;
    root2: string;
    proof: string[] | null;
    wantErr: boolean;
  }[];
};
const bytes = (text: string): Uint8Array => readBase64(text, 'A vector');

describe('[U40] a proof is accepted if and only if RFC 6962 makes it so', () => {
  it.each(vectors.inclusion)('vector $name', ({ leafIdx, treeSize, root, leafHash: leaf, proof, wantErr }) => {
    const verify = () =>
      verifyInclusion({ size: treeSize, root: bytes(root) }, leafIdx, bytes(leaf), (proof ?? []).map(bytes));
    if (wantErr) expect(verify).toThrow(Refused);
    else verify();
  });

  it.each(vectors.consistency)('vector $name', ({ size1, size2, root1, root2, proof, wantErr }) => {
    const [older, newer] = [
      { size: size1, root: bytes(root1) },
      { size: size2, root: bytes(root2) },
    ];
    const verify = () => verifyConsistency(older, newer, (proof ?? []).map(bytes));
    // One vector compares two roots that are no hashes, and finds them equal. We refuse what is no hash.
    if (wantErr || bytes(root2).length !== 32) expect(verify).toThrow(Refused);
    else verify();
  });

  it('has the roots that the tests of Certificate Transparency give for up to eight leaves', () => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const hashes = leaves.map((leaf) => leafHash(Uint8Array.from(Buffer.from(leaf, 'hex'))));
    expect(hex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(rootOf(hashes.slice(0, 3)))).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77');
    expect(hex(rootOf(hashes))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });
});

describe('[U40] an implementation that others wrote agrees', () => {
  it('on every inclusion proof in trees of up to 40 leaves, and no proof holds once a bit of it is turned', async () => {
    for (let size = 1; size <= 40; size++) {
      const log = sampleLog(size);
      const leaves = await Promise.all(log.entries.map(theirs.leaf));
      const root = await theirs.root(leaves);
      expect(hex(log.root())).toBe(hex(root));
      for (let index = 0; index < size; index++) {
        const proof = (await theirs.inclusion_proof(index, leaves)).inclusion_path;
        const leaf = leafHash(log.entries[index]!);
        verifyInclusion({ size, root }, index, leaf, proof);
        expect((await tiledTree(size, log.read).inclusion(index)).map(hex)).toEqual(proof.map(hex));
        const broken = proof.map((hash) => hash.map((byte, i) => (i === 7 ? byte ^ 1 : byte)));
        if (broken.length > 0) expect(() => verifyInclusion({ size, root }, index, leaf, broken)).toThrow(Refused);
        expect(() => verifyInclusion({ size, root }, index, leaf, [...proof, root])).toThrow(Refused);
      }
    }
  });

  it('on every consistency proof between trees of up to 24 leaves', async () => {
    const log = sampleLog(24);
    const leaves = await Promise.all(log.entries.map(theirs.leaf));
    for (let newer = 2; newer <= 24; newer++) {
      const tree = { size: newer, root: log.root(newer) };
      for (let older = 1; older < newer; older++) {
        const proof = await tiledTree(newer, log.read).consistency(older);
        const said = { log_id: '', tree_size: older, leaf_index: 0, inclusion_path: [] };
        const path = (await theirs.consistency_proof(said, leaves.slice(0, newer))).consistency_path;
        // RFC 6962 leaves out the older root where it is a whole subtree; theirs leaves that to its caller (RFC 9162, 2.1.4.2, step 2).
        const whole = Number.isInteger(Math.log2(older));
        expect((whole ? [log.root(older), ...proof] : proof).map(hex)).toEqual(path.map(hex));
        verifyConsistency({ size: older, root: log.root(older) }, tree, proof);
        expect(() => verifyConsistency({ size: older, root: log.root(older - 1) }, tree, proof)).toThrow(Refused);
      }
    }
  });
});
