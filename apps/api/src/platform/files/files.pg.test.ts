import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { accessServer, PASSWORD } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';
import { createSeal } from '../seal.ts';
import { cleanImage } from './images.ts';
import { FileStore } from './store.ts';

let database: FreshDatabase;
let server: AccessServer;
let ann: { id: string; cookie: string };
let bob: { id: string; cookie: string };
let admin: string;
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
  [ann, bob] = await Promise.all([server.person('ann@example.org'), server.person('bob@example.org')]);
  admin = await server.staff();
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const red = { create: { width: 400, height: 300, channels: 3 as const, background: 'red' } };
const jpeg = () =>
  sharp(red)
    .withExif({ IFD0: { Copyright: 'EXIF-CANARY' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
const status = (data: Buffer) =>
  cleanImage(data, 'picture').then(
    () => 200,
    (error: { status?: number }) => error.status,
  );

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, sum]);
}

/** A picture of 14,000 × 14,000 pixels in a few hundred kilobytes. */
function pixelFlood(): Buffer {
  const side = 14_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((side + 1) * side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('pictures', () => {
  it('[A70] are drawn anew: nothing of the upload is kept but what can be seen', async () => {
    const upload = Buffer.concat([
      await jpeg(),
      Buffer.from('<script>alert("POLYGLOT-CANARY")</script>PK\u0003\u0004'),
    ]);
    expect(upload.includes('EXIF-CANARY')).toBe(true);
    const { data, mime } = await cleanImage(upload, 'picture');
    expect(mime).toBe('image/webp');
    for (const canary of ['EXIF-CANARY', 'POLYGLOT-CANARY', 'GPS', 'PK\u0003\u0004'])
      expect(data.includes(canary), canary).toBe(false);
    expect((await sharp(data).metadata()).exif).toBeUndefined();
  });

  it('[A71] are told by their content, never by their name: anything else is 415', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const gif = await sharp(red).gif().toBuffer();
    for (const data of [
      svg,
      gif,
      Buffer.from('%PDF-1.7'),
      Buffer.from('<html>'),
      Buffer.from('PK\u0003\u0004'),
      Buffer.alloc(100),
      Buffer.from('X5O!P%@AP'),
    ]) {
      expect(await status(data)).toBe(415);
    }
  });

  it('[A72] that are broken or unfold into too many pixels are 422, quickly', async () => {
    const whole = await jpeg();
    expect(await status(whole.subarray(0, whole.length / 2))).toBe(422);
    const flood = pixelFlood();
    expect(flood.length).toBeLessThan(1_000_000);
    const from = performance.now();
    expect(await status(flood)).toBe(422);
    expect(performance.now() - from).toBeLessThan(1_000);
  });

  it('[A73] that move keep their first frame', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 32, height: 32, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
      .webp()
      .toBuffer();
    const { data } = await cleanImage(moving, 'picture');
    const meta = await sharp(data, { animated: true }).metadata();
    expect([meta.pages ?? 1, meta.height]).toEqual([1, 32]);
  });

  const corpus = fileURLToPath(new URL('../../../../../../shared/data/images/', import.meta.url));
  it.runIf(existsSync(corpus))(
    '[A74] from a corpus of valid and broken files are kept or refused with 415 or 422, and never break the server',
    { timeout: 120_000 },
    async () => {
      const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
        .map((name) => join(corpus, name))
        .filter((path) => statSync(path).isFile() && !path.endsWith('.json') && statSync(path).size <= 8 * 1024 * 1024);
      const seen: Record<string, number> = {};
      for (const path of files) {
        const result = await status(readFileSync(path));
        expect([200, 415, 422], path).toContain(result);
        if (path.includes('jpeg-valid')) expect([path, result]).toEqual([path, 200]);
        seen[String(result)] = (seen[String(result)] ?? 0) + 1;
      }
      expect(seen['200']).toBeGreaterThan(0);
    },
  );
});

