import { describe, expect, it } from 'vitest';
import { readEntries, tiledTree, tilePath, tileWidth, verifyEntry, verifyGrowth, verifyTiles } from '@clearbook/verify';
import type { ReadFile } from '@clearbook/verify';
import { sampleLog } from './sample-log.ts';

const log = sampleLog(700);
const tree = { size: 700, root: log.root() };

describe('[U44] tiles are read by the letter of c2sp.org/tlog-tiles', () => {
  it('has the addresses and the widths of its examples', () => {
    expect(tilePath(0, 1_234_067)).toBe('tile/0/x001/x234/067');
    expect(tilePath('entries', 0, 112)).toBe('tile/entries/000.p/112');
    expect([
      tileWidth(70_000, 0, 272),
      tileWidth(70_000, 0, 273),
      tileWidth(70_000, 1, 1),
      tileWidth(70_000, 2, 0),
    ]).toEqual([256, 112, 17, 1]);
    expect([tileWidth(256, 0, 0), tileWidth(256, 0, 1), tileWidth(256, 1, 0)]).toEqual([256, 0, 1]);
  });

  it.each([1, 2, 255, 256, 257, 511, 512, 513, 700])(
    'makes the root, and proofs of any leaf and any growth, at %i leaves',
    async (size) => {
      const now = { size, root: log.root(size) };
      expect(await tiledTree(size, log.read).root(size)).toEqual(now.root);
      for (const index of new Set([0, Math.floor(size / 2), size - 1]))
        await verifyEntry(now, index, log.entries[index]!, log.read);
      for (const older of new Set([0, 1, Math.floor(size / 3), size - 1, size])) {
        await verifyGrowth({ size: older, root: log.root(older) }, now, log.read);
      }
      await verifyTiles(now, log.read);
    },
  );

  it('reads the full tile where the partial one is gone', async () => {
    const pruned: ReadFile = async (path) =>
      path.includes('.p/') && path.startsWith('tile/0/000') ? undefined : log.read(path);
    await verifyGrowth({ size: 100, root: log.root(100) }, { size: 200, root: log.root(200) }, pruned);
  });

  it('refuses a tile that is missing, too short or too long, and one in which a bit is turned', async () => {
    const instead = (tile: (bytes: Uint8Array) => Uint8Array | undefined): ReadFile => {
      return async (path) => {
        const bytes = await log.read(path);
        return path === 'tile/0/001' && bytes ? tile(bytes) : bytes;
      };
    };
    const entry = log.entries[300]!;
    await expect(
      verifyEntry(
        tree,
        300,
        entry,
        instead(() => undefined),
      ),
    ).rejects.toThrow('has no tile/0/001');
    await expect(
      verifyEntry(
        tree,
        300,
        entry,
        instead((b) => b.subarray(1)),
      ),
    ).rejects.toThrow('8191 bytes');
    await expect(
      verifyEntry(
        tree,
        300,
        entry,
        instead((b) => Uint8Array.of(...b, 0)),
      ),
    ).rejects.toThrow('8193 bytes');
    const turned = instead((b) => b.map((byte, i) => (i === 40 ? byte ^ 1 : byte)));
    await expect(verifyEntry(tree, 300, entry, turned)).rejects.toThrow('does not lead to the root');
    await expect(verifyTiles(tree, turned)).rejects.toThrow('tile/0/001 does not have the hash');
    await expect(verifyEntry(tree, 300, log.entries[301]!, log.read)).rejects.toThrow('does not lead to the root');
    await expect(verifyEntry(tree, 700, entry, log.read)).rejects.toThrow('no leaf');
  });

  it('reads bundles of entries, and refuses one that ends too early', () => {
    const bundle = Uint8Array.of(0, 2, 7, 8, 0, 0, 0, 1, 9);
    expect(readEntries(bundle).map((entry) => [...entry])).toEqual([[7, 8], [], [9]]);
    expect(() => readEntries(bundle.subarray(0, 8))).toThrow('middle of an entry');
    expect(() => readEntries(bundle.subarray(0, 5))).toThrow('middle of a length');
  });
});
