import { expect } from 'vitest';
import type { Person } from '../support/person.ts';
import type { Site } from '../support/site.ts';

/** The whole wizard: amount, coin with its conversion, address, QR code, countdown, proof. Ends on the deposit history, pending. */
export async function deposits(client: Person, amount: string, shown: string): Promise<void> {
  const { page } = client;
  await client.opens('Home');
  await client.follows('Deposit');
  await client.readsHeading('Deposit');
  await client.types('Amount in USD', amount);
  await client.chooses('Account', 'Trading Balance Deposit');
  await client.presses('Continue');
  await client.readsHeading(`PAY ${shown}`);
  await page.getByRole('radio', { name: 'Bitcoin(BTC)' }).check();
  await client.reads(/^0\.\d{6} BTC$/);
  await client.reads(/^1 BTC = \$[\d,]+\.\d+\. We’ll lock this rate for one hour when you continue\./);
  await client.presses('Continue');

  await client.readsHeading('Awaiting Payment');
  await client.reads(/^DEMO-/);
  await client.reads('Paper money: send nothing');
  await client.reads(/^\d\.\d{6} BTC$/);
  await page.getByRole('img', { name: 'QR code of the Bitcoin address' }).waitFor();
  const timer = page.getByRole('timer', { name: 'Time left at this rate' });
  await expect.poll(() => timer.innerText()).toMatch(/^(?:60:00|59:\d\d|58:\d\d)$/);
  await client.presses('Copy');
  await client.reads('Bitcoin address copied to clipboard!');
  const address = await page.getByText(/^DEMO-/).innerText();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(address);

  await client.presses('Paid');
  await client.reads('Please upload your proof of payment');
  const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.getByLabel('Proof of payment').setInputFiles(picture);
  await page.getByRole('img', { name: 'The image you chose as proof of payment' }).waitFor();
  await client.presses('Paid');
  await client.readsHeading('Deposit history');
  await client.row('Deposit history', shown, 'Pending').waitFor();
}

/** An administrator finds the deposit in Manage by the client's email, looks at the proof and approves. */
export async function approvesDeposit(admin: Person, email: string, shown: string): Promise<void> {
  await admin.opens('Manage');
  await admin.picksTab('Deposit');
  await admin.types('Search by email', email);
  await admin.row('Deposit', email, shown, 'Pending').getByRole('link', { name: email }).click();
  await admin.readsHeading('Deposit');
  await admin.page.getByRole('img', { name: `Proof of payment from ${email}` }).waitFor();
  await admin.presses('Approve');
  const dialog = admin.dialog('Approve this deposit?');
  await admin.presses('Approve', dialog);
  await admin.readsHeading('Manage');
  await admin.row('Deposit', shown, 'Approved').waitFor();
}

/** The locked rate of a deposit ends in so many milliseconds. The page hears it with its next reading. */
export async function endsRateIn(site: Site, id: string, ms: number): Promise<void> {
  await site.database(async (owner) => {
    // The books let nobody change a deposit's end.
    await owner.query("set session_replication_role = 'replica'");
    await owner.query('update ledger.deposit set expires_at = $2 where id = $1', [
      id,
      new Date(Date.now() + site.aheadMs + ms),
    ]);
  });
}
