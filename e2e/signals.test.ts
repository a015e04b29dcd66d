import type { SignalCoverage, SignalRecord } from '@clearbook/contracts/signals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFinds } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import { PATIENCE_MS } from './support/patience.ts';
import type { Person } from './support/person.ts';
import { sizes } from './support/sample.ts';
import { asks, joins } from './support/seed.ts';
import { sidewaysScroll } from './support/settled.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

let site: Site;
let journey: Journey;

beforeAll(async () => {
  // With demo data, so that the record has its backtest and there are open signals right away.
  site = await openSite({ env: { MARKET_SEED: 'signals', SEED_DEMO: 'true' }, aheadMs: untilMarketsAreOpen() });
  journey = await openBrowser(site);
});
afterAll(async () => {
  await journey?.close();
  await site?.stop();
});

describe.each(sizes('desktop'))('on a %s', (size, width, height) => {
  let client: Person;

  beforeAll(async () => {
    client = await journey.person({ width, height });
    await joins(client, {
      fullname: 'Ada Li',
      email: `signals-${size}@example.test`,
      password: 'quiet harbour 27 lamps',
    });
    await asks(client, 'POST', '/demo/top-up', { amount: '20000.00' });
  });
  afterAll(() => client.leaves());

  /** A new site works its backtest out in the background; until that is done rows come and go under the pointer. */
  const recordIsComplete = async () => {
    const hour = 3_600_000;
    const complete = async () => Date.parse((await asks<SignalRecord>(client, 'GET', '/signals/record')).until ?? '');
    const lastHour = Math.floor((Date.now() + site.aheadMs) / hour) * hour;
    await expect.poll(complete, { timeout: 2 * PATIENCE_MS, interval: 250 }).toBeGreaterThanOrEqual(lastHour);
  };

  it('[V21] [S26] the record leads the page, losers included, and promises nothing', async () => {
    const { page } = client;
    await recordIsComplete();
    await client.goesTo('/signal');
    await client.arrivesAt('Signal');
    const record = page.getByRole('region', { name: 'Track record' });
    await client.reads('Past results don’t predict future ones.', record);
    await client.reads('No one could have traded them', record);
    await client.seesFigure('Ended', /^\d,\d{3}$/, record);
    await client.seesFigure('Average result', /−0\.\d\d R$/, record);
    await record.getByRole('table', { name: 'By rule' }).getByText('Channel breakout').waitFor();
    const ended = record.getByRole('table', { name: 'Ended signals' });
    await ended.getByText('Stopped').first().waitFor();
    await client.presses('Next', record);
    await client.reads(/^Page 2 of \d+$/, record);
    const back = record.getByRole('button', { name: 'Previous', exact: true });
    await back.press('Enter');
    await client.reads(/^Page 1 of \d+$/, record);
    await back.and(page.locator(':focus[aria-disabled="true"]')).waitFor();
    await record.getByRole('button', { name: 'Details' }).first().click();
    const details = client.dialog('Signal');
    await details.getByRole('group', { name: 'Price around the signal' }).waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings[0]).toBe('Track record');
    await client.switchesThemeInAnotherTab(size === 'phone' ? 'dark' : 'light');
    expect(await sidewaysScroll(client, width)).toBe(0);
    expect((await axeFinds(page)).map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([]);
  });

  it('[V25] who is not signed in reads the whole record, its rules and the ended signals, and is asked for nothing', async () => {
    const visitor = await journey.person({ width, height });
    await recordIsComplete();
    await visitor.goesTo('/signal');
    const record = visitor.page.getByRole('region', { name: /record$/ });
    await record.waitFor();
    await visitor.seesFigure('Average result', /−?0\.\d\d R$/, record);
    await record.getByRole('table', { name: 'Ended signals' }).getByText('Stopped').first().waitFor();
    await record.getByText('How we calculate and score signals').click();
    await visitor.reads(/Channel breakout/, record);
    await expect.poll(() => visitor.page.getByRole('button', { name: 'Details' }).count()).toBe(0);
    await looksSound(visitor);
    await visitor.leaves();
  });

  it('[V18] [V19] a client chooses another instrument, buys more strength, and sees signals for all at once', async () => {
    const { page } = client;
    await client.goesTo('/signal');
    const mine = page.getByRole('region', { name: 'Your instruments' });
    await client.reads('Your signal strength of 1% covers 1 of 77 instruments.', mine);
    await client.presses('Choose instruments', mine);
    const dialog = client.dialog('Choose instruments');
    const field = dialog.getByRole('combobox', { name: 'Instruments with signals' });
    await field.press('Backspace');
    await field.fill('BTC');
    await page.getByRole('listbox').getByRole('option', { name: 'BTC/USD' }).click();
    await client.presses('Save choice', dialog);
    await client.reads('Instruments saved');
    await client.reads('BTC/USD', mine);

    await client.presses('Buy Signal unlimited for $500.00');
    await client.presses('Pay $500.00', client.dialog('Buy Signal unlimited?'));
    await client.reads('You see signals for all instruments.', mine);
    expect((await asks<SignalCoverage>(client, 'GET', '/signals/coverage')).covered).toHaveLength(77);
  });

  it('[V22] a signal is used: the ticket is filled in, and the client decides', async () => {
    const { page } = client;
    await client.goesTo('/signal');
    const current = page.getByRole('list', { name: 'Current signals' });
    // Crypto trades at every hour, whatever the calendar says.
    const card = current.getByRole('listitem').filter({ hasText: '/USD' }).first();
    await card.waitFor();
    const buys = (await card.getByText('BUY', { exact: true }).count()) > 0;
    const shown = (await card.innerText()).split('\n')[0] ?? '';
    await client.follows('Use this signal', card);
    await client.arrivesAt('Market');
    const ticket = page.getByRole('region', { name: 'Place a trade' });
    await client.reads('Press the button to place the trade.', ticket);
    await client.seesFigure('Stop', /^[\d,.]+$/, ticket);
    const lots = await ticket.getByLabel('Lot size', { exact: true }).inputValue();
    expect(lots).toMatch(/^\d+\.\d\d$/);
    await expect.poll(() => ticket.getByLabel('Amount', { exact: true }).inputValue()).toMatch(/^\d+\.00$/);
    await client.presses(buys ? 'BUY' : 'SELL', ticket);
    await client.reads('Trade Placed Successfully');
    await client.row('Open positions', shown, buys ? 'BUY' : 'SELL').waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
