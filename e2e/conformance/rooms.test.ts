import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';
import { asks } from '../support/seed.ts';
import { addressOf, arrivesAtPath, fieldSays, PASSWORD, readsAll, stage } from './support.ts';

const on = stage('conformance-rooms');

/** A picture that a person could have taken. */
async function picture(person: Person): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: 'picture.png', mimeType: 'image/png', buffer: await person.page.screenshot() };
}

it('[K12] the account hub shows the picture, whether the account is verified, and its seven tiles', async () => {
  const client = await on.client('Hub Reader');
  await client.goesTo('/account');
  await client.arrivesAt('Account');
  await client.reads('Not verified');
  const main = client.page.getByRole('main');
  const tiles = [
    ['Deposit', '/deposit'],
    ['Withdrawal', '/withdrawals'],
    ['Buy Crypto', '/buy-crypto'],
    ['Identity Verification', '/identity'],
    ['Update Profile Picture', '/profile-pic'],
    ['Update Email', '/update-email'],
    ['Update Password', '/change-password'],
  ] as const;
  const hrefs = await Promise.all(
    tiles.map(([name]) =>
      main
        .getByRole('link', { name: new RegExp(`^${name}\\b`) })
        .first()
        .getAttribute('href'),
    ),
  );
  expect(hrefs.map((href, i) => href === tiles[i]?.[1] || (href === '/select-withdrawal' && i === 1))).toEqual(
    tiles.map(() => true),
  );
  for (const [name, path] of tiles.slice(2)) {
    await client.goesTo('/account');
    await main
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();
    await arrivesAtPath(client, path);
  }
});

it('[K13] identity asks for both sides and shows each document’s state', async () => {
  const client = await on.client('Identity Reader');
  await client.goesTo('/identity');
  await client.arrivesAt('Identity Verification');
  await client.presses('Submit');
  await client.reads('Please upload both Front and Back ID images before submitting.');
  const image = await picture(client);
  await client.page.getByLabel('Front of ID').setInputFiles(image);
  await client.presses('Submit');
  await client.reads('Please upload both Front and Back ID images before submitting.');
  await client.page.getByLabel('Back of ID').setInputFiles(image);
  await client.presses('Submit');
  await client.reads('Upload Successful');
  await client.reads('We’re checking your documents.');
  expect(await client.downloads('/identity')).toMatchObject({ status: 'pending' });
});

it('[K14] a profile picture needs a file, is cropped and shows in the header', async () => {
  const client = await on.client('Picture Reader');
  await client.goesTo('/profile-pic');
  await client.arrivesAt('Update Profile Picture');
  await client.presses('Save picture');
  await client.reads('Please select a file first');
  await client.page.getByLabel('Image', { exact: true }).setInputFiles(await picture(client));
  await client.page.getByRole('slider', { name: 'Zoom' }).waitFor();
  await client.presses('Save picture');
  await client.reads('Upload Successful');
  await client.page
    .getByRole('banner')
    .getByRole('img', { name: /Profile picture|Picture Reader/ })
    .or(client.page.getByRole('button', { name: 'Account menu of Picture Reader' }).locator('img'))
    .first()
    .waitFor();
});

