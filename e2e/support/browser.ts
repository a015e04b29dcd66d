import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BROWSER_FLAGS, ensureBrowser } from '../../scripts/browser.ts';
import { PATIENCE_MS } from './patience.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';

/**
 * Left out of the browser. The pages of the address bar's list are drawn for every person anew, seen by nobody, and cost more than a page of
 * ours. The others are those that Playwright leaves out: the browser takes the last such list alone.
 */
const LEFT_OUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const FLAGS = [`--disable-features=${LEFT_OUT.join(',')}`, ...BROWSER_FLAGS];

export type Journey = {
  /** A person with a browser of their own: own cookies, own storage. */
  person(options?: PersonOptions): Promise<Person>;
  close(): Promise<void>;
  /** Everything that any page complained about: content policy, errors that nobody caught, errors on the console. */
  complaints: string[];
};

export type PersonOptions = {
  width?: number;
  height?: number;
  /** The installed app's worker, where a test is about it: what it fetches can't be held up by a test. */
  worker?: boolean;
  /** Left out: moves are made right away, so that nothing is measured while it fades in. */
  motion?: boolean;
};

let running: Browser | undefined;

/** One for all files that a worker runs, because it takes a second to open; it ends with its worker. Contexts keep people apart. */
async function sharedBrowser(): Promise<Browser> {
  if (!running?.isConnected())
    running = await chromium.launch({ executablePath: ensureBrowser(), headless: true, args: FLAGS });
  return running;
}

/** All that this worker has open now, whoever opened it. */
export function openPages(): Page[] {
  return running?.contexts().flatMap((context) => context.pages()) ?? [];
}

export async function openBrowser(site: Pick<Site, 'url' | 'aheadMs'>): Promise<Journey> {
  const browser = await sharedBrowser();
  const complaints: string[] = [];
  const contexts = new Set<BrowserContext>();
  return {
    complaints,
    person: async (options = {}) => {
      const person = await newPerson(browser, site, complaints, options);
      const context = person.page.context();
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      return person;
    },
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

async function newPerson(
  browser: Browser,
  site: Pick<Site, 'url' | 'aheadMs'>,
  complaints: string[],
  options: PersonOptions,
): Promise<Person> {
  const { width = 1280, height = 900, motion = false, worker = false } = options;
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height },
    serviceWorkers: worker ? 'allow' : 'block',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(PATIENCE_MS);
  await listen(context, complaints);
  if (site.aheadMs > 0) await context.addInitScript(clockAhead(site.aheadMs));
  return new Person(await context.newPage(), complaints);
}

/** Collects what a page complains about from its first moment on. */
async function listen(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeBinding('reportPolicyViolation', (_, text: unknown) => {
    complaints.push(`content policy: ${String(text)}`);
  });
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => reportPolicyViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile + ':' + event.lineNumber))",
  );
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      // A refusal of the api and a server that is down are the browser's own notes; what the page makes of them is tested.
      const note = /^(?:Failed to load resource|WebSocket connection to)/.test(message.text());
      if (message.type() === 'error' && !note) complaints.push(`${page.url()}: ${message.text()}`);
    });
  });
}

/** The server's clock may be ahead; a person's clock would be too. Timers keep their pace. */
function clockAhead(ms: number): string {
  return `{
    const Machine = Date;
    globalThis.Date = class Date extends Machine {
      constructor(...given) { given.length === 0 ? super(Machine.now() + ${ms}) : super(...given); }
      static now() { return Machine.now() + ${ms}; }
    };
  }`;
}
