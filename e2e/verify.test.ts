import { openSync, closeSync, ftruncateSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  COSIGNATURE,
  NOTE,
  readNote,
  readZip,
  signerKey,
  signNote,
  utf8,
  writeNote,
  writeSignerKey,
  writeVerifierKey,
} from '@clearbook/verify';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleZip } from '../packages/verify/test/sample-zip.ts';
import { copyOf } from './support/backup.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { confirmsByHand } from './support/confirm.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';
import { openWitness } from './support/witness.ts';

const account = { fullname: 'Ilse Amsel', email: 'ilse@example.test', password: 'quiet harbour 27 lamps' };
/** The log is signed once a minute where little happens. */
const UNTIL_SIGNED = { timeout: 100_000 };
const HOUR_MS = 3_600_000;

const logKey = signerKey('log.example/books', NOTE, new Uint8Array(32).fill(3));
const witnessKey = signerKey('witness.example/w1', COSIGNATURE, new Uint8Array(32).fill(4));

let folder: string;
let witness: Awaited<ReturnType<typeof openWitness>>;
let site: Site;
let journey: Journey;
let client: Person;
/** What the client downloaded. */
let zip: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearbook-verify-'));
  writeFileSync(join(folder, 'log.key'), `${writeSignerKey(logKey)}\n`, { mode: 0o600 });
  witness = await openWitness(witnessKey);
  site = await openSite({
    env: {
      LOG_SIGNER: `file:${join(folder, 'log.key')}`,
      LOG_WITNESSES: `${witness.url} ${writeVerifierKey(witnessKey)}`,
    },
  });
  journey = await openBrowser(site);
  client = await journey.person();
  await joins(client, account);
  await asks(client, 'POST', '/demo/top-up', { amount: '500.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
  witness?.close();
  rmSync(folder, { recursive: true, force: true });
});

const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/zip', buffer });

async function chooses(person: Person, file: string | ReturnType<typeof chosen>): Promise<void> {
  await person.page.getByLabel('Your file', { exact: true }).setInputFiles(file);
}

/** The file of the archive, as the client gets it. */
async function downloadsEverything(person: Person): Promise<Buffer> {
  const { page } = person;
  await confirmsByHand(person);
  await person.goesTo('/account');
  const panel = page.getByRole('region', { name: 'Download everything' });
  const dialog = page.getByRole('dialog');
  const confirms = async () => {
    await person.types('Password', account.password, dialog);
    await person.presses('Confirm', dialog);
  };
  await person.presses('Make the file', panel);
  await confirms();
  await panel.getByText(/^Ready: \d/).waitFor(UNTIL_SIGNED);
  const coming = page.waitForEvent('download');
  await person.presses('Download', panel);
  await confirms();
  return readFile(await (await coming).path());
}

it('[U146] a finished day of the tape is downloaded without signing in', async () => {
  const visitor = await journey.person();
  await visitor.goesTo('/transparency');
  const { page } = visitor;
  const tape = page.getByRole('region', { name: 'Were trades filled at real quotes?' });
  await visitor.chooses('Asset', 'BTC/USD', tape);
  const day = await tape.getByLabel('Day (UTC)').inputValue();
  const coming = page.waitForEvent('download');
  await visitor.follows('Download quotes of BTC/USD', tape);
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`ticks-BTC-${day}.csv`);
  const rows = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect([rows[0], rows.length]).toEqual(['time,bid,ask,quote_id,state', 86_402]);
  await tape.getByLabel('Day (UTC)').fill('2019-01-01');
  await visitor.reads(/^Choose a day from 2023-01-01 to /, tape);
  await expect.poll(() => tape.getByRole('link').count()).toBe(0);
  await looksSound(visitor);
});

