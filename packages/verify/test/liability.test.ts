import { describe, expect, it } from 'vitest';
import {
  base64,
  blindedEntry,
  hex,
  joined,
  leafHash,
  liabilityLeaf,
  liabilityNode,
  readLiability,
  readLiabilityRoot,
  Refused,
  verifyClaim,
  verifyLiability,
} from '../src/index.ts';
import type { LiabilityClaim } from '../src/index.ts';

type SumNode = Parameters<typeof liabilityNode>[0];

const DAY = Date.UTC(2026, 10, 25);
const CLIENT = '11111111-1111-1111-1111-111111111111';
const OTHER = '22222222-2222-2222-2222-222222222222';
const NONCE = new Uint8Array(32).fill(7);

/** Two clients in four leaves: 12.50 as 5.00 and 7.50, and 100.00 as 40.00 and 60.00. */
const leaf = (client: string, number: number, amount: bigint, of = 2): SumNode => ({
  sum: amount,
  hash: liabilityLeaf({ tree: 'owed', client, nonce: NONCE }, DAY, { number, of, amount }),
});

type Sample = { leaves?: SumNode[]; depth?: number; total?: bigint; tree?: number };

/** A tree of four leaves, its root in a log of its own, and the claim of the first client in it. */
function sample({ leaves, depth = 2, total, tree = 1 }: Sample = {}) {
  const four = leaves ?? [leaf(CLIENT, 1, 500n), leaf(OTHER, 1, 4_000n), leaf(CLIENT, 2, 750n), leaf(OTHER, 2, 6_000n)];
  const [a, b, c, d] = four as [SumNode, SumNode, SumNode, SumNode];
  const [left, right] = [liabilityNode(a, b), liabilityNode(c, d)];
  const root = liabilityNode(left, right);
  const canonical = canonicalOf({ tree, depth, total: total ?? root.sum, hash: root.hash });
  const log = { size: 1, root: leafHash(blindedEntry(6, NONCE, canonical)) };
  const claim: LiabilityClaim = {
    tree: 'owed',
    client: CLIENT,
    amount: 1_250n,
    nonce: NONCE,
    parts: [
      { index: 0, amount: 500n, path: pathOf(b, right) },
      { index: 2, amount: 750n, path: pathOf(d, left) },
    ],
    root: canonical,
    receipt: { nonce: NONCE, leafIndex: 0, proof: [] },
  };
  return { claim, log, root, left, right, four };
}

function canonicalOf({ tree, depth, total, hash }: { tree: number; depth: number; total: bigint; hash: Uint8Array }) {
  const bytes = new Uint8Array(106);
  const view = new DataView(bytes.buffer);
  view.setInt16(0, 1);
  view.setInt16(2, tree);
  view.setBigInt64(4, BigInt(DAY));
  view.setBigInt64(12, BigInt(DAY + 60_000));
  view.setInt16(20, depth);
  view.setBigInt64(22, total);
  bytes.set(hash, 30);
  view.setInt16(94, 1);
  view.setInt16(96, 1);
  view.setBigInt64(98, 42n);
  return bytes;
}

function pathOf(...nodes: readonly SumNode[]): Uint8Array {
  return joined(...nodes.flatMap(({ sum, hash }) => [amountBytes(sum), hash]));
}
function amountBytes(amount: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = amount;
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Uint8Array.from([...bytes, Number(left)]);
}

const withPart = (
  claim: LiabilityClaim,
  i: number,
  part: Partial<LiabilityClaim['parts'][number]>,
): LiabilityClaim => ({
  ...claim,
  parts: claim.parts.map((each, place) => (place === i ? { ...each, ...part } : each)),
});

