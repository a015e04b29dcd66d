import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { FreshDatabase } from '../../../test/database.ts';
import { mailServer } from '../../../test/mail-server.ts';
import { accessServer } from '../../../test/people.ts';
import type { AccessServer } from '../../../test/people.ts';
import { adminMail, mailTexts } from '@clearbook/contracts/mail';
import { readFailures, sendTest, sweepFailures } from '../../features/mailbox/index.ts';
import { SharedLimits } from '../../platform/limits/index.ts';
import { MAIL_TEMPLATES } from '../../platform/mail/index.ts';
import { causeOf } from '../../platform/mail/cause.ts';
import { MailRefused } from '../../platform/mail/transport.ts';
import { folderTransport, smtpTransport } from './index.ts';
import { transaction } from '../../platform/transaction.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { MAIL_LEASE_MS, MailWorker, outboxReadiness } from '../../platform/mail/worker.ts';
import { createLog } from '../../platform/log.ts';
import { InvalidationLog } from '../../platform/realtime/invalidation-log.ts';

const config = {
  mode: 'demo' as const,
  mailFrom: 'Clearbook <desk@clearbook.example>',
  publicUrl: 'https://clearbook.example',
};
const log = createLog({ level: 'fatal' });
let database: FreshDatabase;
let server: AccessServer;
let ann: { id: string; cookie: string };
beforeAll(async () => {
  database = await freshDatabase();
  server = await accessServer(database);
  ann = await server.person('ann@example.org');
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});
const stops: (() => Promise<void> | void)[] = [];
beforeEach(async () => void (await database.pool.query('delete from app.mail_outbox')));
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function worker(transport: MailTransport, own: { pollMs?: number; mode?: 'demo' | 'live' } = {}): MailWorker {
  const made = new MailWorker({
    pool: database.pool,
    clock: server.clock,
    log,
    transport,
    config: { ...config, mode: own.mode ?? 'demo' },
    pollMs: own.pollMs ?? 20,
    firstPauseMs: 0,
  });
  made.start();
  stops.push(() => made.stop());
  return made;
}

const enqueue = (template: 'welcome' | 'withdrawal-code' = 'welcome', values = {}) =>
  transaction(database.pool, (client) => enqueueMail(client, { userId: ann.id, template, values }, server.clock.now()));
const rows = async () =>
  (
    await database.pool.query<{
      id: string;
      state: string;
      attempts: number;
      last_error: string | null;
      values: object;
      body: string | null;
    }>('select id, state, attempts, last_error, values, body from app.mail_outbox order by id')
  ).rows;

