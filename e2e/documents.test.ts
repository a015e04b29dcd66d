import type { StatementDocument, StatementPeriod } from '@clearbook/contracts/documents';
import { hash } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { entersAsAdmin, fillsTheBooks, joins } from './support/seed.ts';
import { settles, sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Ελένη Иванова 山田', email: 'documents@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'screens' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  const admin = await journey.person();
  client = await journey.person();
  await joins(client, account);
  await entersAsAdmin(admin);
  await fillsTheBooks(client, admin);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

async function fileOf(person: Person, act: () => Promise<void>): Promise<{ name: string; data: Buffer }> {
  const waiting = person.page.waitForEvent('download');
  await act();
  const download = await waiting;
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return { name: download.suggestedFilename(), data: Buffer.concat(parts) };
}

async function textOf(data: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(data)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

it('[E37] a client finds the month under Statement, Documents and downloads it as PDF, CSV and JSON, which agree', async () => {
  await client.goesTo('/statement');
  await client.follows('Documents');
  await client.arrivesAt('Documents');
  const { periods } = await client.downloads<{ periods: StatementPeriod[] }>('/me/statements/periods');
  const month = periods[0]?.period ?? '';
  const name = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  );
  await client.reads(name);
  expect(await axeFinds(client.page)).toEqual([]);
  const pdf = await fileOf(client, () => client.presses(`Download ${name} as PDF`));
  expect(pdf.name).toBe(`statement-${month}.pdf`);
  await client.reads(`Your statement for ${name} has been downloaded.`);
  const json = await fileOf(client, () => client.follows(`Download ${name} as JSON`));
  const csv = await fileOf(client, () => client.follows(`Download ${name} as CSV`));
  const document = JSON.parse(json.data.toString()) as StatementDocument;
  const text = await textOf(pdf.data);
  expect(text).toContain(hash('sha256', json.data));
  expect(text).toContain('Ελένη Иванова 山田');
  expect(text).toContain(document.account);
  const lines = csv.data.toString().trim().split('\r\n');
  expect(lines.length - 1).toBe(document.entries.length);
  for (const { entry } of document.entries) if (entry !== null) expect(text).toContain(`Entry ${entry}`);
});

it('[E37] on a phone as well, a year on the paper of its choice', async () => {
  const { page } = client;
  await page.setViewportSize({ width: 390, height: 844 });
  await client.goesTo('/statement/documents?kind=year');
  await page.getByText('US Letter', { exact: true }).click();
  await settles(client);
  expect(await sidewaysScroll(client, 390)).toBe(0);
  expect(await axeFinds(page)).toEqual([]);
  const year = String(
    new Date(
      (await client.downloads<StatementDocumentList>('/me/statements/periods')).periods[0]?.from ?? '',
    ).getUTCFullYear(),
  );
  const { data } = await fileOf(client, () => client.presses(`Download ${year} as PDF`));
  const view = (await (await getDocumentProxy(new Uint8Array(data))).getPage(1)).view;
  expect(view.slice(2).map(Math.round)).toEqual([612, 792]);
});

it('[S95] pages print without navigation and the actions beside their title, and are in their theme again afterwards', async () => {
  const { page } = client;
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of ['/statement', '/statement/documents', '/trades', '/deposit-history', '/account']) {
    await client.goesTo(path);
    await client.switchesThemeInAnotherTab('dark');
    await settles(client);
    const text = await textOf(await page.pdf({ format: 'A4', printBackground: true }));
    expect(text, path).toContain(await page.getByRole('heading', { level: 1 }).innerText());
    for (const gone of ['Download CSV', 'Skip to', 'Ctrl K']) expect(text, path).not.toContain(gone);
  }
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});

type StatementDocumentList = { readonly periods: readonly StatementPeriod[] };