describe('stored files', () => {
  it('[A75] are shown to their owner and to staff; to anybody else they are not there', async () => {
    const id = await server.files.store({ ownerId: ann.id, kind: 'proof', data: await jpeg() }, server.clock.now());
    const own = await server.get(`/files/${id}`, ann.cookie);
    expect(own.statusCode).toBe(200);
    expect(own.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="proof-${id}.webp"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const [foreign, missing] = await Promise.all([
      server.get(`/files/${id}`, bob.cookie),
      server.get('/files/018f0000-0000-7000-8000-00000000ffff', bob.cookie),
    ]);
    const without = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' });
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(without(foreign.body)).toEqual(without(missing.body));
    expect((await server.get(`/files/${id}`)).statusCode).toBe(401);
    expect(
      (
        await server.app.inject({
          url: `/api/v1/files/${id}`,
          headers: { cookie: ann.cookie, 'sec-fetch-site': 'cross-site' },
        })
      ).statusCode,
    ).toBe(403);
    expect((await server.get(`/files/${id}`, admin)).statusCode).toBe(200);
  });

  it('[A76] leave a line in the audit log each time that staff look at one', async () => {
    const id = await server.files.store(
      { ownerId: bob.id, kind: 'proof', data: await sharp(red).png().toBuffer() },
      server.clock.now(),
    );
    await server.get(`/files/${id}`, admin);
    await server.get(`/files/${id}`, admin);
    await server.get(`/files/${id}`, bob.cookie);
    const { rows } = await database.pool.query(
      "select client_id from ledger.audit where action = 'proof.view' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ client_id: bob.id }, { client_id: bob.id }]);
  });

  it('[A77] lie under names that the server made, readable by its account alone; the same picture is kept once', async () => {
    const data = await jpeg();
    const [id, again] = [
      await server.files.store({ ownerId: ann.id, kind: 'proof', data }, server.clock.now()),
      await server.files.store({ ownerId: ann.id, kind: 'proof', data }, server.clock.now()),
    ];
    expect(again).toBe(id);
    const names = await readdir(join(server.dataDir, 'files'), { recursive: true });
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{2}(?:\/[0-9a-f-]{36})?$/);
    const path = join(server.dataDir, 'files', id.slice(-2), id);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const { storage } = server;
    for (const name of ['../secrets', 'a/b', '', '..', '\0', 'x'.repeat(300)])
      await expect(storage.put(name, data), name).rejects.toThrow('did not make');
  });

  it('[A106] lie encrypted, each under a key of its own: neither storage nor database alone shows one, and none stands in for another', async () => {
    const { storage, files } = server;
    const kept = async (kind: 'identity' | 'proof' | 'picture' | 'favicon', background: string) =>
      files.store(
        {
          ownerId: ann.id,
          kind,
          data: await sharp({ create: { ...red.create, background } })
            .png()
            .toBuffer(),
        },
        server.clock.now(),
      );
    const ids = [
      await kept('identity', 'blue'),
      await kept('proof', 'lime'),
      await kept('picture', 'teal'),
      await kept('favicon', 'navy'),
    ];
    for (const id of ids) {
      const plain = await files.read(id);
      const bytes = await storage.get(id);
      if (plain === undefined || bytes === undefined) throw new Error('nothing was kept');
      expect(bytes.includes(plain.subarray(16, 48))).toBe(false);
      for (const mark of ['RIFF', 'WEBP', 'PNG', 'IHDR']) expect(bytes.includes(mark), mark).toBe(false);
    }
    const { rows } = await database.pool.query<{ sealed_key: Buffer }>(
      'select sealed_key from app.file where id = any($1)',
      [ids],
    );
    expect(new Set(rows.map((row) => row.sealed_key.toString('hex'))).size).toBe(ids.length);
    const elsewhere = new FileStore(database.pool, storage, createSeal(Buffer.alloc(32, 8)));
    await expect(elsewhere.read(ids[0] ?? '')).rejects.toThrow();

    // In the place of one: another one, one that was changed, one that is not encrypted.
    const [id = '', other = ''] = ids;
    const own = (await storage.get(id)) ?? Buffer.alloc(0);
    const changed = Buffer.from(own);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const wrong of [await storage.get(other), changed, await files.read(other), own.subarray(0, 20)]) {
      await storage.put(id, wrong ?? Buffer.alloc(0));
      expect((await server.get(`/files/${id}`, ann.cookie)).statusCode).toBe(500);
    }
    await storage.put(id, own);
    expect((await server.get(`/files/${id}`, ann.cookie)).statusCode).toBe(200);
    // Nor another one with its key.
    const swapped = `update app.file set sealed_key = (select sealed_key from app.file where id = $2) where id = $1`;
    await database.ownerPool.query(swapped, [id, other]);
    await storage.put(id, (await storage.get(other)) ?? Buffer.alloc(0));
    expect((await server.get(`/files/${id}`, ann.cookie)).statusCode).toBe(500);
  });

  it('[A106] are shown as they are where they were kept before files had keys', async () => {
    const { storage, files } = server;
    const id = await files.store({ ownerId: bob.id, kind: 'identity', data: await jpeg() }, server.clock.now());
    const plain = (await files.read(id)) ?? Buffer.alloc(0);
    await storage.put(id, plain);
    await database.ownerPool.query('update app.file set sealed_key = null where id = $1', [id]);
    const shown = await server.get(`/files/${id}`, bob.cookie);
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload).toEqual(plain);
  });
});