describe('the outbox', () => {
  it('[N10] sends each mail once to the account’s address, and then forgets the code that it carried', async () => {
    const smtp = await mailServer();
    stops.push(smtp.close);
    for (let i = 0; i < 30; i += 1) await enqueue('withdrawal-code', { code: '424242', amount: '$10.00' });
    // Two workers, as in two processes.
    worker(smtpTransport(smtp.url), { mode: 'live' });
    worker(smtpTransport(smtp.url), { mode: 'live' });
    await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
    expect(smtp.got).toHaveLength(30);
    expect(new Set(smtp.got.map(({ text }) => /^Message-ID: (.+)$/im.exec(text)?.[1])).size).toBe(30);
    expect(smtp.got[0]?.to).toBe('ann@example.org');
    expect(smtp.got[0]?.text).toContain('424242');
    expect(JSON.stringify(await rows())).not.toContain('424242');
  });

  it('[N11] sends nothing for what is not committed', async () => {
    const smtp = await mailServer();
    stops.push(smtp.close);
    worker(smtpTransport(smtp.url));
    await expect(
      transaction(database.pool, async (client) => {
        await enqueueMail(client, { userId: ann.id, template: 'welcome' }, server.clock.now());
        throw new Error('its cause failed');
      }),
    ).rejects.toThrow('its cause failed');
    await enqueue();
    await expect.poll(() => smtp.got.length).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('[N12] loses nothing while the mail server is down, delays nobody, and sends when it is back', async () => {
    const down = await mailServer();
    await down.close();
    worker(smtpTransport(down.url));
    await enqueue();
    await expect.poll(async () => (await rows())[0]?.attempts).toBeGreaterThan(1);
    const from = performance.now();
    expect((await server.post('/auth/reset/request', { email: 'ann@example.org' })).statusCode).toBe(204);
    expect(performance.now() - from).toBeLessThan(1_000);
    expect((await rows())[0]).toMatchObject({ state: 'waiting' });
    const back = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    });
    back.on('error', () => undefined);
    back.listen(down.port, '127.0.0.1');
    // Closed after the worker, whose open connection it would wait for.
    stops.unshift(() => new Promise<void>((resolve) => back.close(() => resolve())));
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('[N13] keeps what was refused for good where staff can see it, with the reason, and tries a temporary refusal again', async () => {
    let temporary = 2;
    const smtp = await mailServer({
      onRcptTo: (address, _session, done) => {
        if (address.address === 'gone@example.org')
          return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
        temporary -= 1;
        done(temporary >= 0 ? Object.assign(new Error('Too many'), { responseCode: 451 }) : null);
      },
    });
    stops.push(smtp.close);
    await enqueue();
    await transaction(database.pool, (client) =>
      enqueueMail(client, { userId: ann.id, toAddress: 'gone@example.org', template: 'welcome' }, server.clock.now()),
    );
    worker(smtpTransport(smtp.url));
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['sent', 'failed']);
    const [sent, failed] = await rows();
    expect(sent?.attempts).toBe(3);
    expect(failed?.last_error).toContain('No such mailbox');
  });

  it('[N14] does not let one silent mail server hold up the next try', async () => {
    const silent = await mailServer({ onMailFrom: () => undefined });
    stops.push(silent.close);
    worker(smtpTransport(silent.url, 100));
    await enqueue();
    await expect.poll(async () => (await rows())[0]?.attempts).toBeGreaterThan(1);
  });

  it('[N26] a code or a link goes out before what was written earlier, and waits for none of it, however slow its sending is', async () => {
    const slow = Promise.withResolvers<void>();
    const [slowOnes, codes]: [string[], string[]] = [[], []];
    for (let i = 0; i < 50; i += 1) await enqueue();
    const made = worker({
      send: async ({ text }) => {
        const code = /(?<=code is |token=)\w+/.exec(text)?.[0];
        if (code !== undefined) return void codes.push(code);
        slowOnes.push(text);
        await slow.promise;
      },
      close: () => undefined,
    });
    await expect.poll(() => slowOnes).toHaveLength(2);
    for (let i = 0; i < 25; i += 1) await enqueue('withdrawal-code', { code: String(424_242 + i), amount: '$10.00' });
    await transaction(database.pool, (client) =>
      enqueueMail(client, { userId: ann.id, template: 'password-reset', values: { token: 'abc' } }, server.clock.now()),
    );
    made.wake();
    const all = [...Array.from({ length: 25 }, (_, i) => String(424_242 + i)), 'abc'];
    await expect.poll(() => codes.toSorted()).toEqual(all);
    expect(slowOnes).toHaveLength(2);
    slow.resolve();
    await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
    expect(slowOnes).toHaveLength(50);
  });

  it('[N15] sends again, under the same Message-ID, what a process took and died with', async () => {
    await enqueue();
    const ids: string[] = [];
    await database.pool.query('update app.mail_outbox set attempts = 1, next_at = $1', [
      new Date(server.clock.now().getTime() + MAIL_LEASE_MS),
    ]);
    worker({ send: async ({ messageId }) => void ids.push(messageId), close: () => undefined });
    expect((await rows())[0]?.state).toBe('waiting');
    server.clock.advance(MAIL_LEASE_MS);
    await expect.poll(() => ids).toEqual([`<${(await rows())[0]?.id}@clearbook.example>`]);
  });

  it('[N16] tells /readyz when mail has been waiting for too long', async () => {
    const ready = outboxReadiness(database.pool, server.clock);
    await enqueue();
    expect(await ready()).toBe(true);
    server.clock.advance(16 * 60_000);
    expect(await ready()).toBe('mail is waiting');
  });
});

describe('what staff see of it', () => {
  const ADDRESS = 'gone@example.org';
  const inAMonth = () => new Date(server.clock.now().getTime() + 31 * 86_400_000);
  let staff: string;
  beforeAll(async () => {
    staff = await server.staff();
    // The mail about the new browser.
    await database.pool.query('delete from app.mail_outbox');
  });
  const look = async () => adminMail.parse((await server.get('/admin/mail', staff)).json());
  const retry = async () => server.post('/admin/mail/retry', {}, { cookie: staff });
  const refusing = (text: string, responseCode: number) =>
    mailServer({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error(text), { responseCode })) });

  it('[N17] counts and causes, with neither address nor words, and only for staff', async () => {
    const smtp = await refusing(`<${ADDRESS}> is no mailbox of ours`, 550);
    stops.push(smtp.close);
    expect(await look()).toMatchObject({ waiting: 0, waiting_since: null, failed: 0, can_retry: 0, causes: [] });
    const since = server.clock.now().toISOString();
    await transaction(database.pool, (client) =>
      enqueueMail(client, { userId: ann.id, toAddress: ADDRESS, template: 'welcome' }, server.clock.now()),
    );
    expect(await look()).toMatchObject({ waiting: 1, waiting_since: since, causes: [] });
    worker(smtpTransport(smtp.url));
    await expect.poll(async () => (await rows())[0]?.state).toBe('failed');
    expect((await rows())[0]?.last_error).toContain(ADDRESS);
    const answer = await server.get('/admin/mail', staff);
    expect(answer.json()).toEqual({
      waiting: 0,
      waiting_since: null,
      failed: 1,
      can_retry: 1,
      causes: [{ cause: 'refused', waiting: 0, failed: 1, last_at: expect.any(String) }],
    });
    expect(answer.body).not.toContain(ADDRESS);
    expect((await server.get('/admin/mail', ann.cookie)).statusCode).toBe(403);
    expect(await readFailures(database.pool, inAMonth())).toMatchObject({ failed: 0, causes: [] });
  });

  it('[N53] staff read every mail with examples and send themselves one, which says that it is a test; nobody is told in the app', async () => {
    const { texts } = mailTexts.parse((await server.get('/admin/mail/texts', staff)).json());
    expect(texts.map(({ name }) => name)).toEqual(MAIL_TEMPLATES);
    for (const { name, text } of texts) {
      expect(text, name).not.toMatch(/[{}]|undefined/);
      expect(text, name).toContain('Hello ');
    }
    expect((await server.get('/admin/mail/texts', ann.cookie)).statusCode).toBe(403);
    const sends = (name: string, cookie = staff) => server.post('/admin/mail/test', { name }, { cookie });
    expect((await sends('deposit-approved', ann.cookie)).statusCode).toBe(403);
    expect((await sends('toString')).statusCode).toBe(404);
    const smtp = await mailServer();
    stops.push(smtp.close);
    const told = async () => (await database.pool.query('select from app.notification')).rowCount;
    const before = await told();
    expect((await sends('deposit-approved')).json()).toEqual({ message: 'Test email sent to your address' });
    worker(smtpTransport(smtp.url));
    await expect.poll(() => smtp.got.length).toBe(1);
    const [{ to, text } = { to: '', text: '' }] = smtp.got;
    expect(to).toMatch(/^desk@/);
    expect(text).toMatch(/^Subject: Test: Your deposit has arrived\r$/m);
    expect(text.split('You asked for this test email'), 'in both parts').toHaveLength(3);
    expect(await told()).toBe(before);
  });

  it('[N53] twenty tests an hour are sent, also of thirty asked for in one moment', async () => {
    const limits = new SharedLimits(database.pool);
    const asked = Array.from({ length: 30 }, () =>
      sendTest({ pool: database.pool, limits }, ann.id, { name: 'top-up' }, server.clock.now()),
    );
    const sent = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
    expect(sent).toHaveLength(20);
    expect((await rows()).length).toBe(20);
  });

  it.each([
    ['no such mailbox', { responseCode: 550, command: 'RCPT TO' }, 'refused'],
    ['5.7.1 message blocked by policy', { responseCode: 554, command: 'DATA' }, 'blocked'],
    ['Too many messages, slow down', { responseCode: 451, command: 'RCPT TO' }, 'too_many'],
    ['try again later', { responseCode: 451, command: 'RCPT TO' }, 'later'],
    ['Invalid login', { responseCode: 535, code: 'EAUTH' }, 'login'],
    ['connect ECONNREFUSED 127.0.0.1:25', { code: 'ESOCKET' }, 'unreachable'],
    ['Greeting never received', { code: 'ETIMEDOUT' }, 'unreachable'],
    ['ENOSPC: no space left on device', { code: 'ENOSPC' }, 'other'],
  ])('[N17] “%s” is told as one of the causes', (text, fields, cause) => {
    const error = Object.assign(new Error(text), fields);
    expect(causeOf(error)).toBe(cause);
    expect(causeOf(new MailRefused(text, { cause: error }))).toBe(cause);
    expect(causeOf(new MailRefused('The account no longer has an address.'))).toBe('no_address');
  });

  it('[N18] tries again once what failed for good, unless it held a code, and writes down who asked', async () => {
    let refusing = true;
    const smtp = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(refusing ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
    });
    stops.push(smtp.close);
    await enqueue('welcome', { amount: '$7.00' });
    await enqueue('withdrawal-code', { code: '717171', amount: '$10.00' });
    worker(smtpTransport(smtp.url));
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect((await rows()).map(({ values }) => values)).toEqual([{ amount: '$7.00' }, {}]);
    expect(await look()).toMatchObject({ failed: 2, can_retry: 1 });

    const audits = async () =>
      (await database.pool.query("select facts from ledger.audit where action = 'mail.retry'")).rows;
    expect((await retry()).json()).toMatchObject({ retried: 1 });
    expect(await audits()).toEqual([{ facts: { mails: '1' } }]);
    await expect
      .poll(async () => (await rows()).map(({ state, attempts }) => [state, attempts]))
      .toEqual([
        ['failed', 1],
        ['failed', 1],
      ]);
    expect((await rows()).map(({ values }) => values)).toEqual([{}, {}]);
    refusing = false;
    expect((await retry()).json()).toMatchObject({ retried: 0 });
    expect(await audits()).toHaveLength(1);

    refusing = true;
    await enqueue('welcome', { amount: '$8.00' });
    await expect.poll(async () => (await look()).can_retry).toBe(1);
    refusing = false;
    await retry();
    await expect.poll(() => smtp.got.length).toBe(1);
    // The outbox hears of it after the mail server has it.
    await expect.poll(look).toMatchObject({ waiting: 0, failed: 2, can_retry: 0 });
  });

  it('[N18] forgets after 30 days what a failed mail said', async () => {
    const smtp = await refusing('no', 550);
    stops.push(smtp.close);
    await enqueue('welcome', { amount: '$9.00' });
    worker(smtpTransport(smtp.url));
    await expect.poll(async () => (await rows())[0]?.state).toBe('failed');
    await sweepFailures(database.pool, server.clock.now());
    expect((await rows())[0]?.values).toEqual({ amount: '$9.00' });
    await sweepFailures(database.pool, inAMonth());
    expect((await rows())[0]?.values).toEqual({});
    expect((await retry()).json()).toMatchObject({ retried: 0 });
  });
});

