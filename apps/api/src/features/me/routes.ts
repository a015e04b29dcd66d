import type { Me } from '@clearbook/contracts/access';
import type { Pool } from 'pg';
import { messages } from '@clearbook/contracts/messages';
import type { FileStore } from '../../platform/files/index.ts';
import { Problem, type Register } from '../../platform/http/index.ts';
import { readMe } from './me.query.ts';
import { removePicture, setPicture } from './picture.ts';

export type MeDeps = { readonly pool: Pool; readonly mode: Me['mode']; readonly files: FileStore };

export function meRoutes(register: Register, deps: MeDeps): void {
  const { pool, mode } = deps;

  register('GET /me', ({ actor }) => readMe(pool, actor.userId, mode));

  register('POST /me/picture', async ({ actor, files, now }) => {
    const [file] = files;
    if (!file) throw new Problem(422, 'upload.required', messages.upload.required);
    await setPicture(deps, actor.userId, file.data, now);
    return readMe(pool, actor.userId, mode);
  });

  register('DELETE /me/picture', async ({ actor }) => {
    await removePicture(deps, actor.userId);
    return readMe(pool, actor.userId, mode);
  });
}
