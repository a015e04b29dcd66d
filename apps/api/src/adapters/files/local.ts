import { mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freeBytes, RESERVE_BYTES } from '../../platform/fitness.ts';
import type { FileStorage } from '../../platform/files/index.ts';

/** Only names like these ever reach the disk: they are the server's own ids. */
const NAME = /^[0-9a-f-]{36}$/;

/** Files in a folder that only the server's account may read. A file is there whole or not at all, also after a power cut. */
export function localStorage(folder: string): FileStorage {
  return {
    async put(name, data) {
      const path = pathOf(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.part`;
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(data);
        await file.sync();
      } catch (error) {
        await file.close();
        await unlink(part);
        throw error;
      }
      await file.close();
      await rename(part, path);
      await syncFolder(dirname(path));
    },
    async remove(name) {
      await rm(pathOf(folder, name), { force: true });
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return (await freeBytes(folder)) < RESERVE_BYTES ? 'no storage space left' : true;
    },
    async get(name) {
      try {
        return await readFile(pathOf(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

/** Ids begin with the time, so their last letters spread them over 256 folders. */
function pathOf(folder: string, name: string): string {
  if (!NAME.test(name)) throw new Error('A stored file has a name that the server did not make.');
  return join(folder, name.slice(-2), name);
}

/** A rename is only certain once the folder itself is written. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