describe('without a mail server', () => {
  it('[N20] writes each mail as an .eml file that only the server’s account may read', async () => {
    const folder = join(server.dataDir, 'mail');
    await enqueue('withdrawal-code', { code: '515151', amount: '$10.00' });
    worker(folderTransport(folder));
    await expect.poll(async () => (await rows())[0]?.state).toBe('sent');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    expect(names).toHaveLength(1);
    const path = join(folder, names[0] ?? '');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(/^To: ann@example\.org$/m);
    expect(text).toMatch(/^Subject: Your withdrawal code for Clearbook$/m);
    expect(text).toContain('515151');
  });

  it('[N21] shows demo clients their own mail, code included, and nobody else’s', async () => {
    const bob = await server.person('bob@example.org');
    await enqueue('withdrawal-code', { code: '616161', amount: '$10.00' });
    worker(folderTransport(join(server.dataDir, 'mail2')));
    await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
    const own = await server.get('/me/mailbox', ann.cookie);
    expect(own.json<{ data: { to: string; text: string }[] }>().data[0]).toMatchObject({
      to: 'ann@example.org',
      text: expect.stringContaining('616161') as string,
    });
    expect((await server.get('/me/mailbox', bob.cookie)).body).not.toContain('616161');
  });

  it('[N25] invalidates the mailbox when a mail can be read there', async () => {
    const readable: Promise<boolean>[] = [];
    const invalidations = new InvalidationLog({
      pool: database.pool,
      log: createLog({ level: 'fatal' }),
      onInvalidation: ({ c, t }) => {
        if (c === ann.id && t.includes('mailbox'))
          readable.push(rows().then((all) => all.some(({ body }) => body?.includes('626262'))));
      },
      onWake: () => undefined,
      onGap: () => undefined,
    });
    await invalidations.start();
    stops.push(() => invalidations.stop());
    await enqueue('withdrawal-code', { code: '626262', amount: '$10.00' });
    worker(folderTransport(join(server.dataDir, 'mail4')));
    await expect.poll(() => readable.length).toBe(1);
    expect(await Promise.all(readable)).toEqual([true]);
  });

  it('[A105] shows them a page at a time, each mail once', async () => {
    for (const code of ['717171', '818181', '919191']) await enqueue('withdrawal-code', { code, amount: '$10.00' });
    worker(folderTransport(join(server.dataDir, 'mail3')));
    await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true);
    type Page = { data: { id: string }[]; next_cursor: string | null };
    const page = async (query: string) => (await server.get(`/me/mailbox${query}`, ann.cookie)).json<Page>();
    const all = await page('');
    expect(all.next_cursor).toBeNull();
    expect(all.data.length).toBeGreaterThan(2);
    const seen: { id: string }[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page(`?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...next.data);
      cursor = next.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(all.data);
  });
});
