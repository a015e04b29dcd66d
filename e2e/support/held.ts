import type { Page, Route } from 'playwright-core';
import { messages } from '@clearbook/contracts/messages';

/** Who somebody is and what the site is called: without these answers there is no page at all. */
const FIRST = new Set(['/api/v1/me', '/api/v1/settings/public']);
/** What the frame around every page asks for. Its failing is no failure of the page. */
const FRAME =
  /^\/api\/v1\/(?:stream|quotes|instruments$|signals$|market\/status|notifications$|push|admin\/(?:queues|integrity|mail|wallets)$)/;

export type Intercepted = {
  /** What the page itself asked for, as far as it was kept from it. */
  asked: Set<string>;
  /** Requests go their way again. */
  ends(): Promise<void>;
};

/** No answer comes to what this page asks of the api. */
export function holdsAnswers(page: Page): Promise<Intercepted> {
  return intercepts(page, () => undefined);
}

/** The api fails at whatever this page asks, with the body that it then has. */
export function failsAnswers(page: Page): Promise<Intercepted> {
  return intercepts(page, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json; charset=utf-8',
      body: JSON.stringify({
        type: 'urn:clearbook:problem:server.failed',
        title: 'Internal Server Error',
        status: 500,
        code: 'server.failed',
        detail: messages.common.failed,
        fields: [],
        request_id: '01900000-0000-7000-8000-000000000000',
      }),
    }),
  );
}

async function intercepts(page: Page, answer: (route: Route) => Promise<void> | undefined): Promise<Intercepted> {
  const asked = new Set<string>();
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/v1/') && !FIRST.has(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() !== 'GET') return route.continue();
      if (!FRAME.test(pathname)) asked.add(pathname);
      return answer(route);
    },
  );
  return { asked, ends: () => page.unrouteAll({ behavior: 'ignoreErrors' }) };
}