describe('a file on /verify', () => {
  let visitor: Person;
  beforeAll(async () => {
    zip = await downloadsEverything(client);
    visitor = await journey.person();
  });

  it('[U73] [U74] [U76] is verified without signing in, and no request carries it', async () => {
    await visitor.goesTo('/transparency');
    await visitor.follows('Check your own file in this browser');
    await visitor.arrivesAt('Check your file');
    await visitor.reads(/never leaves this browser/);
    await looksSound(visitor);
    const asked: Request[] = [];
    visitor.page.on('request', (request) => asked.push(request));
    await chooses(visitor, chosen('archive.zip', zip));
    await visitor.readsHeading('Verified');
    await visitor.reads(/the key that this site announces today/);
    await visitor.reads(/its \d+ entries begin with the \d+ that this file is of/);
    await visitor.reads(/4 balances after each of 1 entries; cash now 500.00/);
    await looksSound(visitor);
    const paths = asked.map((request) => new URL(request.url()).pathname);
    expect(paths).toContain('/log/checkpoint');
    expect(asked.map((request) => [request.method(), request.postData()])).toEqual(asked.map(() => ['GET', null]));
    const known =
      /^\/(?:log\/(?:checkpoint|vkey|tile\/[\dx/.p]+)|api\/v1\/(?:transparency|settings\/public)|assets\/[\w.-]+|favicon[\w.]*)$/;
    expect(paths.filter((path) => !known.test(path))).toEqual([]);
    expect(new URL(asked[0]?.url() ?? '').search).toBe('');
    await visitor.presses('Check another file');
    await chooses(visitor, chosen('archive.zip', zip));
    await visitor.reads('Signed by the key that this browser remembers from an earlier visit.');
  });

  it('[U76] one that somebody changed is not verified, and the entry and the cent are named', async () => {
    const files = Object.fromEntries(await readZip(zip));
    const entries = new TextDecoder().decode(files['data/entries.jsonl']);
    const forged = entries.replace('"cash_after":"500.00"', '"cash_after":"500.01"');
    expect(forged).not.toBe(entries);
    await visitor.goesTo('/verify');
    await chooses(visitor, chosen('forged.zip', Buffer.from(sampleZip({ ...files, 'data/entries.jsonl': forged }))));
    await visitor.readsHeading('Not verified');
    await visitor.reads(/^cash after entry \d+ is 500.01; it should be 500.00 \(differs by 0.01\)/);
    await visitor.reads(/data\/entries.jsonl was changed/);
    await visitor.reads(/Tell somebody other than us too/);
    await looksSound(visitor);
    const coming = visitor.page.waitForEvent('download');
    await visitor.presses('Download report');
    expect(await readFile(await (await coming).path(), 'utf8')).toMatch(/^FAILED Balances: /m);
  });

  it('[U77] what is no file of ours is said in a sentence, a large one before it is read, and a check can be given up', async () => {
    const large = join(folder, 'large.zip');
    const file = openSync(large, 'w');
    ftruncateSync(file, 500_000_000);
    closeSync(file);
    const cases: [string | ReturnType<typeof chosen>, RegExp][] = [
      [chosen('empty.zip', Buffer.alloc(0)), /^The file is empty\.$/],
      [chosen('notes.txt', Buffer.from('hello')), /^This is neither an archive \(a zip\) nor a receipt/],
      [chosen('cut.zip', zip.subarray(0, zip.length - 100)), /cut off at its end/],
      [chosen('other.zip', Buffer.from(sampleZip({ 'a.txt': 'a' }))), /^This zip is no archive: it has no manifest/],
      [large, /^This file has 500\.0 MB\. This page checks files of up to 250 MB/],
    ];
    for (const [given, sentence] of cases) {
      await visitor.goesTo('/verify');
      await chooses(visitor, given);
      await visitor.readsHeading('This file can’t be checked');
      await visitor.reads(sentence);
    }
    await looksSound(visitor);
    await visitor.goesTo('/verify');
    await visitor.page.getByText('Which key do you trust?').click();
    await visitor.types('Key of the log', 'not a key');
    await chooses(visitor, chosen('archive.zip', zip));
    await visitor.readsHeading('This key can’t be read');

    await visitor.goesTo('/verify');
    let stalled = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    await visitor.page.route('**/log/vkey', async (route) => {
      stalled();
      await visitor.page.waitForEvent('close', { timeout: 0 }).catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    await chooses(visitor, chosen('archive.zip', zip));
    await waiting;
    await visitor.reads('Checking archive.zip');
    await looksSound(visitor);
    await visitor.presses('Cancel');
    await visitor.page.getByLabel('Your file', { exact: true }).waitFor();
    await visitor.page.unroute('**/log/vkey');
  });

  it('[U75] is not called verified where the log cannot be read', async () => {
    await visitor.page.route('**/log/**', (route) => route.abort());
    await visitor.goesTo('/verify');
    await chooses(visitor, chosen('archive.zip', zip));
    await visitor.readsHeading('Not compared with the log yet');
    await visitor.page.unroute('**/log/**');
    await visitor.presses('Try again');
    await visitor.readsHeading('Verified');
    await visitor.leaves();
  });
});

describe('an entry of the statement', () => {
  const line = () => client.page.getByRole('row').filter({ hasText: 'Paper money added' });

  it('[U79] [U81] is verified where it stands, with its witness, at a desk and on a phone', async () => {
    const files: string[] = [];
    client.page.on('request', (request) => files.push(new URL(request.url()).pathname));
    await client.goesTo('/statement');
    await line()
      .getByRole('button', { name: /^Verify entry \d+$/ })
      .press('Enter');
    await client.reads(/^Verified \d\d:\d\d UTC, 1 witness$/);
    expect(await client.page.evaluate("document.activeElement.getAttribute('role')")).toBe('status');
    await client.reads(/the entry is in the public log exactly as shown here/);
    await looksSound(client);
    await client.page.getByText('Details for experts').click();
    await client.reads('Witness witness.example/w1');
    expect(files.findIndex((path) => path.includes('check-entry'))).toBeGreaterThan(
      files.findIndex((path) => path.endsWith('/me/statements')),
    );
  });

  it('[U80] waits for its checkpoint, and is named with the cents where it is shown in another way', async () => {
    await client.page.route('**/me/entries/*/receipt', async (route) => {
      const answer = await route.fetch();
      const given = (await answer.json()) as object;
      const none = { log_status: 'waiting', nonce: null, leaf_index: null, proof: null, checkpoint: null };
      await route.fulfill({ response: answer, json: { ...given, ...none } });
    });
    await client.goesTo('/statement');
    const verify = line().getByRole('button', { name: /^Verify entry \d+$/ });
    await verify.click();
    await client.reads('Waiting for its checkpoint');
    await looksSound(client);
    await client.page.unroute('**/me/entries/*/receipt');
    await verify.click();
    await client.reads(/^Verified \d\d:\d\d UTC/);

    await client.page.route('**/me/statements?*', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('"change":{"amount":"500.00"', '"change":{"amount":"500.01"');
      await route.fulfill({ response: answer, body: text });
    });
    await client.page.route('**/me/statements', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('"change":{"amount":"500.00"', '"change":{"amount":"500.01"');
      await route.fulfill({ response: answer, body: text });
    });
    await client.goesTo('/statement');
    await verify.click();
    await client.reads('Doesn’t match the public log');
    await client.reads(
      /500\.01 is shown as what entry \d+ changed the total by; the log has 500\.00 \(differs by 0\.01\)/,
    );
    await looksSound(client);
    const coming = client.page.waitForEvent('download');
    await client.presses('Download evidence');
    expect(await readFile(await (await coming).path(), 'utf8')).toContain('"total": "500.01"');
    await client.page.unroute('**/me/statements?*');
    await client.page.unroute('**/me/statements');
  });

  it('[U79] a purchase is verified on its receipt', async () => {
    await asks(client, 'POST', '/demo/top-up', { amount: '50000.00' });
    const { id } = await asks(client, 'POST', '/packages/raw/purchase');
    await client.goesTo(`/receipts/${id}`);
    const verify = client.page.getByRole('button', { name: /^Verify entry \d+$/ });
    await expect
      .poll(
        async () => {
          if (await verify.isVisible()) await verify.click();
          return client.page.getByText(/^Verified \d\d:\d\d UTC, (?:1 witness|no witness yet)$/).isVisible();
        },
        { ...UNTIL_SIGNED, interval: 1_000 },
      )
      .toBe(true);
    await looksSound(client);
  });
});

