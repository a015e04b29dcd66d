import { fillWithHostileTexts } from '../../apps/api/test/drills/hostile-texts.ts';
import { picture } from '../../apps/api/test/picture.ts';
import { fillsLists } from './long-lists.ts';
import type { Person } from './person.ts';
import { asks, entersSession, fillsTheBooks, joins, openTrade, pendingDeposit, withdraws } from './seed.ts';
import type { Site } from './site.ts';

/** By path of a page, the record that it shows. */
export type Ids = Readonly<Record<string, string>>;

const PASSWORD = 'quiet harbour 27 lamps';
const MANY = 60;
const TRADER = { return_rate: '900%', followers: 'millions', minibalance: '100', profit_share: '10' };
const COPY = { amount: '4000.00', copy_open: true, stop_loss: '1000.00' };

/** Scripts of different heights, widths and directions, and a word with no place to break. */
const MIXED =
  'Wolfeschlegelsteinhausenbergerdorffwelche 王小明さん Ελευθερία Ярослава عبد الله שרה हिन्दी ภาษาไทย Ångström 한국어 🏳️‍🌈 ';
/** Every field takes the longest of these that it may hold. */
const LENGTHS = [20, 30, 40, 60, 80, 100, 120, 200, 255, 500, 1000, 2000];

function mixed(length: number): string {
  const text = MIXED.repeat(Math.ceil(length / MIXED.length)).slice(0, length);
  // Half of a pair of code units is no character.
  return text.replace(/[\uD800-\uDBFF]$/, '').trim();
}

/** A client who has done nothing yet. */
export async function nothing(client: Person, name: string): Promise<Ids> {
  await joins(client, { fullname: 'Nora New', email: `${name}@example.test`, password: PASSWORD });
  const { id } = await asks(client, 'GET', '/me');
  return { '/user/:id': id, '/user/:id/as-client': id };
}

/** A client with one record of each kind. */
export async function oneOfEach(client: Person, admin: Person, lead: Person): Promise<Ids> {
  await joins(client, { fullname: 'Olive One', email: 'one@example.test', password: PASSWORD });
  const { id: user } = await asks(client, 'GET', '/me');
  await asks(client, 'POST', '/demo/top-up', { amount: '20000.00' });
  const deposit = await pendingDeposit(client, '780.40', picture(300));
  await asks(client, 'POST', `/trades/${await openTrade(client, 'USDJPY', 'buy', '0.10', '1500.00')}/close`);
  await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
  await asks(client, 'POST', '/alerts', { symbol: 'BTC', kind: 'rises', percent: '5' });
  const paid = { method: 'paypal', paypalemail: 'one@example.test', amount: '75.00' };
  const { id: withdrawal } = await withdraws(client, paid);
  const { id: receipt } = await asks(client, 'POST', '/packages/raw/purchase');
  const copying = await startsCopying(client, admin, lead, 'Ada');
  return {
    ...copying,
    ...ofUser(user),
    '/deposit/:id': deposit,
    '/withdrawal/:id': withdrawal,
    '/receipts/:id': receipt,
  };
}

/** A client with long lists. */
export async function manyOfEach(site: Site, client: Person, admin: Person, lead: Person): Promise<Ids> {
  await joins(client, { fullname: 'Max Many', email: 'many@example.test', password: PASSWORD });
  const records = await fillsTheBooks(client, admin);
  const copying = await startsCopying(client, admin, lead, 'Grace');
  await fillsLists(site, records.userId, MANY);
  return {
    ...copying,
    ...ofUser(records.userId),
    '/deposit/:id': records.pendingDeposit,
    '/withdrawal/:id': records.pendingWithdrawal,
    '/receipts/:id': records.purchase,
  };
}

/** A client whose every field holds as much as it may, in mixed scripts; what staff type about them too. */
export async function longTexts(site: Site, client: Person, admin: Person, lead: Person): Promise<Ids> {
  const filled = await fillWithHostileTexts(site.url, LENGTHS.map(mixed));
  await entersSession(client, { email: filled.client.email, password: filled.password });
  const copying = await startsCopying(client, admin, lead, mixed(60));
  const { id: receipt } = await asks(client, 'POST', '/packages/raw/purchase');
  const refused = await pendingDeposit(client, '90.00', picture(301));
  await asks(admin, 'POST', `/admin/deposits/${refused}/decision`, { decision: 'reject', reason: mixed(500) });
  const deposit = await pendingDeposit(client, '780.40', picture(302));
  await openTrade(client, 'EURUSD', 'buy', '0.10', '2000.00');
  const withdrawal = filled.kept.findLast(
    ({ route, field, id }) => route === 'POST /withdrawals' && field === 'bn' && id !== null,
  );
  if (withdrawal === undefined) throw new Error('no withdrawal took a long name of a bank');
  return {
    ...copying,
    ...ofUser(filled.client.id),
    '/deposit/:id': deposit,
    '/withdrawal/:id': withdrawal.id ?? '',
    '/receipts/:id': receipt,
  };
}

function ofUser(id: string): Ids {
  return { '/user/:id': id, '/user/:id/as-client': id, '/admin/verifications/:id': id };
}

/** Somebody with a record, whom this client copies. */
async function startsCopying(client: Person, admin: Person, lead: Person, name: string): Promise<Ids> {
  const email = `lead-${crypto.randomUUID()}@example.test`;
  await joins(lead, { fullname: name, email, password: PASSWORD });
  await asks(lead, 'POST', '/demo/top-up', { amount: '9000.00' });
  const { id: trader } = await asks(admin, 'POST', '/admin/traders', { ...TRADER, name, client_email: email });
  await asks(lead, 'POST', `/trades/${await openTrade(lead, 'GBPUSD', 'buy', '0.10', '1500.00')}/close`);
  await openTrade(lead, 'EURUSD', 'buy', '0.20', '2500.00');
  const { id: copy } = await asks(client, 'POST', `/traders/${trader}/copy`, COPY);
  return { '/trader/:id': trader, '/copies/:id': copy };
}