it('[K15] a new email address needs the password and is confirmed from its own mailbox', async () => {
  const client = await on.client('Address Reader');
  await client.goesTo('/update-email');
  await client.arrivesAt('Update Email');
  await client.presses('Update Email');
  await client.reads('Please fill in all fields');
  await client.types('New email', 'not an address');
  await client.types('Password', 'not the password');
  await client.presses('Update Email');
  await client.reads('Invalid email address. Please enter a valid email.');
  await client.types('New email', 'moved.reader@example.test');
  await client.presses('Update Email');
  await client.reads('Incorrect password. Please try again.');
  await client.types('Password', PASSWORD);
  await client.presses('Update Email');
  await client.reads('Verification email sent to the new email address.');
  // By its subject: the mail that welcomed this client has a link to the same page, and was there before.
  const linkInMail = async (): Promise<string> => {
    const { data } = await client.downloads<{ data: { subject: string; text: string }[] }>('/me/mailbox');
    const mail = data.find(({ subject }) => subject.startsWith('Confirm your new email address'));
    return /\/confirm-email#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(linkInMail).not.toBe('');
  const link = await linkInMail();
  await client.goesTo('/account');
  await client.goesTo(link);
  await client.presses('Confirm email');
  await client.reads('Email updated successfully!');
  expect(await client.downloads('/me')).toMatchObject({ email: 'moved.reader@example.test' });
});

it('[K18] the signal plans have the specification’s names, prices and boosts', async () => {
  const client = await on.client('Signal Reader');
  await asks(client, 'POST', '/demo/top-up', { amount: '5000.00' });
  await client.goesTo('/signal');
  await client.arrivesAt('Signal');
  const plans = [
    ['Signal unlimited', '$500.00', '100% for 30 days'],
    ['Basic', '$1,000.00', '+5%'],
    ['Silver', '$2,000.00', '+12%'],
    ['Gold', '$3,000.00', '+25%'],
    ['Diamond', '$4,000.00', '+35%'],
  ] as const;
  for (const [name, price, boost] of plans) {
    const card = client.page
      .getByRole('article')
      .filter({ has: client.page.getByRole('heading', { name, exact: true }) });
    await client.reads(name);
    await card.getByText(price).first().waitFor();
    await card.getByText(boost).first().waitFor();
  }
  await client.presses('Buy Basic for $1,000.00');
  await client.presses('Pay $1,000.00', client.page.getByRole('dialog'));
  await expect
    .poll(async () => (await client.downloads<{ signal_strength: number }>('/me/account')).signal_strength)
    .toBe(6);
});

it('[K19] the packages have the specification’s prices and mark-ups and show what this client would get', async () => {
  const [client, admin] = [await on.client('Package Reader'), await on.admin()];
  await asks(client, 'POST', '/demo/top-up', { amount: '9000.00' });
  await client.goesTo('/upgrade');
  await client.arrivesAt('Upgrade');
  const { data } = await client.downloads<{
    data: { id: string; name: string; price: { amount: string }; markup: string }[];
  }>('/packages');
  expect(data.map(({ id, name, price }) => [id, name, price.amount])).toEqual([
    ['raw', 'Raw', '2500.00'],
    ['zero', 'Zero', '4000.00'],
    ['gold', 'Gold', '5000.00'],
    ['gold-2', 'Gold', '10000.00'],
  ]);
  await readsAll(
    client,
    '$2,500.00',
    '$4,000.00',
    '$5,000.00',
    '$10,000.00',
    '0.8 pips',
    '1.2 pips',
    '0.3 pips',
    '0.2 pips',
    '30:1',
    'All 77 instruments',
  );
  await expect.poll(() => client.page.getByText('1:500').count()).toBe(0);
  await expect.poll(() => client.page.getByRole('link', { name: 'Add Trading Plan' }).count()).toBe(0);
  await client.presses('Buy Raw for $2,500.00');
  await client.presses('Pay $2,500.00', client.page.getByRole('dialog'));
  await client.reads('Raw is yours');
  // What would improve nothing is not for sale: Zero has a wider spread than Raw.
  await client.page.getByText('This package wouldn’t improve anything for you').first().waitFor();
  await admin.goesTo('/upgrade');
  await expect
    .poll(() => admin.page.getByRole('link', { name: 'Add Trading Plan' }).getAttribute('href'))
    .toBe('/add-upgrade');
});

it('[K30] a plan is added feature by feature, and nothing may be missing', async () => {
  const [admin, client] = [await on.admin(), await on.client('New Plan Reader')];
  await client.goesTo('/add-upgrade');
  await client.reads('You don’t have permission to see this page');
  await admin.goesTo('/add-upgrade');
  await admin.arrivesAt('Add Trading Plan');
  await admin.presses('Add plan');
  await admin.reads('Please fill all fields and add at least one feature.');
  await admin.types('Name', 'Harbour');
  await admin.types('Price', '1500');
  await admin.types('Spread mark-up', '0.5');
  await admin.types('Leverage ceiling', '100');
  await admin.presses('Add plan');
  await admin.reads('Please fill all fields and add at least one feature.');
  await admin.types('Feature', 'Bought once');
  await admin.presses('Add feature');
  await admin.presses('Add plan');
  const dialog = admin.page.getByRole('dialog');
  await dialog.or(admin.page.getByText('Upgrade plan added successfully!')).first().waitFor();
  if (await dialog.isVisible()) await admin.presses('Add plan', dialog);
  await admin.reads('Upgrade plan added successfully!');
  await client.goesTo('/upgrade');
  await readsAll(client, 'Harbour', '$1,500.00');
});

it('[K20] two loan levels lead to an application that stays pending with method Loan', async () => {
  const [client, admin] = [await on.client('Loan Reader'), await on.admin()];
  const { id } = await client.downloads<{ id: string }>('/me');
  await asks(admin, 'POST', `/admin/users/${id}/adjustments`, {
    direction: 'credit',
    amount: '400000.00',
    reason: 'Portfolio moved here',
  });
  await client.goesTo('/trading-plans');
  await client.arrivesAt('Trading Loan');
  await readsAll(
    client,
    '$2,000,000.00',
    '25 days',
    '$350,000.00',
    '12.17% a year, simple',
    '$5,000,000.00',
    '90 days',
    '$500,000.00',
  );
  await expect.poll(() => client.page.getByText(/ROI|every 2 weeks|100-150/).count()).toBe(0);
  await client.presses('Apply for level 1');
  await expect.poll(() => client.page.getByLabel('Full name', { exact: true }).getAttribute('readonly')).not.toBeNull();
  await expect.poll(() => client.page.getByLabel('Full name', { exact: true }).inputValue()).toBe('Loan Reader');
  await client.types('Total monthly income', '4000');
  await client.types('Goals', 'To trade larger positions');
  await client.presses('Proceed');
  await client.reads('Loan Applied Successfully');
  const { data } = await client.downloads<{ data: { method: string; status: string; amount: { amount: string } }[] }>(
    '/deposits',
  );
  expect(data).toMatchObject([{ method: 'Loan', status: 'pending', amount: { amount: '2000000.00' } }]);
  await client.goesTo('/deposit-history');
  await client.row('Deposit history', '$2,000,000.00', 'Loan', 'Pending').waitFor();
});

it('[K16] five purchase sites are named as strangers’ and open apart', async () => {
  const client = await on.client('Coin Reader');
  await client.goesTo('/buy-crypto');
  await client.arrivesAt('Buy crypto');
  const links = client.page.getByRole('main').locator('a[target="_blank"]');
  await expect.poll(() => links.count()).toBe(5);
  for (const link of await links.all()) {
    await expect.poll(() => link.getAttribute('href')).toMatch(/^https:\/\//);
    await expect.poll(() => link.getAttribute('rel')).toMatch(/noopener.*noreferrer|noreferrer.*noopener/);
  }
});

it('[K21] the real-estate page says what is and is not offered', async () => {
  const client = await on.client('House Reader');
  await client.goesTo('/real-estate');
  await client.arrivesAt('Real estate');
  await client.reads(/You can’t buy property/);
  await expect.poll(() => client.page.getByText(/coming soon/i).count()).toBe(0);
});

it('[K17] a trader is copied and the copy cancelled; too small a balance is told the amount; admins add and delete', async () => {
  const [client, leader, admin] = [await on.client('Copy Reader'), await on.client('Leading Reader'), await on.admin()];
  await asks(leader, 'POST', '/demo/top-up', { amount: '90000.00' });
  const order = { symbol: 'EURUSD', side: 'buy', lots: '0.05', amount: '900.00', type: 'market' };
  const trader = {
    name: 'Harbour Lead',
    return_rate: '12',
    followers: '30',
    minibalance: '5000',
    profit_share: '10',
    client_email: addressOf('Leading Reader'),
  };
  const { id } = await asks(admin, 'POST', '/admin/traders', trader);
  // A record needs a trade that has ended.
  const { trade_id } = await asks<{ trade_id: string }>(leader, 'POST', '/orders', order);
  await asks(leader, 'POST', `/trades/${trade_id}/close`);

  await asks(client, 'POST', '/demo/top-up', { amount: '4000.00' });
  await client.goesTo('/copy-trader');
  await client.arrivesAt('Copy trader');
  await expect.poll(() => client.page.getByRole('link', { name: 'ADD TRADER' }).count()).toBe(0);
  await expect.poll(() => client.page.getByRole('button', { name: /^Delete trader/ }).count()).toBe(0);
  const card = client.page.getByRole('article').filter({ hasText: 'Harbour Lead' }).first();
  await client.presses('Copy Harbour Lead', card);
  const dialog = client.page.getByRole('dialog');
  await client.types('Amount in USD', '1000', dialog);
  await client.presses('Start copying', dialog);
  await client.reads('You need a balance of at least $5,000.00 to copy this trader. We haven’t deducted anything.');
  await asks(client, 'POST', '/demo/top-up', { amount: '4000.00' });
  await client.presses('Start copying', dialog);
  await client.reads('Trader copied successfully');
  await client.presses('Cancel Harbour Lead', card);
  await client.presses('Stop copying', client.page.getByRole('dialog'));
  await client.reads('Copying trade canceled');

  await admin.goesTo('/copy-trader');
  await expect
    .poll(() => admin.page.getByRole('link', { name: 'ADD TRADER' }).getAttribute('href'))
    .toBe('/add-trader');
  await admin.presses('Delete trader Harbour Lead');
  await admin.presses('Delete trader', admin.page.getByRole('dialog'));
  await admin.reads('Trader deleted successfully');
  await expect.poll(() => client.page.getByRole('article').filter({ hasText: 'Harbour Lead' }).count()).toBe(0);
  expect((await client.page.request.get(`/api/v1/traders/${id}`)).status()).toBe(404);
});

it('[K31] a trader is added with every field, each with its own message', async () => {
  const admin = await on.admin();
  await admin.goesTo('/add-trader');
  await admin.arrivesAt('Add trader');
  await admin.presses('Add trader');
  const required = [
    ['Name', 'Name is required'],
    ['Return rate', 'Return rate is required'],
    ['Followers', 'Followers is required'],
    ['Minimum balance', 'Minimum balance is required'],
    ['Profit share in percent', 'Profit share is required'],
  ] as const;
  for (const [label, message] of required) await fieldSays(admin, label, message);
  await admin.types('Name', 'Pier Lead');
  await admin.types('Return rate', '8.5');
  await admin.types('Followers', '12');
  await admin.types('Minimum balance', '250');
  await admin.types('Profit share in percent', '15');
  await admin.presses('Add trader');
  await admin.reads('Trader created successfully!');
  const client = await on.client('Trader Reader');
  await client.goesTo('/copy-trader');
  const card = client.page.getByRole('article').filter({ hasText: 'Pier Lead' }).first();
  await card.getByText('No record yet').first().waitFor();
  // What staff typed is for staff.
  await expect.poll(() => card.getByText('8.5').count()).toBe(0);
});
