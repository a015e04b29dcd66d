import { CoMETRE } from '@transmute/rfc9162';
import { describe, expect, it } from 'vitest';
import { isCosignedBy, parseCosignerKey } from './cosignatures.ts';
import { EMPTY_ROOT, leafHash, nodeHash } from './hashes.ts';
import { checkpointText, isSignedBy, parseVkey, signedNote, signerOf, verifierOf, vkeyOf } from './notes.ts';
import { carryOut, planConsistency, planInclusion, proverOf, rootOf } from './proofs.ts';
import {
  appendLeaves,
  edgeTiles,
  entryBundle,
  isCovered,
  levelWidth,
  parseTilePath,
  type Tile,
  tilePath,
} from './tiles.ts';

const { RFC9162_SHA256: theirs } = CoMETRE;
const entry = (i: number): Buffer => Buffer.from(`entry ${i}`);
const entries = (count: number): Buffer[] => Array.from({ length: count }, (_, i) => entry(i));

/** A log in memory, as a server keeps it: tiles by level and index. */
class Log {
  size = 0;
  readonly tiles = new Map<string, Tile>();

  append(leaves: readonly Buffer[]): void {
    const edges = edgeTiles(this.size).map(({ level, index }) => this.tiles.get(`${level}/${index}`)!);
    for (const tile of appendLeaves(this.size, edges, leaves)) this.tiles.set(`${tile.level}/${tile.index}`, tile);
    this.size += leaves.length;
  }

  /** With the tiles that a plan names and no other. */
  read = (keys: readonly { level: number; index: number }[]): Tile[] =>
    keys.map(({ level, index }) => this.tiles.get(`${level}/${index}`)!);

  root = (): Buffer => rootOf(this.size, this.read(edgeTiles(this.size)));
  inclusion = (index: number, size = this.size): Buffer[] => {
    const plan = planInclusion(index, size);
    return carryOut(plan, this.read(plan.tiles));
  };
  consistency = (former: number, size = this.size): Buffer[] => {
    const plan = planConsistency(former, size);
    return carryOut(plan, this.read(plan.tiles));
  };
}

function logOf(count: number): Log {
  const log = new Log();
  log.append(entries(count));
  return log;
}

describe('the tree', () => {
  it('[U1] has the roots that the tests of Certificate Transparency give for eight leaves', () => {
    const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const log = new Log();
    expect(log.root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [i, leaf] of leaves.entries()) {
      log.append([Buffer.from(leaf, 'hex')]);
      expect(log.root().toString('hex')).toBe(roots[i]);
    }
  });

  it('[U1] has the root of an independent implementation, however its leaves came', async () => {
    const leaves = await Promise.all(entries(700).map((each) => theirs.leaf(each)));
    const log = new Log();
    for (const step of [1, 1, 5, 249, 1, 255, 10, 178]) {
      log.append(entries(log.size + step).slice(log.size));
      expect(log.root()).toEqual(Buffer.from(await theirs.root(leaves.slice(0, log.size))));
    }
    expect(log.size).toBe(700);
    expect([...log.tiles.values()].map((tile) => [tile.level, tile.index, tile.hashes.length / 32])).toEqual(
      expect.arrayContaining([
        [0, 0, 256],
        [0, 1, 256],
        [0, 2, 188],
        [1, 0, 2],
      ]),
    );
  });

  it('[U1] is the same in three levels of tiles, and each tile holds the roots of full tiles below', () => {
    const [at, size] = [65_536, 66_000];
    const once = logOf(size);
    const twice = logOf(at);
    twice.append(entries(size).slice(at));
    expect(once.root()).toEqual(twice.root());
    expect(once.tiles).toEqual(twice.tiles);
    expect(once.tiles.get('2/0')?.hashes).toEqual(logOf(at).root());
    expect(edgeTiles(size)).toEqual([
      { level: 0, index: 257 },
      { level: 1, index: 1 },
      { level: 2, index: 0 },
    ]);
  });

  it('[U1] goes on from no edge that is not there', () => {
    expect(() => appendLeaves(3, [], [entry(3)])).toThrow('lacks its edge');
    expect(leafHash(Buffer.alloc(0))).not.toEqual(EMPTY_ROOT);
    expect(nodeHash(EMPTY_ROOT, EMPTY_ROOT)).not.toEqual(leafHash(Buffer.concat([EMPTY_ROOT, EMPTY_ROOT])));
  });
});

