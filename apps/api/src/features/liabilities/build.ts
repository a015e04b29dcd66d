import { createPause, RECORD_BYTES, reduce, sortedRecords, type Pause } from '../../platform/sum-tree/index.ts';
import { type Count, depthFor, leafWriter, paddingRecord, partsEach, TILE_LEVELS, type Tree } from './leaves.ts';

/** One client's amount, in cents. */
export type Counted = { readonly client: Buffer; readonly amount: bigint };

export type Built = {
  readonly depth: number;
  /** Into how many leaves each amount is split. */
  readonly parts: number;
  /** Of each tile its leaves, and the node above them. */
  readonly tiles: readonly Buffer[];
  readonly nodes: readonly Buffer[];
  /** Amount and hash of the root. */
  readonly root: Buffer;
};

export type BuildOptions = {
  readonly day: string;
  readonly tree: Tree;
  readonly secret: Buffer;
  readonly pause?: Pause;
};

/** Clients counted into a tree, as they come. `room` is how many there will be. */
export function createBuilder({ day, tree, secret, pause = createPause() }: BuildOptions, room: number) {
  const count: Count = { day, tree, secret, parts: partsEach(room) };
  const depth = depthFor(room * count.parts);
  const leaves = Buffer.alloc(2 ** depth * RECORD_BYTES);
  const write = leafWriter(count);
  let counted = 0;
  return {
    async add(clients: Iterable<Counted>): Promise<void> {
      for (const { client, amount } of clients) {
        if (counted === room) throw new Error('liabilities: more clients than were counted');
        write(client, amount, leaves, counted * count.parts * RECORD_BYTES);
        counted += 1;
        if (counted % 64 === 0) await pause();
      }
    },
    async build(): Promise<Built> {
      if (counted !== room) throw new Error(`liabilities: ${counted} clients, and there should be ${room}`);
      for (let place = room * count.parts; place < 2 ** depth; place += 1) {
        paddingRecord(secret, tree, place).copy(leaves, place * RECORD_BYTES);
        if (place % 256 === 0) await pause();
      }
      return { depth, parts: count.parts, ...(await tilesOf(await sortedRecords(leaves, pause), depth, pause)) };
    },
  };
}

async function tilesOf(leaves: Buffer, depth: number, pause: Pause): Promise<Omit<Built, 'depth' | 'parts'>> {
  const levels = Math.min(depth, TILE_LEVELS);
  const above = await reduce(leaves, levels, pause);
  return {
    tiles: slices(leaves, 2 ** levels * RECORD_BYTES),
    nodes: slices(above, RECORD_BYTES),
    root: await reduce(above, depth - levels, pause),
  };
}

function slices(bytes: Buffer, width: number): Buffer[] {
  return Array.from({ length: bytes.length / width }, (_, i) => bytes.subarray(i * width, (i + 1) * width));
}
