import type { ClientBase, Pool } from 'pg';
import {
  checkpointText,
  edgeTiles,
  isCosignedBy,
  isSignedBy,
  levelWidth,
  parseCosignerKey,
  parseVkey,
  planRoot,
  proverOf,
  rootOf,
  subtreeOf,
  type Tile,
  TILE_WIDTH,
  type TileKey,
  type Verifier,
} from '../../platform/tlog/index.ts';
import type { Finding } from './findings.ts';
import { atOneMoment } from './pieces.ts';

const HASH_BYTES = 32;
/** What one tile of the second level is over: so many leaves are looked at as one piece. */
export const TREE_PIECE = TILE_WIDTH ** 2;
/** Checkpoints whose roots and signatures are checked at a time. */
const CHECKPOINTS_AT_ONCE = 500;

type Tree = { readonly origin: string | null; readonly size: number; readonly root: Buffer };

export async function readTree(client: Pick<ClientBase, 'query'> | Pool): Promise<Tree> {
  const { rows } = await client.query<{ origin: string | null; size: string; root: Buffer }>(
    'select origin, size, root from ledger.log_tree',
  );
  const [row] = rows;
  if (row === undefined) return { origin: null, size: 0, root: Buffer.alloc(0) };
  return { ...row, size: Number(row.size) };
}

/** U130: tiles over the leaves from one place to another, of every level: each has as many hashes as the tree's size says, and the tile above has the hash of each. */
export function brokenTiles(pool: Pool, from: number, upto: number): Promise<Finding[]> {
  return atOneMoment(pool, async (client) => {
    const { size } = await readTree(client);
    const findings: Finding[] = [];
    for (let level = 0; levelWidth(level, size) > 0; level += 1) {
      const width = levelWidth(level, size);
      const under = TILE_WIDTH ** (level + 1);
      const indexes: number[] = [];
      for (let i = Math.floor(from / under); i * under < upto && i * TILE_WIDTH < width; i += 1) indexes.push(i);
      const [tiles, above] = await Promise.all([
        readTiles(
          client,
          indexes.map((index) => ({ level, index })),
        ),
        readTiles(client, parents(level, indexes)),
      ]);
      for (const index of indexes) {
        const fault = faultOf({ level, index }, width - index * TILE_WIDTH, tiles, above);
        if (fault !== undefined) findings.push({ relation: 'ledger.log_tile', key: `${level}/${index}`, fault });
      }
    }
    return findings;
  });
}

const parents = (level: number, indexes: readonly number[]): TileKey[] =>
  [...new Set(indexes.map((index) => Math.floor(index / TILE_WIDTH)))].map((index) => ({ level: level + 1, index }));

function faultOf({ level, index }: TileKey, left: number, tiles: Tiles, above: Tiles): string | undefined {
  const expected = Math.min(TILE_WIDTH, left);
  const hashes = tiles.get(`${level}/${index}`)?.hashes;
  if (hashes === undefined) return 'missing';
  if (hashes.length !== expected * HASH_BYTES)
    return `has ${hashes.length / HASH_BYTES} hashes and the tree ${expected}`;
  if (expected < TILE_WIDTH) return undefined;
  const at = (index % TILE_WIDTH) * HASH_BYTES;
  const said = above.get(`${level + 1}/${Math.floor(index / TILE_WIDTH)}`)?.hashes.subarray(at, at + HASH_BYTES);
  return said?.equals(subtreeOf(hashes)) === true ? undefined : 'not what the tile above it says';
}

type Tiles = ReadonlyMap<string, Tile>;

async function readTiles(client: Pick<ClientBase, 'query'>, keys: readonly TileKey[]): Promise<Tiles> {
  const { rows } = await client.query<{ level: number; index: string; hashes: Buffer }>(
    `select t.level, t.tile_index as index, t.hashes from unnest($1::smallint[], $2::bigint[]) as k(level, tile_index)
     join ledger.log_tile t using (level, tile_index)`,
    [keys.map(({ level }) => level), keys.map(({ index }) => index)],
  );
  return new Map(
    rows.map(({ level, index, hashes }) => [`${level}/${index}`, { level, index: Number(index), hashes }]),
  );
}

/** U130: the root that the log says is the one that its tiles lead to, and it has the name that its keys have. */
export function brokenRoot(pool: Pool): Promise<Finding[]> {
  return atOneMoment(pool, async (client) => {
    const { origin, size, root } = await readTree(client);
    const findings: Finding[] = [];
    const edges = [...(await readTiles(client, edgeTiles(size))).values()];
    if (!made(() => rootOf(size, edges))?.equals(root))
      findings.push(wrong('log_tree', String(size), 'not the root of its tiles'));
    const { rows } = await client.query<{ id: string; vkey: string }>(
      `select encode(key_id, 'hex') as id, vkey from ledger.log_key order by since`,
    );
    for (const { id, vkey } of rows) {
      const key = parseVkey(vkey);
      if (key?.id.toString('hex') !== id) findings.push(wrong('log_key', id, 'not the key that it is called after'));
      else if (key.name !== origin) findings.push(wrong('log_tree', 'origin', `not the name of its key ${id}`));
    }
    return findings;
  });
}

