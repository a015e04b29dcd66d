import { expect } from 'vitest';
import type { Person } from '../support/person.ts';

export type Order = {
  category: 'Forex' | 'Crypto' | 'Stocks';
  asset: string;
  shown: string;
  side: 'BUY' | 'SELL';
  lots: string;
};

/** Picks the asset by its name, types the lot size, gives a little more than the margin that follows it, and presses SELL or BUY. */
export async function trades(client: Person, order: Order): Promise<void> {
  const { page } = client;
  await client.picksTab(order.category);
  const picker = page.getByRole('combobox', { name: 'Asset' });
  await picker.fill(order.asset);
  await page.getByRole('option', { name: order.shown }).first().click();
  await page.getByRole('heading', { name: order.shown, exact: true, level: 2 }).waitFor();
  const ticket = page.getByRole('region', { name: 'Place a trade' });
  await client.types('Lot size', order.lots, ticket);
  await client.seesFigure('Required margin', /^\$[\d,]+\.\d\d/, ticket);
  await toppedUp(client);
  await client.presses(order.side, ticket);
  await client.reads('Trade Placed Successfully');
  await client.row('Open positions', order.shown, order.side).waitFor();
}

/** The margin follows the price until the click, so somebody who wants to be sure gives a few dollars more. */
async function toppedUp(client: Person): Promise<void> {
  const amount = client.page.getByRole('region', { name: 'Place a trade' }).getByLabel('Amount', { exact: true });
  await expect.poll(() => amount.inputValue()).toMatch(/^\d+\.\d\d$/);
  const [dollars = '0'] = (await amount.inputValue()).split('.');
  await amount.fill(`${BigInt(dollars) + 50n}.00`);
}

/** Waits until the current price of an open position has changed while somebody looked at it. */
export async function seesPriceMove(client: Person, shown: string): Promise<void> {
  const row = client.row('Open positions', shown);
  const before = await row.innerText();
  await expect.poll(() => row.innerText()).not.toBe(before);
}

/** Closes a position from the table that lists it. */
export async function closesTrade(client: Person, table: string, ...words: string[]): Promise<void> {
  const row = client.row(table, ...words);
  await client.presses('Close', row);
  const dialog = client.dialog('Close this trade?');
  await client.presses('Close trade', dialog);
  await client.reads(/^Trade closed: /);
  await row.waitFor({ state: 'detached' });
}
