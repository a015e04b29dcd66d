/**
 * `npm test` looks at every page in each theme and at each size once; `npm run accept` asks for every combination. Said on standard output, so
 * that nobody takes a sample for the whole.
 */
export const IN_FULL = process.env['E2E_IN_FULL'] === 'yes';

const SIZES = { desktop: [1280, 900], phone: [390, 844] } as const;

/**
 * The sizes of a window that a journey is made at: in full both, in a sample the one that the file names.
 * @returns name, width and height, as `describe.each` takes them
 */
export function sizes(sample: keyof typeof SIZES): [name: keyof typeof SIZES, width: number, height: number][] {
  saysSample('this journey on a desktop and on a phone', sample);
  return IN_FULL
    ? [
        ['desktop', ...SIZES.desktop],
        ['phone', ...SIZES.phone],
      ]
    : [[sample, ...SIZES[sample]]];
}

export function saysSample(whole: string, sample: string): void {
  if (!IN_FULL) process.stdout.write(`sample of "${whole}": ${sample}\n`);
}
