import { expect } from 'vitest';
import type { Person } from '../support/person.ts';

export type Method = 'Bank' | 'Crypto' | 'Paypal' | 'CashApp' | 'GCash';

/** What a person types into each method's form. */
const FIELDS: Record<Method, readonly [label: string, text: string][]> = {
  Bank: [
    ['Account number', 'GB33 BUKB 2020 1555 5555 55'],
    ['Bank name', 'Harbour & Sons'],
    ['Account name', "Amina O'Connor"],
  ],
  Crypto: [['Wallet address', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4']],
  Paypal: [['Paypal email', 'amina@example.test']],
  CashApp: [['CashApp tag', '$amina']],
  GCash: [
    ['GCash account number', '09171234567'],
    ['GCash account name', 'أمينة'],
  ],
};

/** Picks the method, fills its form in and sends it. Where a fee applies this ends on the fee notice. */
export async function asksToWithdraw(client: Person, method: Method, amount: string): Promise<void> {
  await client.opens('Withdrawals');
  await client.follows('Make withdrawal');
  await fillsWithdrawal(client, method, amount);
}

/** The same from the page on which the method is chosen. */
export async function fillsWithdrawal(client: Person, method: Method, amount: string): Promise<void> {
  await client.readsHeading('Select withdrawal');
  await client.presses(method);
  await client.readsHeading(`Withdraw to ${method}`);
  if (method === 'Crypto') await client.chooses('Coin', 'bitcoin');
  for (const [label, text] of FIELDS[method]) await client.types(label, text);
  await client.types('Amount', amount);
  await client.page.getByRole('button', { name: /^(?:Withdraw|Continue)$/ }).click();
}

/** The fee notice: amount, percent, fee and net stand there before anything is confirmed. */
export async function confirmsFee(
  client: Person,
  bill: { amount: string; percent: string; fee: string; net: string },
): Promise<void> {
  await client.readsHeading('Withdrawal fee');
  await client.seesFigure('Amount', bill.amount);
  await client.seesFigure('Fee percent', bill.percent);
  await client.seesFigure('Fee', `−${bill.fee}`);
  await client.seesFigure('You receive', bill.net);
  await client.presses('Confirm withdrawal');
}

/** Reads the newest code in the mailbox. The mail may arrive while the page is open, so an older one may be the newest at first. */
async function readsCode(client: Person, amount: string): Promise<string> {
  await client.opens('Mailbox');
  const newest = client.page.getByRole('button', { name: /^Your withdrawal code/ }).first();
  const mail = client.page.getByRole('article').filter({ hasText: amount });
  const isThere = async (): Promise<number> => {
    await newest.click();
    await client.page.getByRole('article').waitFor();
    return mail.count();
  };
  await expect.poll(isThere).toBe(1);
  const code = /\b\d{6}\b/.exec(await mail.innerText())?.[0];
  if (code === undefined) throw new Error('the mail has no code');
  return code;
}

/** The code that a destination asks for to which this client was never paid, entered where it is asked for. */
export async function confirmsByMail(client: Person, amount: string): Promise<void> {
  const code = await mailedCode(client, amount);
  await client.types('Withdrawal code', code);
  await client.presses('Confirm');
  await client.readsHeading('Withdrawals');
}

/** On the code page: the code for this amount, as it came by mail. */
export async function mailedCode(client: Person, amount: string): Promise<string> {
  await client.readsHeading('Enter your withdrawal code');
  const mailed = async (): Promise<string | undefined> => {
    const { data } = await client.downloads<{ data: { subject: string; text: string }[] }>('/me/mailbox');
    const mail = data.find(({ subject, text }) => subject.startsWith('Your withdrawal code') && text.includes(amount));
    return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  };
  await expect.poll(mailed).toBeDefined();
  return (await mailed()) ?? '';
}

/** From the code page to the mailbox and back, one wrong code first. */
export async function entersCode(client: Person, amount: string): Promise<void> {
  await client.readsHeading('Enter your withdrawal code');
  await client.follows('mailbox page');
  await client.readsHeading('Mailbox');
  const code = await readsCode(client, amount);
  await client.opens('Withdrawals');
  await client.follows('Enter code', client.row('Withdrawals', amount, 'Awaiting code'));
  await client.types('Withdrawal code', code === '000000' ? '111111' : '000000');
  await client.presses('Confirm');
  await client.reads('Invalid withdrawal code. Please try again.');
  await client.types('Withdrawal code', code);
  await client.presses('Confirm');
  await client.readsHeading('Withdrawals');
}

/** The client's own list shows this state, without a reload. */
export async function seesWithdrawal(client: Person, amount: string, ...words: string[]): Promise<void> {
  await client.row('Withdrawals', amount, ...words).waitFor();
}
