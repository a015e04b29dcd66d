import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './phases.ts';
import { readOpen, readReview } from './review-table.ts';

/** The rows of the outside review, section by section. */
const ROWS = [
  ...between(1, 19),
  ...between(21, 29),
  ...between(31, 40),
  ...between(41, 47),
  ...between(51, 59),
  ...between(61, 70),
  ...between(71, 73),
  ...between(81, 84),
];

describe('docs/review.md', () => {
  it('[O70] has every row of the review once, and each names rules that are written down and tests that exist', () => {
    const rows = readReview();
    const named = [...rows.map(({ row }) => row), ...readOpen()];
    expect(named.toSorted(byNumber)).toEqual(ROWS.toSorted(byNumber));
    const spec = readdirSync(join(ROOT, 'docs/spec')).map((name) =>
      readFileSync(join(ROOT, 'docs/spec', name), 'utf8'),
    );
    const missing: string[] = [];
    for (const { row, rules, tests, needs } of rows) {
      for (const rule of rules)
        if (!spec.some((text) => text.includes(`**${rule}**`) || text.includes(`| ${rule} |`)))
          missing.push(`${row}: rule ${rule}`);
      for (const { file, name } of tests)
        if (!existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(ruleIn(name)))
          missing.push(`${row}: ${file} ${name}`);
      for (const file of needs) if (!existsSync(join(ROOT, file))) missing.push(`${row}: ${file}`);
    }
    expect(missing).toEqual([]);
  });
});

/** The part of a test's full name that its file has for certain: the number of the rule, or else the whole. */
function ruleIn(name: string): string {
  return /\[[A-Z]+\d*/.exec(name)?.[0] ?? name;
}

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `R${first + i}`);
}

function byNumber(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1));
}
