import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { cookiesOf } from '../../apps/api/test/http-client.ts';
import type { Site } from '../../apps/api/test/site.ts';
import { laySlowLine } from '../../e2e/support/slow-line.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'Over 400 kbit/s with 300 ms there and back, a client who comes back sees the frame of the page within 1.5 s, without a connection the page that says so; the median of nine each';
export const seconds = 120;
export const alone = true;

const SLOW = { bitsPerSecond: 400_000, roundTripMs: 300 };
const LIMIT_MS = 1_500;
const ROUNDS = 9;

export async function run(): Promise<Result> {
  await buildClient();
  return onSite({ processes: 1, rateLimits: false }, measure);
}

async function measure(site: Site): Promise<Result> {
  const { cookie } = await site.client('commuter');
  const line = await laySlowLine(Number(new URL(site.urls[0] ?? '').port), SLOW);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), headless: true, args: [...BROWSER_FLAGS] });
  try {
    const context = await browser.newContext({ baseURL: line.url, viewport: { width: 390, height: 844 } });
    await context.addCookies(cookiesOf(cookie, line.url));
    const first = await visits(context, framed, balanced);
    const slow: Visit[] = [];
    for (let round = 0; round < ROUNDS; round += 1) slow.push(await visits(context, framed, balanced));
    await context.setOffline(true);
    const offline: Visit[] = [];
    for (let round = 0; round < ROUNDS; round += 1) offline.push(await visits(context, saysOffline));
    const [frame, balance, away] = [median(slow, 'frame'), median(slow, 'balance'), median(offline, 'frame')];
    return {
      ok: frame <= LIMIT_MS && away <= LIMIT_MS,
      figures: `come back: frame ${frame.toFixed(0)} ms, balance ${balance.toFixed(0)} ms; first visit: frame ${first.frame.toFixed(0)} ms, balance ${first.balance.toFixed(0)} ms; offline: ${away.toFixed(0)} ms`,
    };
  } finally {
    await browser.close();
    await line.close();
  }
}

type Visit = { readonly frame: number; readonly balance: number };

/** A tab of its own, from pressing Enter on: milliseconds until its frame is there, and its balance. */
async function visits(
  context: BrowserContext,
  frame: (page: Page) => Promise<unknown>,
  balance?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const page = await context.newPage();
  const from = performance.now();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await frame(page);
  const framedAt = performance.now() - from;
  await balance?.(page);
  const balancedAt = performance.now() - from;
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.close();
  return { frame: framedAt, balance: balancedAt };
}

const framed = (page: Page) => page.getByRole('navigation').first().waitFor();
const balanced = (page: Page) =>
  page
    .getByText(/^\$[\d,]+\.\d{2}$/)
    .first()
    .waitFor();
const saysOffline = (page: Page) => page.getByRole('heading', { name: 'You’re offline' }).waitFor();

function median(visited: readonly Visit[], of: keyof Visit): number {
  return visited.map((one) => one[of]).toSorted((a, b) => a - b)[visited.length >> 1] ?? Number.POSITIVE_INFINITY;
}
