import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './phases.ts';

/** The commit that the outside review looked at. */
export const REVIEWED = 'a5adec5';
/**
 * The commit that answered its findings. The tests as they were then run on the reviewed commit; the code was rearranged afterwards, and they
 * with it.
 */
export const ANSWERED = '1353336';
/** Test files that were mended afterwards, and in which commit: as they were, what they showed depended on how fast an answer came. */
export const MENDED: Readonly<Record<string, string>> = { 'e2e/forms.test.ts': '16cf16b' };
const PATH = join(ROOT, 'docs/review.md');

export type ReviewTest = {
  readonly file: string;
  readonly name: string;
  /** What its file imports is not there on the reviewed commit, while others of the row run. */
  readonly cannotRun: boolean;
};

/** One row of docs/review.md. */
export type ReviewRow = {
  readonly row: string;
  readonly rules: readonly string[];
  readonly tests: readonly ReviewTest[];
  /** Support files that the tests need as they are now when they are laid onto the reviewed commit. */
  readonly needs: readonly string[];
  /** Whether the tests run on the reviewed commit and fail there, or why they cannot. */
  readonly old: 'fails' | 'cannot run';
  readonly why: string;
};

/**
 * The table of docs/review.md: row | what is true now | rules | tests | on the reviewed commit | commits.
 * @throws where a line cannot be read: a row that is passed over would count as shown
 */
export function readReview(text = readFileSync(PATH, 'utf8')): ReviewRow[] {
  const lines = text.split('\n').filter((line) => /^\| R\d+ \|/.test(line));
  return lines.map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, row = '', , rules = '', tests = '', old = ''] = cells;
    const state = /^(fails|cannot run): (.+)$/.exec(old);
    const parts = tests.split('<br>').map((part) => /^(with )?`([^`]+)` ?(.*?)( \(cannot run there\))?$/.exec(part));
    const found = parts.flatMap((part) =>
      part && part[1] === undefined
        ? [{ file: part[2] ?? '', name: part[3] ?? '', cannotRun: part[4] !== undefined }]
        : [],
    );
    if (cells.length !== 8 || !state || found.length === 0 || parts.includes(null))
      throw new Error(`docs/review.md: ${row} cannot be read`);
    return {
      row,
      rules: rules.split(', '),
      tests: found,
      needs: parts.flatMap((part) => (part?.[1] === undefined ? [] : [part[2] ?? ''])),
      old: state[1] === 'fails' ? 'fails' : 'cannot run',
      why: state[2] ?? '',
    };
  });
}

/** The rows that are not answered yet, which docs/review.md names under "Open". */
export function readOpen(text = readFileSync(PATH, 'utf8')): string[] {
  return [...text.matchAll(/^- (R\d+): /gm)].map(([, row]) => row ?? '');
}