describe('[U117] a client’s part of the liabilities', () => {
  it('leads to the root of the day and from there to the log', () => {
    const { claim, log, root } = sample();
    expect(verifyClaim(claim, log)).toMatchObject({
      day: DAY,
      at: DAY + 60_000,
      depth: 2,
      total: 11_250n,
      hash: root.hash,
    });
    expect(readLiabilityRoot(claim.root).books).toEqual(new Map([[1, 42n]]));
  });

  it('is the example of docs/verify.md', () => {
    const { four, left, root } = sample();
    expect([four[0]!, left, root].map(({ sum, hash }) => `${sum} ${hex(hash)}`)).toMatchInlineSnapshot(`
      [
        "500 99fd55ca7dba6878724afcd91a01eabe3e51f64108a665af5537dc8da0c742df",
        "4500 ef6bba4ba88d817d995b23484c67866f31c6a4b16bae533d392cda2c5d398277",
        "11250 4170498d88cf5e169a6b7c82ccf7775389f89c248e35cbed8bcb3a40d76830a1",
      ]
    `);
  });

  const { claim, log, left, right, four } = sample();
  it.each<[what: string, claim: LiabilityClaim, refusal: string]>([
    ['a balance that was raised', { ...claim, amount: 1_251n }, 'Your balance is 12.51, and 12.50 of it was counted.'],
    ['a raised balance with a raised part', { ...withPart(claim, 0, { amount: 501n }), amount: 1_251n }, 'part 1 does not lead to the root'],
    ['a part that is left out', { ...claim, parts: claim.parts.slice(0, 1) }, 'there are 1 leaves of it'],
    ['a client who is left out', { ...claim, parts: [] }, 'was not counted'],
    ['one leaf for two parts', withPart(claim, 1, claim.parts[0]!), 'two parts are the same leaf (0)'],
    ['two parts that are swapped', { ...claim, parts: claim.parts.toReversed() }, 'part 1 does not lead to the root'],
    ['somebody else’s leaf', { ...claim, client: OTHER }, 'part 1 does not lead to the root'],
    ['another nonce', { ...claim, nonce: new Uint8Array(32) }, 'part 1 does not lead to the root'],
    ['a part below zero', withPart(claim, 0, { amount: -500n }), 'a part is below zero'],
    ['an amount beside the way that is smaller', withPart(claim, 0, { path: pathOf({ ...four[1]!, sum: 3_999n }, right) }), 'does not lead to the root'],
    ['a way that is too short', withPart(claim, 0, { path: pathOf(four[1]!) }), '1 steps in a tree of 2 levels'],
    ['a way that is too long', withPart(claim, 0, { path: pathOf(four[1]!, right, left) }), '3 steps in a tree of 2 levels'],
    ['a way that is cut off', withPart(claim, 0, { path: pathOf(four[1]!, right).slice(0, -1) }), 'a path is cut off'],
    ['an amount beyond what the books hold', withPart(claim, 0, { path: joined(new Uint8Array(9).fill(255), Uint8Array.of(1), four[1]!.hash) }), 'cut off or too large'],
    ['sums that run over', withPart(claim, 0, { path: pathOf({ ...four[1]!, sum: (1n << 63n) - 1n }, right) }), 'larger than the books could hold'],
    ['an amount that is written in two ways', withPart(claim, 0, { path: joined(Uint8Array.of(160, 159, 128, 0), four[1]!.hash) }), 'not in its one form'],
    ['a place outside the tree', withPart(claim, 0, { index: 4 }), 'there is no leaf 4'],
    ['the tree of debts', sample({ tree: 2 }).claim, 'the root is not of that tree'],
    ['a root that is not in the log', { ...claim, receipt: { ...claim.receipt, nonce: new Uint8Array(32) } }, 'does not lead to the root'],
    ['a root that says less than its tree', sample({ total: 11_249n }).claim, 'its tree comes to 112.50, its root says 112.49'],
  ])('is refused with %s', (_, wrong, refusal) => {
    expect(() => verifyClaim(wrong, log)).toThrow(refusal);
  }); // prettier-ignore

  it('is refused where somebody’s debt was taken off everybody’s money: a leaf below zero cannot be written, only wrapped round', () => {
    const netted = { sum: -4_000n, hash: leaf(OTHER, 1, -4_000n).hash };
    const wrapped = { ...netted, sum: (1n << 64n) - 4_000n };
    const [first, , third, fourth] = four as [SumNode, SumNode, SumNode, SumNode];
    const made = sample({ leaves: [first, netted, third, fourth] });
    // Less than nothing has no bytes of its own in a path; as 64 bits it is more than the books could hold.
    const given = withPart(made.claim, 0, { path: pathOf(wrapped, made.right) });
    expect(() => verifyClaim(given, made.log)).toThrow('cut off or too large');
  });

  it('is refused in the JSON of the server while it waits, and for another client than who asks', () => {
    const wire = {
      status: 'counted',
      client: CLIENT,
      entry_number: '42',
      checkpoint: 'a\n1\nb\n',
      owed: {
        amount: { amount: '12.50', currency: 'USD' },
        nonce: base64(NONCE),
        parts: claim.parts.map((part) => ({ index: part.index, amount: { amount: '6.25' }, path: base64(part.path) })),
        root: base64(claim.root),
        receipt: { nonce: base64(NONCE), leaf_index: 0, proof: [] },
      },
      debt: null,
    };
    expect(readLiability(wire)).toMatchObject({
      client: CLIENT,
      entryNumber: 42n,
      claims: [{ tree: 'owed', amount: 1_250n }],
    });
    expect(() => readLiability({ ...wire, status: 'waiting' })).toThrow('not in the log yet');
    expect(() => readLiability({ ...wire, owed: { ...wire.owed, receipt: null } })).toThrow('not in the log yet');
    expect(() => readLiability({ ...wire, owed: null })).toThrow('has no owed');
    expect(() => verifyLiability(readLiability(wire), CLIENT, [])).toThrow(Refused);
  });
});
