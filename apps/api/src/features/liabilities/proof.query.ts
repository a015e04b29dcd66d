import type { LiabilityProof, LiabilityTree } from '@clearbook/contracts/liabilities';
import type { ClientBase, Pool } from 'pg';
import { ACCOUNTS } from '@clearbook/domain/ledger';
import { pathOf, RECORD_BYTES, writePath } from '../../platform/sum-tree/index.ts';
import { usd } from '../books/index.ts';
import { LEAF_TYPES, readReceipts, type Receipt } from '../transparency/index.ts';
import { type Count, idBytes, leafWriter, nonceOf, type Tree, TREES } from './leaves.ts';

/** A day's tree as it is kept, and how far the client's book was then. */
export type Root = {
  readonly day: string;
  readonly tree: Tree;
  readonly at: Date;
  readonly parts: number;
  readonly number: string;
  readonly secret: Buffer;
  readonly canonical: Buffer;
};

/** One leaf of a client: where it is, and what leads from it to the root. */
export type Part = { readonly index: number; readonly amount: bigint; readonly path: Buffer };
/** What proves to a client that an amount was counted; undefined parts where it was not. */
export type Proof = Root & {
  readonly amount: bigint;
  readonly nonce: Buffer;
  readonly found: readonly Part[] | undefined;
};

const ROOTS = `
  select to_char(r.day, 'YYYY-MM-DD') as day, case r.tree when ${TREES.owed} then 'owed' else 'debt' end as tree, r.at, r.parts,
    n.number::text as number, s.secret, ledger.canonical_liability(r.day, r.tree) as canonical
  from ledger.liability_root r join ledger.liability_secret s using (day)
  cross join lateral unnest(r.books, r.numbers) as n(book, number) where n.book = ledger.book_of($1)`;

/** The trees of a day, or of the last one of which there are proofs. */
export async function readRoots(client: Pick<ClientBase, 'query'>, clientId: string, day?: string): Promise<Root[]> {
  const { rows } = await client.query<Root>(
    `${ROOTS} and r.day = coalesce($2::date, (select max(day) from ledger.liability_secret)) order by r.tree`,
    [clientId, day ?? null],
  );
  return rows;
}

/** What the entries up to a number say that the client had or owed: not what the tree was made from, so that one shows what is wrong with the other. */
async function amountThen(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  { tree, number }: Root,
): Promise<bigint> {
  const { rows } = await client.query<{ amount: string }>(
    tree === 'owed'
      ? `select total::text as amount from ledger.balance_at($1, $2, 'infinity')`
      : `select coalesce(sum(p.amount), 0)::text as amount from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number)
         where e.client_id = $1 and e.number <= $2 and p.account = ${ACCOUNTS.loan}`,
    [clientId, number],
  );
  return BigInt(rows[0]!.amount);
}

export async function proveAmount(client: Pick<ClientBase, 'query'>, clientId: string, root: Root): Promise<Proof> {
  const count: Count = root;
  const id = idBytes(clientId);
  const amount = await amountThen(client, clientId, root);
  const leaves = Buffer.alloc(root.parts * RECORD_BYTES);
  leafWriter(count)(id, amount, leaves, 0);
  const tiles = await readTiles(client, root, leaves);
  const nonce = nonceOf(count, id);
  if (tiles === undefined) return { ...root, amount, nonce, found: undefined };
  const nodes = await readNodes(client, root);
  const found = tiles.map(({ tile, index, place }, i) => ({
    index: index * (tile.length / RECORD_BYTES) + place,
    amount: leaves.readBigUInt64BE(i * RECORD_BYTES),
    path: writePath(pathOf(tile, place, nodes, index)),
  }));
  return { ...root, amount, nonce, found };
}

type Found = { readonly tile: Buffer; readonly index: number; readonly place: number };

/** The tile that each leaf is in, and its place there; undefined where one is in none. */
async function readTiles(
  client: Pick<ClientBase, 'query'>,
  { day, tree }: Root,
  leaves: Buffer,
): Promise<Found[] | undefined> {
  const records = Array.from({ length: leaves.length / RECORD_BYTES }, (_, i) =>
    leaves.subarray(i * RECORD_BYTES, (i + 1) * RECORD_BYTES),
  );
  const { rows } = await client.query<{ tile: Buffer; index: number }>(
    `select t.leaves as tile, t.tile_index as index from unnest($3::bytea[]) with ordinality as x(hash, place)
     cross join lateral (select tile_index, leaves from ledger.liability_tile where day = $1 and tree = $2 and first_hash <= x.hash order by first_hash desc limit 1) t
     order by x.place`,
    [day, TREES[tree], records.map((record) => record.subarray(8))],
  );
  const found = rows.map(({ tile, index }, i) => ({ tile, index, place: placeOf(tile, records[i]!) }));
  return found.length === records.length && found.every(({ place }) => place >= 0) ? found : undefined;
}

function placeOf(tile: Buffer, record: Buffer): number {
  for (let at = 0; at < tile.length; at += RECORD_BYTES)
    if (record.compare(tile, at, at + RECORD_BYTES) === 0) return at / RECORD_BYTES;
  return -1;
}

async function readNodes(client: Pick<ClientBase, 'query'>, { day, tree }: Root): Promise<Buffer> {
  const { rows } = await client.query<{ node: Buffer }>(
    'select node from ledger.liability_tile where day = $1 and tree = $2 order by tile_index',
    [day, TREES[tree]],
  );
  return Buffer.concat(rows.map(({ node }) => node));
}

/** U116: what a client is given of a day. Undefined where that day has no proofs. */
export async function readProof(pool: Pool, clientId: string, day?: string): Promise<LiabilityProof | undefined> {
  const roots = await readRoots(pool, clientId, day);
  const owed = roots.find(({ tree }) => tree === 'owed');
  if (owed === undefined) return undefined;
  const proofs = await Promise.all(roots.map((root) => proveAmount(pool, clientId, root)));
  const { checkpoint, receipts } = await readReceipts(
    pool,
    roots.map((root) => ({ type: 'liability_root', row: `${root.day}/${TREES[root.tree]}` })),
  );
  const [first] = proofs as [Proof];
  // Opened after that moment: there was nothing to count.
  if (first.found === undefined && first.amount === 0n) return undefined;
  const missing = proofs.some((proof) => proof.amount > 0n && proof.found === undefined);
  // Forgotten between two reads, and not left out.
  if (missing && (await readRoots(pool, clientId, owed.day)).length === 0) return undefined;
  const trees = proofs.map((proof, i) => wireTree(proof, receipts[i]));
  return {
    status: missing ? 'missing' : receipts[0] === undefined ? 'waiting' : 'counted',
    day: owed.day,
    at: owed.at.toISOString(),
    client: clientId,
    entry_number: owed.number,
    owed: trees[0]!,
    debt: proofs[1] !== undefined && proofs[1].amount > 0n ? trees[1]! : null,
    checkpoint: checkpoint ?? null,
  };
}

function wireTree({ amount, nonce, found, canonical }: Proof, receipt: Receipt | undefined): LiabilityTree {
  return {
    amount: usd(amount),
    nonce: base64(nonce),
    parts: (found ?? []).map((part) => ({ index: part.index, amount: usd(part.amount), path: base64(part.path) })),
    root: base64(canonical),
    receipt:
      receipt === undefined
        ? null
        : {
            type: LEAF_TYPES.liability_root,
            nonce: base64(receipt.nonce),
            leaf_index: receipt.leafIndex,
            proof: receipt.proof.map(base64),
          },
  };
}

const base64 = (bytes: Buffer): string => bytes.toString('base64');
