import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hueOf } from './hue.ts';

const TOKENS = readFileSync(join(import.meta.dirname, '../app/tokens.css'), 'utf8');
const AA = 4.5;

/** Lightness and chroma as tokens.css has them, first of the light theme, then of the dark one. */
function token(name: string): { lightness: number; chroma: number }[] {
  return [...TOKENS.matchAll(new RegExp(`${name}: ([\\d.]+)% ([\\d.]+);`, 'g'))].map(([, lightness, chroma]) => ({
    lightness: Number(lightness) / 100,
    chroma: Number(chroma),
  }));
}

/** Relative luminance of an OKLCH colour, cut to what a screen can show. */
function luminance({ lightness, chroma }: { lightness: number; chroma: number }, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

it('[S154] a letter is read on its colour in both themes, whichever hue an id has', () => {
  const [tints, texts] = [token('--hue-tint'), token('--hue-text')];
  expect([tints.length, texts.length]).toEqual([2, 2]);
  for (const [theme, tint] of tints.entries()) {
    const text = texts[theme];
    if (text === undefined) throw new Error('a theme has no colour for letters');
    for (let hue = 0; hue < 360; hue += 1) {
      const [bright = 0, deep = 0] = [luminance(tint, hue), luminance(text, hue)].toSorted((a, b) => b - a);
      expect((bright + 0.05) / (deep + 0.05), `theme ${theme}, hue ${hue}`).toBeGreaterThan(AA);
    }
  }
});

it('[S154] an id has the same hue each time, and a hundred ids share the hues out', () => {
  const ids = Array.from(
    { length: 100 },
    (_, index) => `01a23798-f9b2-70b5-99b6-1e992bd1${String(index).padStart(4, '0')}`,
  );
  const hues = ids.map(hueOf);
  expect(ids.map(hueOf)).toEqual(hues);
  const most = Math.max(...[...new Set(hues)].map((hue) => hues.filter((each) => each === hue).length));
  expect(new Set(hues).size).toBeGreaterThanOrEqual(15);
  expect(most).toBeLessThanOrEqual(15);
});