function made(root: () => Buffer): Buffer | undefined {
  try {
    return root();
  } catch {
    // A tile that it takes is missing or too short, which is a finding of its own.
    return undefined;
  }
}

type Signed = { by: string; line: string };
type CheckpointRow = { size: string; root: Buffer; signatures: Signed[]; cosignatures: Signed[] };

/**
 * U130: the roots that were signed, from one size on: each is the root that the tiles have at that size, and has a signature; every signature is one of its key.
 * @returns what is wrong, and where to go on
 */
export function brokenCheckpoints(pool: Pool, from: number): Promise<{ findings: Finding[]; next?: number }> {
  return atOneMoment(pool, async (client) => {
    const tree = await readTree(client);
    const { rows } = await client.query<CheckpointRow>(
      `select c.size, c.root,
         (select coalesce(json_agg(json_build_object('by', coalesce(k.vkey, encode(s.key_id, 'hex')), 'line', s.line)), '[]')
            from ledger.log_signature s left join ledger.log_key k using (key_id) where s.size = c.size) as signatures,
         (select coalesce(json_agg(json_build_object('by', w.vkey, 'line', w.line)), '[]') from ledger.log_cosignature w where w.size = c.size) as cosignatures
       from ledger.log_checkpoint c where c.size >= $1 order by c.size limit ${CHECKPOINTS_AT_ONCE}`,
      [from],
    );
    const plans = rows.map(({ size }) => planRoot(Math.min(Number(size), tree.size)));
    const keys = new Map(plans.flatMap(({ tiles }) => tiles).map((key) => [`${key.level}/${key.index}`, key]));
    const tiles = [...(await readTiles(client, [...keys.values()])).values()];
    const prove = proverOf(tiles);
    const findings = rows.flatMap((row, i) => {
      const size = Number(row.size);
      const root = size === 0 ? rootOf(0, []) : made(() => prove(plans[i]!)[0]!);
      const key = row.size;
      const text = checkpointText(tree.origin ?? '', size, row.root);
      return [
        ...(size <= tree.size && root?.equals(row.root) === true
          ? []
          : [wrong('log_checkpoint', key, 'not the root that the log had')]),
        ...(row.signatures.length > 0 ? [] : [wrong('log_checkpoint', key, 'nobody signed it')]),
        ...row.signatures
          .filter(({ by, line }) => !isLogs(by, tree.origin, text, line))
          .map(({ by }) => wrong('log_signature', `${key} ${by}`, 'not a signature of its checkpoint')),
        ...row.cosignatures
          .filter(({ by, line }) => !isWitness(by, text, line))
          .map(({ by }) => wrong('log_cosignature', `${key} ${by}`, 'not a cosignature of its checkpoint')),
      ];
    });
    const last = rows.at(-1);
    return rows.length === CHECKPOINTS_AT_ONCE && last !== undefined
      ? { findings, next: Number(last.size) + 1 }
      : { findings };
  });
}

/** Signatures of a size that no checkpoint has. */
export async function strayedSignatures(pool: Pool, from: number): Promise<Finding[]> {
  const { rows } = await pool.query<{ table: string; key: string }>(
    `select 'log_signature' as table, s.size || ' ' || encode(s.key_id, 'hex') as key from ledger.log_signature s
       where s.size >= $1 and not exists (select from ledger.log_checkpoint c where c.size = s.size)
     union all select 'log_cosignature', s.size || ' ' || s.vkey from ledger.log_cosignature s
       where s.size >= $1 and not exists (select from ledger.log_checkpoint c where c.size = s.size)`,
    [from],
  );
  return rows.map(({ table, key }) => wrong(table, key, 'of no checkpoint that there is'));
}

const wrong = (table: string, key: string, fault: string): Finding => ({ relation: `ledger.${table}`, key, fault });

function isLogs(vkey: string, origin: string | null, text: string, line: string): boolean {
  const key: Verifier | undefined = parseVkey(vkey);
  return key !== undefined && key.name === origin && isSignedBy(key, text, line);
}

function isWitness(vkey: string, text: string, line: string): boolean {
  const key = parseCosignerKey(vkey);
  return key !== undefined && isCosignedBy(key, text, line);
}
