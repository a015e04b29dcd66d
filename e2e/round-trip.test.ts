import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../apps/api/test/process.ts';
import { logInAsAdmin, signUp } from './acts/access.ts';
import { approvesDeposit, deposits } from './acts/deposit.ts';
import {
  approvesWithdrawal,
  rejectsWithdrawal,
  returnsWithdrawal,
  setsFee,
  setsSuspension,
  setsWithdrawals,
} from './acts/manage.ts';
import { addsPaperMoney, cents, seesTotal, totalBalance } from './acts/money.ts';
import { closesTrade, seesPriceMove, trades } from './acts/trading.ts';
import {
  asksToWithdraw,
  confirmsByMail,
  confirmsFee,
  entersCode,
  fillsWithdrawal,
  seesWithdrawal,
} from './acts/withdrawal.ts';
import { centsOf, fromEntries, fromQuotes } from './recompute.ts';
import type { Entry, Explanation, Money } from './recompute.ts';
import { openBrowser } from './support/browser.ts';
import type { Journey } from './support/browser.ts';
import type { Person } from './support/person.ts';
import { openSite, untilMarketsAreOpen } from './support/site.ts';
import type { Site, SiteOptions } from './support/site.ts';

const account = {
  fullname: "أمينة O'Connor",
  email: 'amina@example.test',
  password: 'quiet harbour 27 lamps',
};
const RECORDED = ['forex', 'crypto', 'stocks'].map((name) => `${ROOT}../shared/data/market/${name}`);

describe('on the simulated market', () => {
  roundTrip(() => ({ env: { MARKET: 'simulated', MARKET_SEED: 'journey' }, aheadMs: untilMarketsAreOpen() }));
});

const recorded = RECORDED.every((folder) => existsSync(folder));
if (recorded) {
  describe('on recorded candles, replayed', () => {
    // A candle of fifteen minutes holds four quotes, so at this speed a price stands for about two seconds.
    roundTrip(() => ({ env: { MARKET: 'replay', MARKET_REPLAY_DIR: RECORDED.join(','), MARKET_REPLAY_SPEED: '100' } }));
  });
} else {
  process.stdout.write(
    `No recorded candles in ${RECORDED.join(', ')}: the round trip on replayed prices is left out.\n`,
  );
}

