import { readFile } from 'node:fs/promises';
import { readZip } from '@clearbook/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { confirmsByHand } from './support/confirm.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Ilse Amsel', email: 'ilse@example.test', password: 'quiet harbour 27 lamps' };
/** The log is signed once a minute where little happens. */
const UNTIL_SIGNED = { timeout: 100_000 };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite();
  journey = await openBrowser(site);
  client = await journey.person();
  await joins(client, account);
  await confirmsByHand(client);
  await asks(client, 'POST', '/demo/top-up', { amount: '500.00' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[U29] a client asks for everything with their password, sees it being made, and downloads a zip that opens', async () => {
  const { page } = client;
  await client.goesTo('/account');
  const panel = page.getByRole('region', { name: 'Download everything' });
  await panel.getByText('One file with everything').waitFor();
  await looksSound(client);

  await client.presses('Make the file', panel);
  const dialog = page.getByRole('dialog');
  await client.types('Password', account.password, dialog);
  await client.presses('Confirm', dialog);
  await panel.getByText(/You can leave this page/).waitFor();
  await looksSound(client);

  await panel.getByText(/^Ready: \d/).waitFor(UNTIL_SIGNED);
  await looksSound(client);
  const coming = page.waitForEvent('download');
  await client.presses('Download', panel);
  await client.types('Password', account.password, dialog);
  await client.presses('Confirm', dialog);
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^clearbook-archive-\d{4}-\d\d-\d\d\.zip$/);
  const files = await readZip(await readFile(await download.path()));
  const entries = new TextDecoder().decode(files.get('data/entries.jsonl')).split('\n').slice(0, -1);
  expect(entries.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['demo_top_up']);
});

it('[U29] one that failed says what to do', async () => {
  const { page } = client;
  const failed = { id: '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34', state: 'failed', asked_at: '2026-11-24T14:02:00.000Z', progress: 0, failure: 'log_not_signed', made_at: null, expires_at: '2026-12-01T14:02:00.000Z', bytes: null, entries: null }; // prettier-ignore
  await page.route('**/api/v1/me/archives', (route) => route.fulfill({ json: { data: [failed], next_cursor: null } }));
  await client.goesTo('/account');
  const panel = page.getByRole('region', { name: 'Download everything' });
  await panel.getByText(/our log couldn’t be signed/).waitFor();
  await panel.getByRole('button', { name: 'Make the file' }).waitFor();
  await looksSound(client);
});
