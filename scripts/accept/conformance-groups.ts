import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConformanceRow } from '../conformance.ts';
import { ROOT } from '../phases.ts';
import type { Change } from './conformance-changes.ts';
import { filesOf } from './named-tests.ts';
import type { Report } from './reports.ts';

/** A row, and how the product is changed so that its tests should fail. */
export type Mutant = { readonly row: ConformanceRow; readonly change: Change };
export type Verdict = 'noticed' | 'SURVIVED' | 'unsure';

/**
 * In groups that are changed together, because a build and a database server cost as much as a test: in none of them two rows that name the same
 * test, or one whose text the other's tests read too. What is no text is changed by itself.
 * @param readBy the source of the tests that a row names
 */
export function apart(
  mutants: readonly Mutant[],
  readBy: (row: ConformanceRow) => string = sourceOfTests,
): (readonly Mutant[])[] {
  const groups: Mutant[][] = [];
  const sources = new Map(mutants.map(({ row }) => [row, readBy(row)]));
  const reads = ({ row }: Mutant, { change }: Mutant): boolean =>
    change.text === undefined || (sources.get(row) ?? '').includes(change.text);
  const disturbs = (a: Mutant, b: Mutant): boolean =>
    a.row.tests.some((test) => b.row.tests.includes(test)) ||
    reads(a, b) ||
    reads(b, a) ||
    [a, b].some((one) => [a, b].some((other) => one !== other && one.change.text?.includes(other.change.text ?? '')));
  for (const mutant of mutants) {
    const group = groups.find((others) => !others.some((other) => disturbs(mutant, other)));
    if (group === undefined) groups.push([mutant]);
    else group.push(mutant);
  }
  return groups;
}

/**
 * What the tests that a row names say of its change. By itself it is noticed where they do not pass; among others only by a test that fails for want
 * of this row's own text.
 */
export function verdictOf({ row, change }: Mutant, results: Report['testResults'], amongOthers: boolean): Verdict {
  const tests = results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => row.tests.some((name) => fullName.includes(name)));
  const failed = tests.filter(({ status }) => status === 'failed');
  if (!amongOthers) {
    const broken = results.some(({ status }) => status === 'failed');
    return failed.length > 0 || broken || !tests.some(({ status }) => status === 'passed') ? 'noticed' : 'SURVIVED';
  }
  const { text } = change;
  if (
    text !== undefined &&
    failed.some(({ failureMessages = [] }) => failureMessages.some((one) => one.includes(text)))
  )
    return 'noticed';
  return 'unsure';
}

/** From their names to where the next test begins. */
function sourceOfTests({ tests }: ConformanceRow): string {
  return filesOf(tests)
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .flatMap((source) =>
      tests
        .filter((name) => source.includes(name))
        .map((name) => {
          const from = source.indexOf(name);
          const length = source.slice(from).search(/^\s*it(?:\.\w+)*\(/m);
          return length === -1 ? source.slice(from) : source.slice(from, from + length);
        }),
    )
    .join('\n');
}
