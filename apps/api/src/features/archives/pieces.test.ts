import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createSeal } from '../../platform/seal.ts';
import { keepPieces, readPieces } from './pieces.ts';

type Piece = { place: number; file_id: string };

function stores() {
  const rows: Piece[] = [];
  const kept = new Map<string, Buffer>();
  const pool = {
    query: (text: string, [, place, fileId]: readonly unknown[]) => {
      if (text.startsWith('insert')) rows.push({ place: place as number, file_id: fileId as string });
      return Promise.resolve({ rows });
    },
  } as unknown as Pool;
  const storage = {
    put: (name: string, data: Buffer) => Promise.resolve(void kept.set(name, data)),
    get: (name: string) => Promise.resolve(kept.get(name)),
    remove: () => Promise.resolve(),
    check: () => Promise.resolve(true as const),
  };
  return { rows, kept, parts: { pool, storage, seal: createSeal(Buffer.alloc(32, 1)) } };
}

async function* inChunks(data: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += 100_000) yield await Promise.resolve(data.subarray(at, at + 100_000));
}
async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

it('[U27] keeps what comes in encrypted pieces, and gives the same again', async () => {
  const { rows, kept, parts } = stores();
  const data = randomBytes(2_500_000);
  const { bytes, sealedKey } = await keepPieces(parts, 'a', inChunks(data));
  expect([bytes, rows.map(({ place }) => place)]).toEqual([data.length, [0, 1, 2]]);
  expect([...kept.values()].some((piece) => piece.includes(data.subarray(0, 32)))).toBe(false);
  expect((await whole(readPieces(parts, 'a', sealedKey))).equals(data)).toBe(true);
});

it('[U27] a piece that is exchanged, changed, gone or of another archive is an error and no file', async () => {
  const { rows, kept, parts } = stores();
  const { sealedKey } = await keepPieces(parts, 'a', inChunks(randomBytes(2_500_000)));
  const [first, second] = rows as [Piece, Piece];
  const read = (archive = 'a') => whole(readPieces(parts, archive, sealedKey));
  await expect(read('b')).rejects.toThrow();
  [first.file_id, second.file_id] = [second.file_id, first.file_id];
  await expect(read()).rejects.toThrow();
  [first.file_id, second.file_id] = [second.file_id, first.file_id];
  kept.get(second.file_id)![500]! ^= 1;
  await expect(read()).rejects.toThrow();
  kept.delete(second.file_id);
  await expect(read()).rejects.toThrow('piece 1 of a is gone');
});
