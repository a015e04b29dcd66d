import type { Paper } from '@clearbook/contracts/documents';
import { documentsWords as words } from '@clearbook/contracts/words/documents';
import { formatMonth } from './utc.ts';

/** "November 2026", "Q4 2026", "2026". */
export function nameOfPeriod(period: string): string {
  const [year = '', part] = period.split('-');
  if (part === undefined) return year;
  return part.startsWith('Q') ? words.quarter(part.slice(1), year) : formatMonth(period);
}

/** Where paper is Letter instead of A4 (CLDR, measurement data). */
const LETTER = new Set(['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']);

/** The paper that is usual where this browser is at home. */
export function paperHere(language: string = navigator.language): Paper {
  const region = /-([A-Z]{2})(?:-|$)/.exec(language)?.[1];
  return region !== undefined && LETTER.has(region) ? 'letter' : 'a4';
}
