/**
 * `npm test` looks at every page in each theme and at each size once; `npm run accept` asks for every combination. Said on standard output, so
 * that nobody takes a sample for the whole.
 */
export const IN_FULL = process.env['E2E_IN_FULL'] === 'yes';

export function saysSample(whole: string, sample: string): void {
  if (!IN_FULL) process.stdout.write(`sample of "${whole}": ${sample}\n`);
}
