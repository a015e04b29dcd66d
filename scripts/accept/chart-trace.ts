import { chromium, type CDPSession } from 'playwright-core';
import type { Site } from '../../apps/api/test/site.ts';
import { call, cookiesOf } from '../../apps/api/test/http-client.ts';
import { untilMarketsAreOpen } from '../../e2e/support/site.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { onSite } from './on-site.ts';
import type { Result } from './row.ts';

export const title =
  'Market page with a chart and two indicators while quotes stream: no long task over 50 ms, at most 8 ms of script and layout a quote frame, by trace';
export const seconds = 90;
export const alone = true;

const SECONDS = 60;
/** The shell fetches what other pages need once this one is idle; scripts are compiled after their first runs. */
const SETTLES_MS = 10_000;
const LONG_TASK_MS = 50;
/** What a quote frame costs is what all of them cost, with everything else that the page did meanwhile, shared among them; as the cost of a frame to the server is. */
const FRAME_MS = 8;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', '__metadata'];
const INDICATORS = ['ema', 'rsi'];
/** What a page's own work shows as: script, and the working out of styles and places. */
const WORK = new Set([
  ...['FunctionCall', 'EvaluateScript', 'v8.run', 'RunMicrotasks', 'FireAnimationFrame', 'TimerFire', 'EventDispatch'],
  ...['Layout', 'UpdateLayoutTree', 'WebSocketReceive'],
]);

type Event = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
};
type Trace = { tasks: number[]; frames: number[]; worst: string };

export async function run(): Promise<Result> {
  await buildClient();
  return onSite({ processes: 1, env: { FAKE_NOW: `+${Math.round(untilMarketsAreOpen() / 1000)}s` } }, measure);
}

async function measure(site: Site): Promise<Result> {
  const client = await site.client('trace');
  const base = site.urls[0] ?? '';
  await call(base, {
    ...{ method: 'PUT', path: '/me/chart', cookie: client.cookie },
    body: {
      ...{ shown: 1, active: 0 },
      charts: [
        {
          ...{ symbol: null, interval: '1m', style: 'candles', compare: [] },
          indicators: INDICATORS.map((id, i) => ({ key: `k${i}`, id, settings: {} })),
        },
      ],
    },
  });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), headless: true, args: [...BROWSER_FLAGS] });
  try {
    const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookiesOf(client.cookie, base));
    const page = await context.newPage();
    await page.goto('/trades?symbol=EURUSD');
    await page.getByRole('application', { name: 'Price chart of EUR/USD' }).locator('canvas').first().waitFor();
    await page.getByRole('button', { name: `Indicators (${INDICATORS.length})` }).waitFor();
    // What loads once, however late, is no part of what a quote costs.
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const session = await context.newCDPSession(page);
    await new Promise((done) => setTimeout(done, SETTLES_MS));
    const { tasks, frames, worst } = read(await traced(session, SECONDS));
    const mean = frames.reduce((sum, ms) => sum + ms, 0) / Math.max(1, frames.length);
    const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.POSITIVE_INFINITY;
    const long = tasks.filter((ms) => ms > LONG_TASK_MS);
    return {
      ok: frames.length >= SECONDS && long.length === 0 && mean <= FRAME_MS,
      figures: `${frames.length} quote frames in ${SECONDS} s; script and layout a frame: mean ${mean.toFixed(1)} ms, 95 % under ${p95.toFixed(1)} ms, worst ${Math.max(...frames).toFixed(1)} ms; longest task ${Math.max(...tasks).toFixed(0)} ms${long.length > 0 ? `, ${long.length} over ${LONG_TASK_MS} ms (${worst})` : ''}`,
    };
  } finally {
    await browser.close();
  }
}

async function traced(session: CDPSession, seconds: number): Promise<Event[]> {
  const events: Event[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Event[])));
  const complete = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  });
  await new Promise((done) => setTimeout(done, seconds * 1000));
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** The page's main thread: how long its tasks took, and its own work from one frame of quotes to the next. Thread time where the trace has it: what other programs took is not the page's. */
function read(events: readonly Event[]): Trace {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const busiest = threads
    .map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid))
    .toSorted((a, b) => b.length - a.length)[0];
  const own = (busiest ?? []).toSorted((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const quotes = own.filter(({ name }) => name === 'WebSocketReceive').map(({ ts }) => ts);
  const frames = new Map(quotes.map((ts) => [ts, 0]));
  let until = 0;
  for (const event of own) {
    // What lies inside another one is counted with it.
    if (event.ph !== 'X' || !WORK.has(event.name) || event.ts < until) continue;
    until = event.ts + (event.dur ?? 0);
    const frame = quotes.findLast((ts) => ts <= event.ts);
    if (frame !== undefined) frames.set(frame, (frames.get(frame) ?? 0) + (event.tdur ?? event.dur ?? 0) / 1000);
  }
  const longest = tasks.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0];
  const inside = own.filter(
    ({ ts, ph, name }) =>
      longest !== undefined &&
      ph === 'X' &&
      name !== 'RunTask' &&
      ts >= longest.ts &&
      ts <= longest.ts + (longest.dur ?? 0),
  );
  const worst = inside.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0]?.name ?? 'nothing of the page';
  return { tasks: tasks.map(({ dur = 0, tdur }) => (tdur ?? dur) / 1000), frames: [...frames.values()], worst };
}