describe('proofs', () => {
  const log = logOf(600);
  const sizes = [1, 2, 3, 7, 8, 64, 100, 255, 256, 257, 300, 511, 512, 513, 600];

  it('[U2] of a leaf are accepted by an independent implementation, in the tree of every size', async () => {
    for (const size of sizes) {
      const leaves = await Promise.all(entries(size).map((each) => theirs.leaf(each)));
      const root = await theirs.root(leaves);
      for (const index of new Set([0, 1, size >> 1, size - 2, size - 1].filter((i) => i >= 0 && i < size))) {
        const inclusion_path = log.inclusion(index, size);
        const proof = { log_id: '', tree_size: size, leaf_index: index, inclusion_path };
        expect(await theirs.verify_inclusion_proof(leaves[index]!, proof)).toEqual(root);
        expect((await theirs.inclusion_proof(index, leaves)).inclusion_path.map((each) => Buffer.from(each))).toEqual(
          inclusion_path,
        );
      }
    }
  });

  it('[U2] that a tree begins with another are accepted by an independent implementation, and refused for a hash that differs', async () => {
    const leaves = await Promise.all(entries(600).map((each) => theirs.leaf(each)));
    for (const [i, former] of sizes.entries()) {
      for (const size of sizes.slice(i + 1)) {
        const [first, second] = await Promise.all([
          theirs.root(leaves.slice(0, former)),
          theirs.root(leaves.slice(0, size)),
        ]);
        const path: Uint8Array[] = log.consistency(former, size);
        // RFC 9162, 2.1.4.2, step 2, which this implementation leaves to its caller.
        if (Number.isInteger(Math.log2(former))) path.unshift(first);
        const proof = { log_id: '', tree_size_1: former, tree_size_2: size, consistency_path: path };
        expect(await theirs.verify_consistency_proof(first, second, proof)).toBe(true);
        expect(await theirs.verify_consistency_proof(second, second, proof)).toBe(false);
      }
    }
    expect(log.consistency(600, 600)).toEqual([]);
    expect(log.consistency(0, 600)).toEqual([]);
  });

  it('[U2] are asked for inside the tree only', () => {
    expect(() => log.inclusion(600)).toThrow(RangeError);
    expect(() => log.inclusion(-1)).toThrow(RangeError);
    expect(() => log.consistency(601)).toThrow(RangeError);
  });
});

describe('tiles', () => {
  it('[U3] have the addresses of the specification, one each', () => {
    for (const [path, request] of [
      ['0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
      ['1/000.p/17', { level: 1, index: 0, width: 17 }],
      ['entries/x003/x057/500.p/2', { level: 'entries', index: 3_057_500, width: 2 }],
      ['63/999', { level: 63, index: 999, width: 256 }],
      ['0/x001/000', { level: 0, index: 1000, width: 256 }],
    ] as const) {
      expect(tilePath(request)).toBe(path);
      expect(parseTilePath(path)).toEqual(request);
    }
    for (const wrong of [
      '64/000',
      '00/000',
      '-1/000',
      'data/000',
      '0/1',
      '0/0001',
      '0/x000/001',
      '0/123/456',
      '0/x123',
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/01',
      '0/000.p/',
      '0/000/',
      '0//000',
      '0/x999/x999/x999/x999/x999/x999/999',
    ])
      expect(parseTilePath(wrong), wrong).toBeUndefined();
  });

  it('[U3] of a tree of 70,000 leaves are those that the specification counts', () => {
    expect([0, 1, 2, 3].map((level) => levelWidth(level, 70_000))).toEqual([70_000, 273, 1, 0]);
    expect(isCovered({ level: 0, index: 272, width: 256 }, 70_000)).toBe(true);
    expect(isCovered({ level: 0, index: 273, width: 112 }, 70_000)).toBe(true);
    expect(isCovered({ level: 0, index: 273, width: 113 }, 70_000)).toBe(false);
    expect(isCovered({ level: 1, index: 1, width: 17 }, 70_000)).toBe(true);
    expect(isCovered({ level: 2, index: 0, width: 1 }, 70_000)).toBe(true);
    expect(isCovered({ level: 'entries', index: 273, width: 113 }, 70_000)).toBe(false);
  });

  it('[U3] are accompanied by bundles of entries, each behind its length', () => {
    expect(entryBundle([Buffer.from('abc'), Buffer.alloc(0), Buffer.alloc(300, 1)]).toString('hex')).toBe(
      `0003${Buffer.from('abc').toString('hex')}0000012c${'01'.repeat(300)}`,
    );
  });
});

describe('notes', () => {
  // From the tests of golang.org/x/mod/sumdb/note.
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
  const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const text =
    'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
      '’',
      "'",
    );
  const line =
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

  it('[U4] are signed to the byte as Go’s note package signs them', () => {
    const signer = signerOf('PeterNeumann', seed);
    expect(vkeyOf(signer)).toBe(vkey);
    expect(signedNote(text, [signer.sign(text)])).toBe(`${text}\n${line}`);
  });

  it('[U4] are checked as the specification’s example', () => {
    const verifier = parseVkey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')!;
    const signature =
      '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
    expect(isSignedBy(verifier, 'This is an example message.\n', signature)).toBe(true);
    expect(isSignedBy(verifier, 'This is another message.\n', signature)).toBe(false);
    expect(isSignedBy(verifier, text, line)).toBe(false);
  });

  it('[U4] no part and no change of a verifier key is one', () => {
    expect(parseVkey(vkey)).toBeDefined();
    for (let i = 0; i < vkey.length; i += 1) {
      expect(parseVkey(vkey.slice(0, i)), vkey.slice(0, i)).toBeUndefined();
      if (i > 0) expect(parseVkey(vkey.slice(i)), vkey.slice(i)).toBeUndefined();
      const next = String.fromCharCode(vkey.charCodeAt(i) + 1);
      expect(parseVkey(vkey.slice(0, i) + next + vkey.slice(i + 1)), `${i}`).toBeUndefined();
    }
    expect(() => verifierOf('a b', Buffer.alloc(32))).toThrow();
    expect(() => verifierOf('a+b', Buffer.alloc(32))).toThrow();
    expect(() => verifierOf('', Buffer.alloc(32))).toThrow();
    expect(() => verifierOf('a', Buffer.alloc(31))).toThrow();
  });

  it('[U4] of a tree are its origin, its size and its root, a line each', () => {
    // The root in the test of golang.org/x/mod/sumdb/tlog is a leaf's hash.
    expect(checkpointText('go.sum database tree', 123_456_789_012, leafHash(Buffer.from('hello world')))).toBe(
      'go.sum database tree\n123456789012\nTszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=\n',
    );
    expect(() => signedNote('no end', ['x'])).toThrow();
    expect(() => signedNote('nobody signed\n', [])).toThrow();
  });
});

