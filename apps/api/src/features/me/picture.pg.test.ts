import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Me } from '@clearbook/contracts/access';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { upload } from '../../../test/form.ts';
import { accessServer, type AccessServer } from '../../../test/people.ts';

let database: FreshDatabase;
let server: AccessServer;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const send = (cookie: string, files: Record<string, Buffer>) => {
  const { payload, headers } = upload(files);
  return server.app.inject({ method: 'POST', url: '/api/v1/me/picture', payload, headers: { ...headers, cookie } });
};
const image = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'EXIF-CANARY' } })
    .jpeg()
    .toBuffer();

it('[A99] a profile picture becomes a square without metadata, is shown to its owner and to staff, and a new one erases the old one', async () => {
  const { id, cookie } = await server.person('a99@example.org');
  const other = await server.person('a99b@example.org');
  const admin = await server.staff();
  expect((await server.get('/me', cookie)).json<Me>().picture).toBeNull();
  const { picture } = (await send(cookie, { file: await image('red') })).json<Me>();
  const path = picture?.replace('/api/v1', '') ?? '';
  const shown = await server.get(path, cookie);
  const meta = await sharp(shown.rawPayload).metadata();
  expect([meta.width, meta.height, meta.exif, shown.rawPayload.includes('EXIF-CANARY')]).toEqual([
    512,
    512,
    undefined,
    false,
  ]);
  expect((await server.get(path, other.cookie)).statusCode).toBe(404);
  expect((await server.get(path, admin)).statusCode).toBe(200);
  // A face in a list is no identity document: looking at it is not written down.
  const { rowCount } = await database.pool.query('select from ledger.audit where client_id = $1', [id]);
  expect(rowCount).toBe(0);

  const next = (await send(cookie, { file: await image('blue') })).json<Me>().picture;
  expect(next).not.toBe(picture);
  expect((await server.get(path, cookie)).statusCode).toBe(404);
  const removed = await server.app.inject({ method: 'DELETE', url: '/api/v1/me/picture', headers: { cookie } });
  expect(removed.json<Me>().picture).toBeNull();
  const left = (await readdir(join(server.dataDir, 'files'), { recursive: true })).filter((name) => name.length > 10);
  expect(left).toEqual([]);
  expect((await send(cookie, {})).statusCode).toBe(422);
  expect((await send(cookie, { file: Buffer.from('<svg/>') })).statusCode).toBe(415);
});

it('[A120] the specification’s names are answered too: the picture or the default image, and who is staff', async () => {
  const { cookie } = await server.person('a120@example.org');
  const admin = await server.staff();
  expect((await server.get('/me', cookie)).json()).toMatchObject({
    profileImageUrl: '/default-picture.svg',
    admin: false,
  });
  expect((await server.get('/me', admin)).json()).toMatchObject({ admin: true });
  const { picture, profileImageUrl } = (await send(cookie, { file: await image('green') })).json<Me>();
  expect(profileImageUrl).toBe(picture);
});
