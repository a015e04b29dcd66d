import { documentsWords, pdfWords as words } from '@clearbook/contracts/words/documents';
import { decimalToCents, formatUsd } from '@clearbook/domain/money';

const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "25 Nov 2026", as the statement's page has it. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));
export const timeText = (iso: string): string => iso.slice(11, 19);

/** "November 2026", "Q4 2026", "2026". */
export function periodText(name: string): string {
  const [year = '', part] = name.split('-');
  if (part === undefined) return year;
  return part.startsWith('Q') ? documentsWords.quarter(part.slice(1), year) : MONTH.format(new Date(`${name}-01`));
}

export const usd = (decimal: string): string => formatUsd(decimalToCents(decimal));

/** With its sign, or a dash where nothing changed. */
export function changeText(decimal: string): string {
  const cents = decimalToCents(decimal);
  return cents === 0n ? words.nothing : cents > 0n ? words.plus(formatUsd(cents)) : formatUsd(cents);
}
