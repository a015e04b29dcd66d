import type { Pool } from 'pg';
import {
  edgeTiles,
  entryBundle,
  isCovered,
  parseVkey,
  signedNote,
  type Tile,
  TILE_WIDTH,
  type TileKey,
  type TileRequest,
  type Verifier,
} from '../../platform/tlog/index.ts';

/** The tree as it is, and the last of its roots that the current key signed. */
export type TreeState = {
  readonly size: number;
  readonly root: Buffer;
  readonly origin: string | null;
  readonly signed?: { readonly size: number; readonly firstAt: Date; readonly lastAt: Date };
};

export async function readTree(pool: Pool, keyId?: Buffer): Promise<TreeState> {
  const { rows } = await pool.query<{
    size: string;
    root: Buffer;
    origin: string | null;
    signed: string | null;
    firstAt: Date;
    lastAt: Date;
  }>(
    `select t.size, t.root, t.origin, s.size as signed, c.signed_at as "firstAt", s.at as "lastAt" from ledger.log_tree t
     left join (select size, at from ledger.log_signature where key_id = $1 order by size desc limit 1) s on true
     left join ledger.log_checkpoint c on c.size = s.size`,
    [keyId ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the log has no tree');
  const { size, root, origin, signed, firstAt, lastAt } = row;
  return {
    size: Number(size),
    root,
    origin,
    ...(signed !== null && { signed: { size: Number(signed), firstAt, lastAt } }),
  };
}

export async function readTiles(pool: Pool, keys: readonly TileKey[]): Promise<Tile[]> {
  const { rows } = await pool.query<{ level: number; index: string; hashes: Buffer }>(
    `select t.level, t.tile_index as index, t.hashes from unnest($1::smallint[], $2::bigint[]) as k(level, tile_index)
     join ledger.log_tile t using (level, tile_index)`,
    [keys.map(({ level }) => level), keys.map(({ index }) => index)],
  );
  return rows.map(({ level, index, hashes }) => ({ level, index: Number(index), hashes }));
}

export const readEdges = (pool: Pool, size: number): Promise<Tile[]> => readTiles(pool, edgeTiles(size));

/** The last tree that was signed, and its checkpoint. */
export type SignedTree = {
  readonly size: number;
  /** What is signed. */
  readonly text: string;
  /** With the log's own signatures, and with everybody's. */
  readonly signed: string;
  readonly note: string;
};

/** Undefined where none was signed yet. */
export async function readSignedTree(pool: Pool): Promise<SignedTree | undefined> {
  const { rows } = await pool.query<{ size: string; text: string; lines: string[]; others: string[] }>(
    `select c.size, t.origin || E'\\n' || c.size || E'\\n' || encode(c.root, 'base64') || E'\\n' as text,
       (select array_agg(s.line order by k.since desc) from ledger.log_signature s join ledger.log_key k using (key_id) where s.size = c.size) as lines,
       (select coalesce(array_agg(w.line order by w.vkey), '{}') from ledger.log_cosignature w where w.size = c.size) as others
     from ledger.log_tree t cross join lateral (select size, root from ledger.log_checkpoint order by size desc limit 1) c`,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { text, lines, others } = row;
  return {
    size: Number(row.size),
    text,
    signed: signedNote(text, lines),
    note: signedNote(text, [...lines, ...others]),
  };
}

export type ListedKey = Verifier & { readonly until: Date | null };

/** The keys of the log, the one in use first. */
export async function readKeys(pool: Pool): Promise<readonly ListedKey[]> {
  const { rows } = await pool.query<{ vkey: string; until: Date | null }>(
    'select vkey, until from ledger.log_key order by until is not null, until desc, since desc',
  );
  return rows.map(({ vkey, until }) => {
    const verifier = parseVkey(vkey);
    if (verifier === undefined) throw new Error(`the log has a key that is none: ${vkey}`);
    return { ...verifier, until };
  });
}

/** How far the log is behind: rows that have no leaf yet, and when the key in use last signed. */
export async function readProgress(pool: Pool): Promise<{ readonly waiting: number; readonly signedAt: Date | null }> {
  const { rows } = await pool.query<{ waiting: string; signedAt: Date | null }>(
    `select (select count(*) from ledger.log_queue)
         + (select sum(h.number - coalesce(p.number, 0)) from ledger.head h left join ledger.log_position p on p.book = h.book) as waiting,
       (select s.at from ledger.log_signature s join ledger.log_key k using (key_id) where k.until is null order by s.size desc limit 1) as "signedAt"`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the log says nothing of itself');
  return { waiting: Number(row.waiting), signedAt: row.signedAt };
}

/** A tile, or a bundle of entries, of the last checkpoint's tree: what nobody signed is shown to nobody. */
export async function readResource(pool: Pool, request: TileRequest): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ size: string }>('select max(size) as size from ledger.log_checkpoint');
  if (!isCovered(request, Number(rows[0]?.size ?? 0))) return undefined;
  const { level, index, width } = request;
  if (level === 'entries') return entryBundle(await readEntries(pool, index * TILE_WIDTH, width));
  const [tile] = await readTiles(pool, [{ level, index }]);
  const bytes = tile?.hashes.subarray(0, width * 32);
  if (bytes?.length !== width * 32) throw new Error(`tile ${level}/${index} of the log lacks hashes`);
  return bytes;
}

async function readEntries(pool: Pool, from: number, count: number): Promise<Buffer[]> {
  const { rows } = await pool.query<{ entry: Buffer }>(
    'select entry from ledger.log_leaf where leaf_index >= $1 and leaf_index < $2 order by leaf_index',
    [from, from + count],
  );
  if (rows.length !== count) throw new Error(`the log lacks leaves from ${from} on`);
  return rows.map(({ entry }) => entry);
}
