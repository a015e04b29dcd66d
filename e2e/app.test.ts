import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Ines Duarte', email: 'ines@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'app' } });
  journey = await openBrowser(site);
  client = await journey.person({ worker: true });
  await joins(client, account);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const ready = () => client.page.evaluate('navigator.serviceWorker.ready.then(() => true)');

it('[IA1] the browser finds the site installable', async () => {
  await client.goesTo('/dashboard');
  await ready();
  const session = await client.page.context().newCDPSession(client.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A browser whose windows keep nothing, as in tests, installs nothing either.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of icons) {
    const size = await client.page.evaluate(
      `fetch(${JSON.stringify(src)}).then((it) => it.blob()).then(createImageBitmap).then(({ width, height }) => width + 'x' + height)`,
    );
    expect(size, src).toBe(sizes);
  }
});

it('[IA2] without a connection it says that nothing is current, keeps nothing of the account, and comes back', async () => {
  await client.page.reload();
  await client.goesTo('/statement');
  await client.page.context().setOffline(true);
  // The worker, which a page asks first, is cut off a moment later than the page.
  const [worker] = client.page.context().serviceWorkers();
  const asked = () => worker?.evaluate(`fetch('/sw.js', { cache: 'no-store' }).then(() => 'online', () => 'offline')`);
  await expect.poll(asked).toBe('offline');
  await client.page.goto('/withdrawals');
  await client.readsHeading('You’re offline');
  await client.reads('no balances, no prices, no positions');
  expect(await axeFinds(client.page)).toEqual([]);
  const kept = await client.page.evaluate(`(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);
  expect(kept).toEqual(['/offline']);
  await client.page.context().setOffline(false);
  await client.follows('Try again');
  await client.arrivesAt('Withdrawals');
});

it('[IA3] a newer build waits until the person reloads, and what they typed stays until then', async () => {
  await client.goesTo('/update-email');
  await client.marksPage();
  const field = client.page.getByRole('textbox', { name: /email/i }).first();
  await field.fill('half@example.test');
  // The same worker under another name is another one, as a newer build's is.
  await client.page.evaluate(`navigator.serviceWorker.register('/sw.js?newer').then(() => null)`);
  await client.reads('A new version is ready.');
  await client.expectSamePage();
  await expect.poll(() => field.inputValue()).toBe('half@example.test');
  await client.presses('Later');
  await client.expectSamePage();
  const headers = await client.page.evaluate(() =>
    fetch('/sw.js').then((answer) => answer.headers.get('cache-control')),
  );
  expect(headers).toBe('no-cache');
});
