import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { asks, joins, openTrade } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const ada = { fullname: 'Ada Client', email: 'ada@example.test', password: 'quiet harbour 27 lamps' };

let site: Site;
let journey: Journey;
let client: Person;

beforeAll(async () => {
  site = await openSite({ env: { MARKET_SEED: 'performance' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
  client = await journey.person();
  await joins(client, ada);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

const region = (name: string) => client.page.getByRole('region', { name, exact: true });

describe('Home is the person’s money', () => {
  it('[PF13] begins with paper money and three steps, and shows the account’s value once there is some', async () => {
    await client.goesTo('/dashboard');
    await client.readsHeading('TOTAL BALANCE');
    const steps = region('First steps');
    await steps.getByText('Place your first trade').waitFor();
    await expect.poll(() => steps.getByRole('img', { name: 'To do' }).count()).toBe(3);
    await region('Account value').getByText('No history yet').waitFor();
    await client.presses('Add paper money');
    await steps.getByRole('img', { name: 'Done' }).first().waitFor();
    await region('Account value').getByText('$10,000.00', { exact: true }).first().waitFor();
  });

  it('[PF13] the curve is read by keyboard and as a table, and the eye hides its amounts', async () => {
    const panel = region('Account value');
    const slider = panel.getByRole('slider', { name: 'Point in time' });
    await slider.focus();
    await client.page.keyboard.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: \$0\.00$/);
    await client.page.keyboard.press('End');
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toMatch(/UTC: \$10,000\.00 · Deposited \$10,000\.00$/);
    await panel.getByText('Show as a table').click();
    await panel.getByRole('row', { name: /\$10,000\.00 \$10,000\.00/ }).waitFor();
    await panel.getByRole('button', { name: 'All time' }).click();
    await panel.getByText('Since you started').waitFor();
    await client.presses('Hide balance');
    await panel.getByText('******').first().waitFor();
    await expect.poll(() => panel.innerText()).not.toMatch(/\$\d/);
    await client.presses('Show balance');
  });

  it('[PF13] open positions, what waits and the allocation appear as they come about', async () => {
    await openTrade(client, 'BTC', 'buy', '0.02', '2000.00');
    await asks(client, 'POST', '/deposits', { amount: '250.00', method: 'bitcoin' });
    await client.goesTo('/dashboard');
    await region('Open positions').getByText('BTC/USD').waitFor();
    await region('Waiting').getByRole('link', { name: 'Deposit of $250.00 awaits your payment' }).waitFor();
    await region('Allocation').getByText('BTC/USD').waitFor();
    await region('Market').getByRole('tab', { name: 'Movers' }).click();
    await region('Market').getByRole('button').nth(5).waitFor();
  });
});

describe('Your performance', () => {
  it('[PF14] [PF8] shows each figure with its formula and leads to the trades behind it', async () => {
    for (const [symbol, side] of [
      ['ETH', 'buy'],
      ['SOL', 'sell'],
    ] as const) {
      const id = await openTrade(client, symbol, side, '0.10', '900.00');
      await asks(client, 'POST', `/trades/${id}/close`, {});
    }
    await client.opens('Your performance');
    await client.readsHeading('Your performance');
    const figures = region('Figures');
    await figures.getByText('Win rate').waitFor();
    await figures.getByText('Formula').first().click();
    await figures.getByText('Sum of results. A result is').waitFor();
    await client.page.getByRole('button', { name: 'Show only: ETH/USD' }).click();
    const behind = client.page.getByRole('table', { name: 'Trades behind these figures' });
    await behind.getByRole('row', { name: /ETH\/USD/ }).waitFor();
    await behind.getByRole('row', { name: /SOL\/USD/ }).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(client.page.url()).searchParams.get('symbol')).toBe('ETH');
    await client.page.reload();
    await figures.getByRole('button', { name: 'See 1 trade' }).first().waitFor();
    await client.presses('Clear filters');
    await figures.getByRole('button', { name: 'See 2 trades' }).first().waitFor();
  });

  it('[PF11] keeps a note and tags with a trade, shows hostile text letter for letter, and narrows by a tag', async () => {
    const note = '<img src=x onerror="document.title=1"> late entry';
    await client.page.getByRole('table', { name: 'Trades behind these figures' }).getByText('ETH/USD').click();
    await client.page.getByLabel('Note').fill(note);
    await client.page.getByLabel('Tags').fill('breakout, =late');
    await client.presses('Save journal');
    await client.page.getByText('Journal saved.').waitFor();
    await client.page.keyboard.press('Escape');
    await client.page.getByRole('cell', { name: `breakout =late ${note}` }).waitFor();
    await client.page.getByLabel('Tag', { exact: true }).selectOption('breakout');
    await region('Figures').getByRole('button', { name: 'See 1 trade' }).first().waitFor();
    await client.presses('Clear filters');
  });

  it('[PF14] the calendar is walked by arrow keys, and a day narrows everything to its trades', async () => {
    const calendar = region('Calendar');
    const day = calendar.getByRole('button', { name: /2 trades/ });
    await day.focus();
    await client.page.keyboard.press('ArrowLeft');
    await calendar
      .getByRole('button', { name: /no trades/, disabled: true })
      .first()
      .waitFor();
    await client.page.keyboard.press('ArrowRight');
    await client.page.keyboard.press('Enter');
    await client.page.getByRole('button', { name: /^Remove filter: Closed/ }).waitFor();
    await client.presses('Clear filters');
  });

  it('[PF10] hands out the year’s gains as files with the totals of the page', async () => {
    const year = (await client.page.getByLabel('Year', { exact: true }).inputValue()).trim();
    const { totals } = await asks<{ totals: { lines: number; net: { amount: string } } }>(
      client,
      'GET',
      `/me/gains?year=${year}`,
    );
    expect(totals.lines).toBe(2);
    const file = await client.page.request.get(`/api/v1/me/gains.csv?year=${year}`);
    expect((await file.text()).trimEnd().endsWith(`,${totals.net.amount}`)).toBe(true);
    for (const name of ['Download CSV', 'Download JSON'])
      await expect.poll(() => client.page.getByRole('link', { name }).getAttribute('href')).toContain(`year=${year}`);
  });

  it.each(['light', 'dark'])('[PF14] axe finds nothing, and nothing scrolls sideways (%s)', async (theme) => {
    await client.page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    for (const width of [1_440, 390, 320]) {
      for (const path of ['/performance', '/dashboard']) {
        await client.goesTo(path);
        expect(await sidewaysScroll(client, width), `${path} ${width}`).toBe(0);
        expect(await axeFinds(client.page), `${path} ${width}`).toEqual([]);
      }
    }
  });
});
