import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { type AccessServer, accessServer } from '../../../test/people.ts';
import { finishErasures } from '../../features/clients/index.ts';
import { createLog } from '../../platform/log.ts';
import { MailWorker } from '../../platform/mail/index.ts';
import { folderTransport } from './index.ts';

let db: FreshDatabase;
let server: AccessServer;
let worker: MailWorker;
const folder = (): string => join(server.dataDir, 'mail');

beforeAll(async () => {
  db = await freshDatabase();
  server = await accessServer(db);
  worker = new MailWorker({
    pool: db.pool,
    clock: server.clock,
    log: createLog({ level: 'fatal' }),
    transport: folderTransport(folder()),
    config: { mode: 'demo', mailFrom: 'Clearbook <no-reply@clearbook.example>', publicUrl: 'http://127.0.0.1:3000' },
    pollMs: 20,
  });
  worker.start();
});
afterAll(async () => {
  await worker?.stop();
  await server?.close();
  await db?.drop();
});

it('[N23] erasing a person removes the mail to them that was captured on this machine, and nobody else’s', async () => {
  const [gone, stays] = [await server.person('gone@example.org'), await server.person('stays@example.org')];
  const idsOf = async (userId: string): Promise<string[]> =>
    (
      await db.pool.query<{ id: string }>("select id from app.mail_outbox where user_id = $1 and state = 'sent'", [
        userId,
      ])
    ).rows.map(({ id }) => id);
  const captured = (ids: string[]): number =>
    readdirSync(folder()).filter((file) => ids.some((id) => file.includes(id))).length;
  await expect
    .poll(async () => (await db.pool.query("select from app.mail_outbox where state = 'waiting'")).rowCount)
    .toBe(0);
  const [hers, his] = [await idsOf(gone.id), await idsOf(stays.id)];
  expect(captured(hers)).toBe(hers.length);
  expect(Math.min(hers.length, his.length)).toBeGreaterThan(0);

  await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [gone.id]);
  await db.ownerPool.query('insert into app.erasure (client_id, asked_at) values ($1, $2)', [
    gone.id,
    server.clock.now(),
  ]);
  await finishErasures({ pool: db.pool, files: server.files, mail: worker }, server.clock.now());
  expect(await idsOf(gone.id)).toEqual([]);
  expect(captured(hers)).toBe(0);
  expect(captured(his)).toBe(his.length);
});

it('[G93] what can’t be erased now keeps nothing else from being erased', async () => {
  const [stuck, gone] = [await server.person('stuck@example.org'), await server.person('other@example.org')];
  for (const { id } of [stuck, gone]) {
    await db.ownerPool.query("update ledger.party set status = 'closed' where id = $1", [id]);
    await db.ownerPool.query('insert into app.erasure (client_id, asked_at) values ($1, $2)', [id, server.clock.now()]);
  }
  await db.ownerPool.query('insert into app.file_to_remove (id) values (gen_random_uuid())');
  await db.ownerPool.query(
    `insert into app.mail_outbox (id, to_address, template, state, next_at, created_at, sent_at)
     values (gen_random_uuid(), 'other@example.org', 'account-closed', 'sent', $1, $1, $1)`,
    [server.clock.now()],
  );
  const pool = new Proxy(db.pool, {
    get: (target, name) =>
      name === 'query'
        ? (...question: [string, unknown[]]) =>
            question[1]?.includes(stuck.id) === true ? Promise.reject(new Error('locked')) : target.query(...question)
        : (Reflect.get(target, name, target) as unknown),
  });
  const files = { remove: () => Promise.reject(new Error('the storage is away')) };
  await expect(finishErasures({ pool, files, mail: worker }, server.clock.now())).rejects.toThrow('locked');
  const { rows } = await db.pool.query<{ id: string }>('select client_id as id from app.erasure where done_at is null');
  expect(rows).toEqual([{ id: stuck.id }]);
  expect((await db.pool.query("select from app.mail_outbox where template = 'account-closed'")).rowCount).toBe(0);
  await expect(finishErasures({ pool: db.pool, files, mail: worker }, server.clock.now())).rejects.toThrow('away');
  await finishErasures({ pool: db.pool, files: server.files, mail: worker }, server.clock.now());
  expect((await db.pool.query('select from app.file_to_remove')).rowCount).toBe(0);
});