describe('proofs of many leaves', () => {
  it('[U18] are those of each leaf alone, made over the same tiles', () => {
    const log = logOf(70_000);
    const leaves = [0, 1, 255, 256, 300, 65_535, 65_536, 69_999];
    const plans = leaves.map((index) => planInclusion(index, log.size));
    const prove = proverOf(log.read(plans.flatMap(({ tiles }) => tiles)));
    for (const [i, plan] of plans.entries()) expect(prove(plan)).toEqual(log.inclusion(leaves[i]!));
  });
});

/** The example of docs/verify.md. */
describe('a cosignature', () => {
  const { publicKey } = signerOf('x', Buffer.alloc(32, 9));
  const encoded = Buffer.concat([Buffer.of(4), publicKey]).toString('base64');
  const vkey = `witness.example/w1+24b5d9fe+${encoded}`;
  const text = 'log.example/books\n700\nxw5zSZqcGcWQ2YSUvQUOs6ZGvzjJ96OX3OWj/t47JAc=\n';
  const line =
    '— witness.example/w1 JLXZ/gAAAABrSdIA4f0FM82no0QHlsc4ls4KD5RAmli2CKPA5hrHx7IGYwZjknrk4OrkxD1JsUtKH3HL6lIXClLfXln/USSNqX+hCg==\n';

  it('[U60] counts under its own text, time and key only', () => {
    const witness = parseCosignerKey(vkey)!;
    expect(isCosignedBy(witness, text, line)).toBe(true);
    expect(isCosignedBy(witness, text.replace('700', '701'), line)).toBe(false);
    expect(isCosignedBy(witness, text, line.replace('JLXZ/gAAAABrSdIA', 'JLXZ/gAAAABrSdIB'))).toBe(false);
    expect(isCosignedBy(witness, text, line.replace('/w1 ', '/w2 '))).toBe(false);
    expect(isCosignedBy(witness, text, `${line}${line}`)).toBe(false);
    expect(isCosignedBy({ ...witness, publicKey: signerOf('x', Buffer.alloc(32, 8)).publicKey }, text, line)).toBe(
      false,
    );
    const plain = signerOf('witness.example/w1', Buffer.alloc(32, 9));
    expect(isCosignedBy(witness, text, plain.sign(text))).toBe(false);
  });

  it('[U60] is of a key of its own type', () => {
    expect(parseCosignerKey(vkeyOf(signerOf('witness.example/w1', Buffer.alloc(32, 9))))).toBeUndefined();
    expect(parseCosignerKey(vkey.replace('24b5d9fe', '24b5d9ff'))).toBeUndefined();
    expect(parseVkey(vkey)).toBeUndefined();
  });
});
