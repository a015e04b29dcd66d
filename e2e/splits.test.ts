import { afterAll, beforeAll, expect, it } from 'vitest';
import { effectiveAt } from '../packages/domain/src/modules/corporate-actions/index.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { joins } from './support/seed.ts';
import { openSite } from './support/site.ts';
import type { Site } from './support/site.ts';

const DAY_MS = 86_400_000;
/** Long enough to start a server and to open a chart in a browser. */
const BEFORE_MS = 100_000;

/** The next moment at which an action of a share takes effect, and its day in New York. */
function nextEffective(nowMs: number): { exDate: string; at: Date } {
  for (let dayMs = nowMs; ; dayMs += DAY_MS) {
    const exDate = new Date(dayMs).toISOString().slice(0, 10);
    const at = effectiveAt('AAPL', exDate);
    if (at !== undefined && at.getTime() - BEFORE_MS > nowMs) return { exDate, at };
  }
}

let site: Site;
let journey: Journey;
let client: Person;
const split = nextEffective(Date.now());

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'splits' }, aheadMs: split.at.getTime() - BEFORE_MS - Date.now() });
  await site.database((database) =>
    database.query(
      `insert into ledger.corporate_action (id, type, symbol, new_rate, old_rate, ex_date, effective_at, source, source_time, recorded_at)
       values (gen_random_uuid(), 'split', 'AAPL', 4, 1, $1, $2, 'exchange', $3, $3)`,
      [split.exDate, split.at, new Date(split.at.getTime() - 3 * DAY_MS)],
    ),
  );
  journey = await openBrowser(site);
  client = await journey.person({ width: 1440 });
  await joins(client, { fullname: 'Split Client', email: 'split@example.test', password: 'quiet harbour 27 lamps' });
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

it('[H19] a chart that is open when a split takes effect has its bars in the new shares, and no fall', async () => {
  const { page } = client;
  await client.goesTo('/trades?symbol=AAPL');
  await client.presses('Show latest bars as a table');
  const rows = page.getByRole('region', { name: 'Latest bars' }).getByRole('row');
  const closes = async (): Promise<number[]> =>
    (await rows.allInnerTexts()).slice(1).map((text) => Number(text.split('\t')[4]?.replaceAll(',', '')));
  await expect.poll(async () => (await closes()).length, { timeout: BEFORE_MS }).toBe(30);
  const before = await closes();
  expect(Date.now() + site.aheadMs, 'the split came before the chart').toBeLessThan(split.at.getTime());
  await expect
    .poll(async () => Math.abs(4 * ((await closes())[29] ?? Number.NaN) - before[29]!), { timeout: 2 * BEFORE_MS })
    .toBeLessThan(0.05);
  for (const [i, close] of (await closes()).entries()) expect(Math.abs(4 * close - before[i]!)).toBeLessThan(0.05);
});
