import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const password = 'quiet harbour 27 lamps';
/** Balances are looked at once a minute, and the log is signed once a minute where little happens. */
const UNTIL_COUNTED = { timeout: 100_000 };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite();
  journey = await openBrowser(site);
  client = await journey.person();
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

async function comes(person: Person, number: number): Promise<void> {
  await joins(person, { fullname: `Client ${number}`, email: `client${number}@example.test`, password });
  await asks(person, 'POST', '/demo/top-up', { amount: `${1_000 + number}.50` });
}

it('[U123] a client reads that nothing was counted yet, then that their balance was, checked by their browser', async () => {
  const { page } = client;
  await comes(client, 0);
  await client.goesTo('/account');
  await page.getByRole('link', { name: /^Proof of balance/ }).click();
  await page.getByText('Not counted yet').waitFor();
  await looksSound(client);
  for (let number = 1; number < 10; number += 1) await comes(await journey.person(), number);

  await expect.poll(() => published(), { ...UNTIL_COUNTED, interval: 1_000 }).toBe('10050.00');
  await page.reload();
  await page.getByRole('heading', { name: /^Your balance was counted: \$1,000\.50 on / }).waitFor(UNTIL_COUNTED);
  await page.getByText('your balance is part of the $10,050.00 that we owed all clients').waitFor();
  await looksSound(client);
});

it('[U124] a client whose proof was changed on its way reads what is wrong, what to keep and what to do', async () => {
  const { page } = client;
  await page.route('**/api/v1/me/liabilities/proof', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { proof: { owed: { amount: { amount: string } } } };
    body.proof.owed.amount.amount = '2000.50';
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  const alarm = page.getByRole('alert');
  await alarm.getByText('Your balance doesn’t match the count').waitFor();
  await alarm.getByText('Your balance is 2000.50, and 1000.50 of it was counted.').waitFor();
  await page.getByRole('link', { name: 'Your proof as a file' }).waitFor();
  await looksSound(client);
  await page.unroute('**/api/v1/me/liabilities/proof');
});

it('[U125] a client who is shown another total than everybody reads so', async () => {
  const { page } = client;
  await page.route('**/api/v1/transparency', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { counted: { roots: { hash: string }[] } };
    for (const root of body.counted.roots) root.hash = 'A'.repeat(43) + '=';
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page
    .getByRole('alert')
    .getByText(/isn’t the one we show everybody/)
    .waitFor();
  await page.unroute('**/api/v1/transparency');
});

it('[U126] anybody reads the published sums without signing in', async () => {
  const visitor = await journey.person();
  await visitor.goesTo('/transparency');
  await visitor.page.getByText(/^\$10,050\.00, counted on /).waitFor();
  const held = visitor.page.getByRole('region', { name: 'What do we hold for them?' });
  await held.getByText('Paper money').waitFor();
  await held.getByText('$10,050.00').waitFor();
  await visitor.page.getByText('No withdrawals are on hold.').waitFor();
  await looksSound(visitor);
});

/** What everybody is shown that all clients are owed. */
async function published(): Promise<string | undefined> {
  const answer = await client.page.request.get('/api/v1/transparency');
  const { counted } = (await answer.json()) as { counted: { owed: { amount: string } } | null };
  return counted?.owed.amount;
}
