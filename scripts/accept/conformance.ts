import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConformanceRow, conformanceRows } from '../conformance.ts';
import { ROOT } from '../phases.ts';
import { command } from './command.ts';
import { changeOf, copyOfProject } from './conformance-changes.ts';
import { apart, type Mutant, type Verdict, verdictOf } from './conformance-groups.ts';
import { filesOf, runNamed } from './named-tests.ts';
import { readReports } from './reports.ts';
import type { Result } from './row.ts';
import { wholeOf } from './tested.ts';

export const title =
  'Conformance: every row is held; for 40 rows drawn by the commit’s hash, changing the message or constant makes the named test fail';
export const minutes = 240;

const DRAWN = 40;
/** A sample of a test may leave out the very text that was changed. */
const IN_FULL = { E2E_IN_FULL: 'yes' };
/** A message that is gone is waited for this long: shorter than for somebody who hopes to see it. */
const CHANGED = { ...IN_FULL, PATIENCE_MS: '10000' };

/** Shares of the rows that are drawn. */
export const parts = ['1', '2', '3', '4'];
export const seconds = 350;
export const waits = true;
/** They run the named tests on the product as it is. */
export const after = [wholeOf('pg'), wholeOf('e2e*')];

/** CONFORMANCE_ROWS=8.19,4.5 takes these rows, whatever the commit would draw. */
export async function run(part: string): Promise<Result> {
  const rows = conformanceRows();
  const { output } = await command(['git', 'rev-parse', 'HEAD']);
  const changeable = rows.filter((row) => row.tests.length > 0 && changeOf(row, ROOT) !== undefined);
  const wanted = process.env['CONFORMANCE_ROWS']?.split(',');
  const all = wanted ? changeable.filter(({ number }) => wanted.includes(number)) : draw(changeable, output.trim());
  const drawn = all.filter((_, i) => String((i % parts.length) + 1) === part);
  const wrong = await notPassing([...new Set(drawn.flatMap(({ tests }) => tests))]);
  if (wrong.length > 0)
    return { ok: false, figures: `these do not pass on the product as it is: ${wrong.join('; ').slice(0, 800)}` };
  const survived = await survivorsOf(drawn);
  return {
    ok: survived.length === 0 && all.length === (wanted?.length ?? DRAWN),
    figures: `${rows.length} rows, ${drawn.length} of ${all.length} drawn ones, ${drawn.length - survived.length} changes noticed by the named test${survived.length > 0 ? `; not noticed: ${survived.join(', ')}` : ''}`,
  };
}

/** The same rows for the same commit, others for the next. */
function draw(rows: readonly ConformanceRow[], seed: string): ConformanceRow[] {
  const rank = (number: string): string => createHash('sha256').update(`${seed} ${number}`).digest('hex');
  return rows.toSorted((a, b) => (rank(a.number) < rank(b.number) ? -1 : 1)).slice(0, DRAWN);
}

/** Of these tests those that do not pass on the product as it is, and why: as other rows of this run reported them, and the rest run here. */
async function notPassing(names: readonly string[]): Promise<string[]> {
  const known = after.flatMap(readReports).flatMap(({ testResults }) => testResults);
  const ran = new Set(known.map(({ name }) => name));
  const missing = filesOf(names).filter((file) => !ran.has(join(ROOT, file)));
  const here = missing.length === 0 ? [] : (await runNamed(ROOT, missing, names, IN_FULL)).testResults;
  const tests = [...known, ...here].flatMap(({ assertionResults }) => assertionResults);
  return names.flatMap((name) => {
    const ran = tests.filter(({ fullName }) => fullName.includes(name));
    const failed = ran.find(({ status }) => status === 'failed');
    if (failed === undefined && ran.some(({ status }) => status === 'passed')) return [];
    return [`${name}: ${failed?.failureMessages?.[0]?.slice(0, 300) ?? 'it did not run'}`];
  });
}

/** The numbers of the rows whose named tests pass although the product says something else. */
async function survivorsOf(rows: readonly ConformanceRow[]): Promise<string[]> {
  const survived: string[] = [];
  const copy = copyOfProject();
  try {
    const mutants = rows.map((row): Mutant => {
      const change = changeOf(row, copy);
      if (change === undefined) throw new Error(`row ${row.number} cannot be changed`);
      return { row, change };
    });
    const groups = apart(mutants);
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      for (const [mutant, verdict] of await verdictsOf(copy, group)) {
        const { number, says } = mutant.row;
        process.stderr.write(`  ${number} ${verdict}: ${says.slice(0, 80)}\n`);
        if (verdict === 'SURVIVED') survived.push(number);
        // What a test said for another reason than this change is asked again, of this change by itself.
        if (verdict === 'unsure') groups.push([mutant]);
      }
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return survived;
}

/** Changes the copy in all of these places, and asks the tests that the rows name. */
async function verdictsOf(copy: string, group: readonly Mutant[]): Promise<(readonly [Mutant, Verdict])[]> {
  const before = new Map<string, string>();
  for (const { change, row } of group)
    for (const file of change.files) {
      const source = readFileSync(file, 'utf8');
      if (!before.has(file)) before.set(file, source);
      const changed = change.apply(source);
      if (changed === source) throw new Error(`row ${row.number} cannot be changed beside the others`);
      writeFileSync(file, changed);
    }
  const names = group.flatMap(({ row }) => row.tests);
  const { testResults } = await runNamed(copy, filesOf(names), names, CHANGED);
  for (const [file, source] of before) writeFileSync(file, source);
  return group.map((mutant) => [mutant, verdictOf(mutant, testResults, group.length > 1)]);
}
