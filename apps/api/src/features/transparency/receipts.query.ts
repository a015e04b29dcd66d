import type { EntryReceipt } from '@clearbook/contracts/account';
import type { Pool } from 'pg';
import { planInclusion, proverOf, type TileKey } from '../../platform/tlog/index.ts';
import { LEAF_TYPES, type LeafType } from './leaves.ts';
import { readSignedTree, readTiles, type SignedTree } from './log.query.ts';

/** A row that has a leaf in the log, by its type and what it is called there: `book/number` for an entry. */
export type LoggedRow = { readonly type: LeafType; readonly row: string };

/** All that is needed to find a row's leaf again in the tree of a checkpoint. Whoever is given the nonce can tell what the leaf is of. */
export type Receipt = {
  readonly leafIndex: number;
  readonly nonce: Buffer;
  readonly canonical: Buffer;
  /** RFC 6962, 2.1.1, in the tree of the checkpoint that it came with. */
  readonly proof: readonly Buffer[];
};
export type Receipts = {
  /** The last that was signed, with every signature. Undefined where none was yet. */
  readonly checkpoint: string | undefined;
  /** One for each row that was asked for, in that order; undefined for a row that no checkpoint covers yet. */
  readonly receipts: readonly (Receipt | undefined)[];
};

/** Leaves whose proofs are made at once: some tens of milliseconds of hashing, after which others have their turn. */
const PROOFS_AT_ONCE = 128;

/** U18: receipts of many rows, all in the tree of the last checkpoint, or of the one that is given: what belongs together is asked for in several turns. */
export async function readReceipts(pool: Pool, rows: readonly LoggedRow[], given?: SignedTree): Promise<Receipts> {
  const tree = given ?? (await readSignedTree(pool));
  if (tree === undefined) return { checkpoint: undefined, receipts: rows.map(() => undefined) };
  const leaves = await readLeaves(pool, rows, tree.size);
  const made = new Map<number, Receipt>();
  // In the order of the tree, so that the tiles of one turn are few, and those of two turns hardly ever the same.
  const inOrder = leaves.toSorted((one, other) => one.leafIndex - other.leafIndex);
  for (let from = 0; from < inOrder.length; from += PROOFS_AT_ONCE) {
    const some = inOrder.slice(from, from + PROOFS_AT_ONCE);
    const proofs = await prove(
      pool,
      tree,
      some.map(({ leafIndex }) => leafIndex),
    );
    for (const [i, { place, ...leaf }] of some.entries()) made.set(place, { ...leaf, proof: proofs[i]! });
  }
  return { checkpoint: tree.note, receipts: rows.map((_, place) => made.get(place)) };
}

type Leaf = Omit<Receipt, 'proof'> & { readonly place: number };

async function readLeaves(pool: Pool, rows: readonly LoggedRow[], size: number): Promise<Leaf[]> {
  const found = await pool.query<{ place: string; leafIndex: string; nonce: Buffer; canonical: Buffer | null }>(
    `select x.place, l.leaf_index as "leafIndex", n.nonce, ledger.canonical_leaf(l.type, l.source_row) as canonical
     from unnest($1::smallint[], $2::text[]) with ordinality as x(type, source_row, place)
     join ledger.log_leaf l using (type, source_row) join ledger.log_nonce n using (leaf_index)
     where l.leaf_index < $3`,
    [rows.map(({ type }) => LEAF_TYPES[type]), rows.map(({ row }) => row), size],
  );
  return found.rows.map(({ place, leafIndex, nonce, canonical }) => {
    if (canonical === null) throw new Error(`leaf ${leafIndex} of the log is of a row that is gone`);
    return { place: Number(place) - 1, leafIndex: Number(leafIndex), nonce, canonical };
  });
}

async function prove(pool: Pool, { size }: SignedTree, leaves: readonly number[]): Promise<Buffer[][]> {
  const plans = leaves.map((index) => planInclusion(index, size));
  const keys = new Map<string, TileKey>();
  for (const key of plans.flatMap(({ tiles }) => tiles)) keys.set(`${key.level}/${key.index}`, key);
  return plans.map(proverOf(await readTiles(pool, [...keys.values()])));
}

/** Undefined where this client has no such entry. */
export async function readEntryReceipt(
  pool: Pool,
  clientId: string,
  number: string,
): Promise<EntryReceipt | undefined> {
  const { rows } = await pool.query<{ book: number; canonical: Buffer }>(
    'select book, canonical from ledger.entry where client_id = $1 and number = $2',
    [clientId, number],
  );
  const [entry] = rows;
  if (entry === undefined) return undefined;
  const { book } = entry;
  const { checkpoint, receipts } = await readReceipts(pool, [{ type: 'entry', row: `${book}/${number}` }]);
  const [receipt] = receipts;
  const base64 = (bytes: Buffer): string => bytes.toString('base64');
  return {
    type: LEAF_TYPES.entry,
    book,
    number,
    canonical: base64(receipt?.canonical ?? entry.canonical),
    log_status: receipt === undefined ? 'waiting' : 'logged',
    nonce: receipt === undefined ? null : base64(receipt.nonce),
    leaf_index: receipt?.leafIndex ?? null,
    proof: receipt === undefined ? null : receipt.proof.map(base64),
    checkpoint: receipt === undefined ? null : checkpoint!,
  };
}