describe('a browser that comes back', () => {
  const kept = (person: Person) => person.page.evaluate("localStorage.getItem('log-seen')");
  /** Opens a page as it would be an hour later. */
  const later = async (person: Person): Promise<void> => {
    await person.page.addInitScript(`{
      const Machine = Date;
      globalThis.Date = class Date extends Machine {
        constructor(...given) { given.length === 0 ? super(Machine.now() + ${HOUR_MS}) : super(...given); }
        static now() { return Machine.now() + ${HOUR_MS}; }
      };
    }`);
  };

  it('[U82] [U83] notices a second checkpoint of the same size, in red and on every page, until the person starts over', async () => {
    const person = await journey.person();
    const { page } = person;
    await asks(person, 'POST', '/auth/sign-in', { email: account.email, password: account.password });
    let looks = 0;
    page.on('request', (request) => (looks += Number(request.url().endsWith('/log/checkpoint'))));
    await person.goesTo('/account');
    await expect.poll(() => kept(person)).toContain('log.example/books');
    expect(looks).toBe(1);
    await person.goesTo('/statement');
    await person.reads('Paper money added');
    expect(looks).toBe(1);

    const { checkpoint: seen } = JSON.parse(String(await kept(person))) as { checkpoint: string };
    const lines = readNote(utf8(seen)).text.split('\n');
    const text = [lines[0], lines[1], 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=', ''].join('\n');
    const other = writeNote({ text, signatures: [signNote(text, logKey)] });
    await page.route('**/log/checkpoint', (route) => route.fulfill({ body: other, contentType: 'text/plain' }));
    await later(person);
    await person.goesTo('/statement');
    const alarm = page.getByRole('alert', { name: 'Our public log shows a different past' });
    await alarm.waitFor();
    await person.reads(/signed two different histories of \d+ entries/, alarm);
    await looksSound(person);
    await page.unroute('**/log/checkpoint');
    for (const path of ['/dashboard', '/transparency', '/verify']) {
      await person.goesTo(path);
      await alarm.waitFor();
    }
    const coming = page.waitForEvent('download');
    await person.presses('Download evidence', alarm);
    const evidence = JSON.parse(await readFile(await (await coming).path(), 'utf8')) as object;
    expect(evidence).toMatchObject({ kind: 'forked', remembered: { checkpoint: seen }, shown: { checkpoint: other } });
    await page.getByText('Start over', { exact: true }).click();
    await person.presses('Forget and start over', alarm);
    await alarm.waitFor({ state: 'detached' });
    expect(await kept(person)).toBeNull();
    await person.leaves();
  });

  it('[U82] says so, without alarm, where the log could not be read for a day', async () => {
    const person = await journey.person();
    const { page } = person;
    await asks(person, 'POST', '/auth/sign-in', { email: account.email, password: account.password });
    await person.goesTo('/account');
    await expect.poll(() => kept(person)).toContain('log.example/books');
    await page.evaluate(`{
      const seen = JSON.parse(localStorage.getItem('log-seen'));
      localStorage.setItem('log-seen', JSON.stringify({ ...seen, at: '2026-01-02T03:04:05.000Z' }));
      localStorage.removeItem('log-looked-at');
    }`);
    await page.route('**/log/**', (route) => route.abort());
    await person.goesTo('/account');
    await person.reads('This browser hasn’t been able to read our public log since 02 Jan 2026, 03:04 UTC.');
    await looksSound(person);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await person.leaves();
  });

  it('[U82] [U83] notices a server that was put back to an older backup', async () => {
    await site.kill();
    const copy = await copyOf(site);
    await site.start();
    const size = async () =>
      Number(String(await (await client.page.request.get('/log/checkpoint')).text()).split('\n')[1]);
    const before = await size();
    await asks(client, 'POST', '/demo/top-up', { amount: '77.00' });
    await expect.poll(size, { ...UNTIL_SIGNED, interval: 500 }).toBeGreaterThan(before);
    const person = await journey.person();
    await asks(person, 'POST', '/auth/sign-in', { email: account.email, password: account.password });
    await person.goesTo('/account');
    await expect.poll(() => kept(person)).toContain('log.example/books');

    await site.kill();
    await copy.putBack();
    await site.start();
    await asks(person, 'POST', '/auth/sign-in', { email: account.email, password: account.password });
    await later(person);
    await person.goesTo('/account');
    await person.page
      .getByRole('alert', { name: /^Our public log (?:has lost records|shows a different past)$/ })
      .waitFor();
    await person.leaves();
    expect(journey.complaints).toEqual([]);
  });
});
