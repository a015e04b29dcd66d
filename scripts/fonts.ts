import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { ROOT } from './phases.ts';

/**
 * Part of `npm run format` and, with `--check`, of `npm run check`: cuts the client's font from its package, a file for each face of
 * font.css with the letters of that face's unicode-range. Weights that nothing uses are left out, and of what the font can do only
 * figures of one width, kerning and accents are kept: the login page has a budget.
 */
const FONT = join(ROOT, 'apps/web/src/app/font');
const FACE = /url\('\.\/geist-([a-z-]+)\.woff2'\)[^}]*?font-weight: (\d+) (\d+);[^}]*?unicode-range:([^;]+);/g;
const FEATURES = ['tnum', 'kern', 'ccmp', 'mark'];
type SubsetFont = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2';
    keepFeatures: string[];
    noHinting: boolean;
    variationAxes: { wght: { min: number; max: number; default: number } };
  },
) => Promise<Buffer>;

const require = createRequire(import.meta.url);
// The package has no types.
const subset = require('subset-font') as SubsetFont;
/** The package keeps the letters of latin-ext in a file of their own. */
const LATIN = require.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2');
const LATIN_EXT = require.resolve('@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2');
const checking = process.argv.includes('--check');

for (const [, name = '', lightest = '', boldest = '', ranges = ''] of readFileSync(
  join(FONT, 'font.css'),
  'utf8',
).matchAll(FACE)) {
  const font = await subset(readFileSync(name === 'latin-ext' ? LATIN_EXT : LATIN), lettersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true,
    variationAxes: { wght: { min: Number(lightest), max: Number(boldest), default: Number(lightest) } },
  });
  const path = join(FONT, `geist-${name}.woff2`);
  if (existsSync(path) && readFileSync(path).equals(font)) continue;
  if (!checking) writeFileSync(path, font);
  else {
    process.stderr.write(`${relative(process.cwd(), path)} is not up to date: run npm run format.\n`);
    process.exitCode = 1;
  }
}

function lettersOf(ranges: string): string {
  const codes = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index);
  });
  return String.fromCodePoint(...codes);
}
