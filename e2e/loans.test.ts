import type { Account } from '@clearbook/contracts/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opensUser } from './acts/manage.ts';
import { cents } from './acts/money.ts';
import { closesTrade, trades } from './acts/trading.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import { looksSound } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { asks, entersAsAdmin, entersSession, joins } from './support/seed.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site } from './support/site.ts';

const account = { fullname: 'Linnéa Åström', email: 'linnea@example.test', password: 'quiet harbour 27 lamps' };

/** A client borrows, trades with it and repays, and an administrator decides about it in another browser. */
describe('a loan', () => {
  let site: Site;
  let journey: Journey;
  let client: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await openSite({ env: { MARKET_SEED: 'loans' }, aheadMs: untilMarketsAreOpen() });
    journey = await openBrowser(site);
    [client, admin] = [await journey.person(), await journey.person()];
    await joins(client, account);
    await entersAsAdmin(admin);
    for (const amount of ['100000.00', '100000.00', '100000.00'])
      await asks(client, 'POST', '/demo/top-up', { amount });
    const { id } = await asks(client, 'GET', '/me');
    const credit = { direction: 'credit', amount: '100000.00', reason: 'Opening balance from another broker' };
    await asks(admin, 'POST', `/admin/users/${id}/adjustments`, credit);
    await client.goesTo('/dashboard');
    await admin.goesTo('/all-user');
  });
  afterAll(async () => {
    await journey?.close();
    await site?.stop();
  });

  it('[B1] [B5] the levels show what they cost, and which one this client’s portfolio is large enough for', async () => {
    await client.opens('Trading Loan');
    const one = client.page.getByRole('article', { name: 'Level 1' });
    await client.reads('$2,000,000.00', one);
    await client.seesFigure('Term', '25 days', one);
    await client.seesFigure('Interest', '12.17% a year, simple', one);
    await client.seesFigure('Daily interest', '$666.85', one);
    await client.seesFigure('Total to repay', '$2,016,671.25', one);
    await client.seesFigure('Portfolio needed', '$350,000.00', one);
    await client.seesFigure('Your portfolio (equity)', '$400,000.00', one);
    await client.reads('Your portfolio is large enough', one);
    const two = client.page.getByRole('article', { name: 'Level 2' });
    await client.seesFigure('Total to repay', '$5,150,040.80', two);
    await client.reads('Your portfolio is $100,000.00 short', two);
    await expect.poll(() => two.getByRole('button', { name: 'Apply for level 2' }).isDisabled()).toBe(true);
  });

  it('[B2] [B4] the form keeps what was typed, says what is missing, shows the schedule, and Proceed makes a pending deposit', async () => {
    await client.presses('Apply for level 1');
    await client.arrivesAt('Loan application');
    const name = client.page.getByLabel('Full name', { exact: true });
    expect([await name.inputValue(), await name.isEditable()]).toEqual([account.fullname, false]);
    await client.presses('Proceed');
    await client.reads('Enter your total monthly income');
    await client.reads('Tell us your goals');
    await client.types('Total monthly income', '6250.50');
    await client.types('Goals', 'A steadier year: euro against dollar, small positions.');
    await client.presses('Show the schedule');
    await client.row('Repayment schedule', 'Day 1', '$666.85', '$2,000,666.85').waitFor();
    await client.reads('Day 25: $2,016,671.25 owed in total if you repay nothing earlier.');
    await client.presses('Proceed');
    await client.reads('Loan Applied Successfully');
    await client.arrivesAt('Trading Loan');
    await client.readsHeading('Your application');
    await client.reads('You already have an open or pending loan.');
    await client.opens('Deposit history');
    await client.row('Deposit history', '$2,000,000.00', 'Loan', 'Pending').waitFor();
    await client.marksPage();
  });

  it('[B6] [B7] the administrator reads income, goals and portfolio, approves, and the client sees it without a reload', async () => {
    await admin.picksTab('Deposit');
    await admin
      .row('Deposit', account.email, '$2,000,000.00', 'Loan')
      .getByRole('link', { name: account.email })
      .click();
    await admin.readsHeading('Loan application');
    await admin.seesFigure('Total monthly income', '$6,250.50');
    await admin.seesFigure('Goals', 'A steadier year: euro against dollar, small positions.');
    await admin.seesFigure('Portfolio (equity) now', /^\$400,000\.00/);
    await admin.reads('Large enough');
    await looksSound(admin);
    await admin.presses('Approve');
    await admin.presses('Approve', admin.dialog('Approve this loan?'));
    await admin.reads('Loan approved');
    await admin.arrivesAt('Manage');
    await admin.row('Deposit', '$2,000,000.00', 'Loan', 'Approved').waitFor();

    await opensUser(admin, account.email);
    await admin.seesFigure('of which borrowed', '$2,000,000.00');

    await client.row('Deposit history', '$2,000,000.00', 'Loan', 'Approved').waitFor();
    await client.expectSamePage();
    await client.opens('Home');
    await client.reads(/^of which borrowed/i);
    expect(cents(await client.figure('DEPOSIT BALANCE'))).toBe(30_000_000n);
    const { data } = await client.downloads<{ data: { values?: unknown; subject: string }[] }>('/me/mailbox');
    expect(data.map(({ subject }) => subject)).toContain('Your trading loan was approved');
  });

  it('[B12] [B15] it can be traded, never withdrawn, and the margin of everything open stays within equity', async () => {
    await client.opens('Withdrawals');
    await client.follows('Make withdrawal');
    await client.presses('Bank');
    await client.seesFigure('Withdrawable', '$400,000.00');
    await client.reads('You owe $2,000,000.00. You can trade borrowed money but not withdraw it.');
    await client.opens('Market');
    await trades(client, { category: 'Forex', asset: 'EURUSD', shown: 'EUR/USD', side: 'BUY', lots: '10' });
    const ticket = client.page.getByRole('region', { name: 'Place a trade' });
    await client.types('Lot size', '80', ticket);
    await client.types('Amount', '1500000.00', ticket);
    await client.presses('SELL', ticket);
    await client.reads(/^While you owe a loan, your total required margin/, ticket);
    await closesTrade(client, 'Open positions', 'EUR/USD');
  });

  it('[B9] two days later two days are charged, and told among the notifications', async () => {
    await site.kill();
    await site.start(2 * 86_400_000);
    await entersSession(client, account);
    await client.goesTo('/trading-plans');
    await client.seesFigure('Principal left', '$2,000,000.00');
    await client.seesFigure('Interest so far', '$1,333.70');
    await client.seesFigure('You owe', '$2,001,333.70');
    await looksSound(client);
    await client.opens('Notifications');
    await client.reads('Interest on your trading loan');
    await client.reads(/Interest for \d{4}-\d\d-\d\d \(UTC\) is \$666\.85\. You now owe \$2,001,333\.70\./);
  });

  it('[B10] repaid in part and whole, interest first, from the available balance; nothing is borrowed afterwards', async () => {
    await client.opens('Trading Loan');
    await client.types('Amount to repay', '3000000.00');
    await client.presses('Repay');
    await client.reads('You owe $2,001,333.70. Enter that much or less');
    await client.types('Amount to repay', '501333.70');
    await client.reads('$1,333.70 goes to interest and $500,000.00 to principal.');
    await client.presses('Repay');
    await client.seesFigure('You owe', '$1,500,000.00');
    await client.seesFigure('Daily interest', '$500.14');
    await client.row('Activity', 'Repaid', '$501,333.70').waitFor();
    await client.presses('Repay everything I owe');
    await client.presses('Repay');
    await client.row('History', 'Level 1', '$2,000,000.00', '$1,333.70', 'Repaid').waitFor();
    await client.page.getByRole('button', { name: 'Apply for level 1' }).waitFor();
    const figures = await client.downloads<Account>('/me/account');
    expect(figures.borrowed.amount).toBe('0.00');
    expect(figures.withdrawable).toEqual(figures.available);
  });

  it('[S24] no page broke the content policy or threw an error', () => {
    expect(journey.complaints).toEqual([]);
  });
});