describe('uploads', () => {
  const form = (parts: { name: string; filename?: string; data: Buffer | string; type?: string }[], boundary = 'xyz') =>
    Buffer.concat([
      ...parts.flatMap(({ name, filename, data, type }) => [
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
        ),
        Buffer.from(data),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]);
  const upload = (payload: Buffer, headers = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/admin/settings/favicon',
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=xyz', cookie: admin, ...headers },
    });

  it('[A78] set the site’s icon, which everybody may see at a new address', async () => {
    const answer = await upload(
      form([{ name: 'file', filename: '../../x.svg', data: await jpeg(), type: 'image/svg+xml' }]),
    );
    expect(answer.statusCode).toBe(200);
    const { favicon } = answer.json<{ favicon: string }>();
    expect(favicon).toMatch(/^\/api\/v1\/favicon\?v=[0-9a-f-]{36}$/);
    const icon = await server.app.inject({ url: favicon });
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('[A79] are bounded: too large, too many, unnamed, foreign or unreadable parts are 4xx and leave nothing behind', async () => {
    const image = await jpeg();
    const before = await database.pool.query('select from app.file');
    const expectStatus = async (payload: Buffer, expected: number[], headers = {}) => {
      const answer = await upload(payload, headers);
      expect(expected, answer.body).toContain(answer.statusCode);
    };
    await expectStatus(
      form([{ name: 'file', filename: 'a.jpg', data: Buffer.alloc(9 * 1024 * 1024, 1), type: 'image/jpeg' }]),
      [413],
    );
    await expectStatus(Buffer.alloc(50 * 1024 * 1024), [400, 413]);
    await expectStatus(
      form([
        { name: 'file', filename: 'a.jpg', data: image },
        { name: 'file', filename: 'b.jpg', data: image },
      ]),
      [413, 422],
    );
    await expectStatus(
      form(Array.from({ length: 1000 }, (_each, i) => ({ name: `f${i}`, filename: 'a', data: 'x' }))),
      [413, 422],
    );
    await expectStatus(form([{ name: 'other', filename: 'a.jpg', data: image }]), [422]);
    await expectStatus(form([{ name: 'file', data: 'only text' }]), [400, 413, 422]);
    await expectStatus(form([]), [400, 422]);
    await expectStatus(form([{ name: 'file', filename: 'a.jpg', data: '' }]), [422]);
    await expectStatus(form([{ name: 'file', filename: 'a.jpg', data: image }]).subarray(0, 200), [400, 422]);
    await expectStatus(Buffer.from('{}'), [415], { 'content-type': 'application/json' });
    await expectStatus(Buffer.from('x'), [400, 415], { 'content-type': 'multipart/form-data' });
    expect((await database.pool.query('select from app.file')).rowCount).toBe(before.rowCount);
  });
});

describe('settings', () => {
  const put = async (body: object, cookie = admin) => {
    // What withdrawals cost asks for the password (A114).
    await server.post('/auth/step-up', { password: PASSWORD }, { cookie });
    return server.app.inject({ method: 'PUT', url: '/api/v1/admin/settings', payload: body, headers: { cookie } });
  };
  const good = { sitename: 'Harbour & Sons', miniwithdrawal: '25.50', withdrawalpercent: '1.25' };

  it('[A80] are changed by staff alone, right away for everybody, with a line in the audit log', async () => {
    expect((await put(good, ann.cookie)).statusCode).toBe(403);
    const answer = await put(good);
    expect(answer.json()).toMatchObject({
      sitename: 'Harbour & Sons',
      miniwithdrawal: '25.50',
      withdrawalpercent: '1.25',
    });
    expect((await server.get('/settings/public')).json()).toMatchObject({
      sitename: 'Harbour & Sons',
      mode: 'demo',
      market_label: 'Simulated prices',
      operator: null,
      overdue_withdrawals: 0,
      track_record: { lost_percent: 63, until: '2026-11-01' },
    });
    const { rows } = await database.pool.query<{ facts: object }>(
      "select facts from ledger.audit where action = 'settings.update' order by number desc limit 1",
    );
    expect(rows[0]?.facts).toEqual({
      miniwithdrawal: '10.00 → 25.50',
      withdrawalpercent: '1.00 → 1.25',
      sitename: 'changed',
    });
  });

  it('[G51] what GET answered can be sent back; the favicon stays, or is removed with null, and is nothing else', async () => {
    // The icon that was uploaded above.
    const saved = (await server.get('/admin/settings', admin)).json<{ favicon: string }>();
    expect(saved.favicon).toMatch(/^\/api\/v1\/favicon\?v=/);
    expect((await put(saved)).json()).toMatchObject({ favicon: saved.favicon });
    expect((await put(good)).json()).toMatchObject({ favicon: saved.favicon });
    const other = await put({ ...good, favicon: 'https://elsewhere.example/icon.png' });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ fields: [{ name: 'favicon' }] });
    expect((await put({ ...good, favicon: null })).json()).toMatchObject({ favicon: null });
    expect((await put({ ...good, favicon: null })).json()).toMatchObject({ favicon: null });
    const { rows } = await database.pool.query<{ facts: object }>(
      "select facts from ledger.audit where action = 'settings.update' order by number desc limit 2",
    );
    expect(rows.map(({ facts }) => facts)).toEqual([{}, { favicon: 'removed' }]);
    expect((await put({ ...good, colour: 'blue' })).statusCode).toBe(422);
  });

  it('[G50] are changed with a reason, which is kept beside the log and not in it', async () => {
    expect((await put({ ...good, withdrawalpercent: '1.75', reason: ' ' })).statusCode).toBe(422);
    expect((await put({ ...good, withdrawalpercent: '1.75', reason: 'The bank raised its price' })).statusCode).toBe(
      200,
    );
    const { rows } = await database.pool.query<{ facts: { note: string }; text: string }>(
      `select a.facts, n.body ->> 'text' as text from ledger.audit a join app.note n on n.subject_id = (a.facts ->> 'note')::uuid
       where a.action = 'settings.update' order by a.number desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ facts: { withdrawalpercent: '1.25 → 1.75' }, text: 'The bank raised its price' });
    expect(JSON.stringify(rows[0]?.facts)).not.toContain('bank');
  });

  it('[A81] hold the constants: a minimum of at most $100, a fee of at most 5 percent, also where the database is asked directly', async () => {
    for (const bad of [
      { miniwithdrawal: '100.01' },
      { withdrawalpercent: '5.01' },
      { withdrawalpercent: '-1' },
      { miniwithdrawal: 'NaN' },
      { sitename: '' },
      { sitename: 'x'.repeat(61) },
      { withdrawalpercent: '1e1' },
      { miniwithdrawal: 10 },
    ]) {
      expect((await put({ ...good, ...bad })).statusCode, JSON.stringify(bad)).toBe(422);
    }
    await expect(database.pool.query('update app.settings set withdrawal_fee_bps = 501')).rejects.toThrow(
      'check constraint',
    );
    await expect(database.pool.query('delete from app.settings')).rejects.toThrow('permission denied');
  });
});
