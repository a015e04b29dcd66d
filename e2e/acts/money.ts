import { expect } from 'vitest';
import type { Person } from '../support/person.ts';

/** Dollars as the screens show them, in cents: "−$1,234.50" → -123450n. */
export function cents(shown: string): bigint {
  const found = /^[▲▼\s]*([+−]?)\$([\d,]+)\.(\d\d)$/u.exec(shown.trim());
  if (!found) throw new Error(`not an amount: ${shown}`);
  const size = BigInt(`${found[2]?.replaceAll(',', '')}${found[3]}`);
  return found[1] === '−' ? -size : size;
}

/** The large figure of the dashboard's balance card. */
export async function totalBalance(person: Person): Promise<string> {
  const card = person.page.getByRole('heading', { name: 'TOTAL BALANCE' });
  return (await card.locator('xpath=../following-sibling::*[1]').innerText()).trim();
}

/** Waits until the dashboard shows this total. */
export async function seesTotal(person: Person, text: string): Promise<void> {
  await expect.poll(() => totalBalance(person)).toBe(text);
}

/** Demo mode: paper money from the dashboard, without anybody's help. */
export async function addsPaperMoney(person: Person, amount: string): Promise<void> {
  await person.types('Amount in USD', amount);
  await person.presses('Add paper money');
  await person.reads('Paper money added:');
}
