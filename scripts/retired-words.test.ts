import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './phases.ts';
import { RETIRED, type RetiredWord } from './retired-words.ts';

const PLACES = ['apps', 'bench', 'deploy', 'docs', 'e2e', 'packages', 'scripts', 'sim'];
const TEXTS = /\.(?:ts|tsx|mjs|sql|css|html|md|json|ya?ml)$/;
/** History is told in the words of its time, and the list itself has to name them. */
const PASSED_OVER = /(?:^|\/)(?:node_modules|dist|migrations)\/|^docs\/review\.md$|^scripts\/retired-words\./;

function files(): string[] {
  const below = PLACES.flatMap((place) =>
    readdirSync(join(ROOT, place), { recursive: true }).map((name) => `${place}/${String(name).replaceAll('\\', '/')}`),
  );
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md');
  return [...top, ...below].filter((path) => TEXTS.test(path) && !PASSED_OVER.test(path));
}

/** Text as words apart, so that a name counts however it is written. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
}

function patternOf({ word }: RetiredWord): RegExp {
  const forms = word.endsWith('e') ? `${word}[ds]?|${word.slice(0, -1)}ing` : `${word}(?:s|ed|ing)?`;
  return new RegExp(`\\b(?:${forms})\\b`);
}

function concerns({ within, except = [] }: RetiredWord, path: string): boolean {
  const begins = (part: string): boolean => path.startsWith(part);
  return (within === undefined || within.some(begins)) && !except.some(begins);
}

function found(path: string, text: string): string[] {
  const here = RETIRED.filter((each) => concerns(each, path)).map((each) => ({ ...each, pattern: patternOf(each) }));
  const inName = wordsOf(path);
  const lines = [inName, ...text.split('\n')];
  return lines.flatMap((line, number) => {
    const words = wordsOf(line);
    return here
      .filter(({ pattern }) => pattern.test(words))
      .map(({ word, use }) => `${path}${number === 0 ? '' : `:${number}`}: "${word}" is retired: ${use}`);
  });
}

describe('[O83] retired words', () => {
  it('stay out of code, comments, file names and documents', () => {
    const all = files();
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.flatMap((path) => found(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  it.each(['const errands = 1;', '// an errand', 'class Errands {}', 'this.#errandsLeft', "kind: 'errand_done'"])(
    'are found in %s',
    (line) => expect(found('apps/a.ts', line)).toHaveLength(1),
  );

  it('are no part of another word, and only retired where the list says so', () => {
    expect(found('apps/a.ts', 'errandish; overheard; newsletter')).toEqual([]);
    expect(found('README.md', 'news, earnings and crashes')).toEqual([]);
    expect(found('apps/api/src/features/watch/errands.ts', '')).toHaveLength(1);
  });
});

it('[O85] the formatter lays out all of the product code: no line switches it off', () => {
  const product = files().filter((path) => !/\.md$|\.test\.tsx?$|\/test\/|^e2e\//.test(path));
  expect(product.length).toBeGreaterThan(700);
  const off = /(?:prettier|oxfmt)-ignore/;
  expect(product.filter((path) => off.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});