/** Two people, one client and one administrator, from signing up to the last cent, by what they can read on their screens. */
function roundTrip(options: () => SiteOptions): void {
  let site: Site;
  let journey: Journey;
  let client: Person;
  let admin: Person;

  beforeAll(async () => {
    site = await openSite(options());
    journey = await openBrowser(site);
    client = await journey.person();
    admin = await journey.person();
  });
  afterAll(async () => {
    await journey?.close();
    await site?.stop();
  });

  it('[S22] a client signs up with a name in Arabic and an apostrophe, logs in and adds paper money', async () => {
    await signUp(client, account);
    await client.page.getByRole('button', { name: `Account menu of ${account.fullname}` }).waitFor();
    await addsPaperMoney(client, '20000.00');
    await seesTotal(client, '$20,000.00');
    await logInAsAdmin(admin);
  });

  it('[S22] a deposit goes from the wizard through Manage into the balance, and no page is reloaded', async () => {
    await deposits(client, '2500.50', '$2,500.50');
    await client.marksPage();
    await admin.marksPage();
    await approvesDeposit(admin, account.email, '$2,500.50');
    await client.row('Deposit history', '$2,500.50', 'Approved').waitFor();
    await client.opens('Home');
    await seesTotal(client, '$22,500.50');
    await client.expectSamePage();
  });

  it('[S22] BUY and SELL become positions whose prices move, and one is closed', async () => {
    await client.opens('Market');
    await trades(client, { category: 'Crypto', asset: 'BTC', shown: 'BTC/USD', side: 'BUY', lots: '0.05' });
    await trades(client, { category: 'Forex', asset: 'EURJPY', shown: 'EUR/JPY', side: 'SELL', lots: '0.20' });
    await seesPriceMove(client, 'BTC/USD');
    await seesPriceMove(client, 'EUR/JPY');
    await closesTrade(client, 'Open positions', 'BTC/USD');
    await client.expectSamePage();
  });

  it('[S22] money leaves by bank and comes back when the bank returns it, and a refusal by Paypal brings it back with its reason', async () => {
    await asksToWithdraw(client, 'Bank', '100.00');
    await confirmsByMail(client, '$100.00');
    await seesWithdrawal(client, '$100.00', 'Bank', 'Pending');
    await approvesWithdrawal(admin, account.email, '$100.00', 'WIRE-2217');
    await seesWithdrawal(client, '$100.00', 'Bank', 'Approved');
    await client.presses('Details', client.row('Withdrawals', '$100.00', 'Bank'));
    await client.reads('WIRE-2217', client.dialog('Withdrawal of $100.00'));
    await client.page.keyboard.press('Escape');
    await returnsWithdrawal(admin, account.email, '$100.00', 'The bank sent it back');
    await seesWithdrawal(client, '$100.00', 'Bank', 'Returned');
    const { data } = await client.downloads<{ data: { action: string; reason: string | null }[] }>('/me/audit');
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'withdrawal.return', reason: 'The bank sent it back' },
      { action: 'withdrawal.approve', reason: null },
    ]);

    await asksToWithdraw(client, 'Paypal', '60.00');
    await confirmsByMail(client, '$60.00');
    await seesWithdrawal(client, '$60.00', 'Paypal', 'Pending');
    await rejectsWithdrawal(admin, account.email, '$60.00', 'The Paypal account is in another name');
    await seesWithdrawal(client, '$60.00', 'Paypal', 'Rejected');
    await client.presses('Details', client.row('Withdrawals', '$60.00', 'Paypal'));
    await client.reads('The Paypal account is in another name', client.dialog('Withdrawal of $60.00'));
    await client.page.keyboard.press('Escape');
    await client.expectSamePage();
  });

  it('[S22] a fee is shown before it is taken, and a code from the client’s own mail lets a withdrawal through', async () => {
    await setsFee(admin, '25.00', '1.50');
    await setsWithdrawals(admin, account.email, { billing: 'Enabled', code: 'Disabled' });
    await asksToWithdraw(client, 'Crypto', '333.33');
    await confirmsFee(client, { amount: '$333.33', percent: '1.50%', fee: '$5.00', net: '$328.33' });
    await confirmsByMail(client, '$333.33');
    await seesWithdrawal(client, '$333.33', '$328.33', 'Crypto', 'Pending');
    await approvesWithdrawal(admin, account.email, '$333.33', 'f4184fc596403b9d638783cf57adfe4c');
    await seesWithdrawal(client, '$333.33', 'Approved');

    await setsWithdrawals(admin, account.email, { billing: 'Enabled', code: 'Enabled' });
    await asksToWithdraw(client, 'CashApp', '200.00');
    await confirmsFee(client, { amount: '$200.00', percent: '1.50%', fee: '$3.00', net: '$197.00' });
    await entersCode(client, '$200.00');
    await seesWithdrawal(client, '$200.00', 'CashApp', 'Pending');
    await approvesWithdrawal(admin, account.email, '$200.00', 'CASH-88');
    await seesWithdrawal(client, '$200.00', 'Approved');
    await client.expectSamePage();
  });

  it('[S15] a suspended client reads why, closes what is open and still withdraws', async () => {
    await client.opens('Home');
    await setsSuspension(admin, account.email, 'Suspend', 'Identity check after a report');
    await client.reads('Your account is currently inactive');
    await client.seesFigure('Reason', 'Identity check after a report');
    await client.expectSamePage();
    await closesTrade(client, 'Active', 'EUR/JPY', 'SELL');
    await client.follows('Withdraw');
    await fillsWithdrawal(client, 'GCash', '150.00');
    await confirmsFee(client, { amount: '$150.00', percent: '1.50%', fee: '$2.25', net: '$147.75' });
    await entersCode(client, '$150.00');
    await seesWithdrawal(client, '$150.00', 'GCash', 'Pending');
    await setsSuspension(admin, account.email, 'Unsuspend', 'Identity confirmed');
    await client.opens('Home');
    await client.readsHeading('TOTAL BALANCE');
    await client.expectSamePage();
  });

  it('[S23] the balance on the screen is what separate code works out from exported entries and quotes', async () => {
    const entries = await everyEntry(client);
    const { data: closed } = await client.downloads<Page<Trade>>('/trades?state=closed&limit=200');
    const explained = await Promise.all(
      closed.map(({ id }) => client.downloads<Explanation>(`/trades/${id}/price-explanation`)),
    );
    const books = fromEntries(entries);
    const results = explained.map(fromQuotes);

    // SELL stores sell, and every result follows from its two quotes.
    expect(closed.map(({ symbol, side }) => `${symbol} ${side}`).toSorted()).toEqual(['BTC buy', 'EURJPY sell']);
    expect(explained.map(({ fills }) => fills[0]?.side)).toEqual(closed.map(({ side }) => side));
    expect(results).toEqual(closed.map(({ realized_pl }) => centsOf(realized_pl)));
    for (const [i, { id }] of closed.entries()) {
      const entry = entries.find((one) => one.event === 'trade_closed' && one.subject_id === id);
      expect(entry && centsOf(entry.change), 'the entry of a closed trade').toBe(results[i]);
    }
    expect(books.profit).toBe(results.reduce((sum, result) => sum + result, 0n));
    // What was put in, less what left: the bank's 100.00 came back.
    expect(books.total).toBe(2_250_050n + books.profit - (33_333n + 20_000n));
    expect(books.withdrawing).toBe(15_000n);

    expect(cents(await totalBalance(client))).toBe(books.total);
    expect(cents(await client.figure('DEPOSIT BALANCE'))).toBe(books.deposits);
    expect(cents(await client.figure('PROFIT BALANCE'))).toBe(books.profit);
    expect(cents(await client.figure('Available'))).toBe(books.cash);
    expect(cents(await client.figure('Being withdrawn'))).toBe(books.withdrawing);
  });

  it('[S24] no page broke the content policy or threw an error', () => {
    expect(journey.complaints).toEqual([]);
  });
}

type Page<Row> = { data: Row[]; next_cursor: string | null };
type Trade = { id: string; symbol: string; side: 'buy' | 'sell'; realized_pl: Money };

/** The whole export, a few entries a page, so that paging is part of it. */
async function everyEntry(client: Person): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page<Entry> = await client.downloads(`/me/entries?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
    entries.push(...page.data);
    cursor = page.next_cursor;
  }
  return entries;
}
