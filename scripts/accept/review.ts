import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { ROOT } from '../phases.ts';
import { ANSWERED, MENDED, readReview, REVIEWED, type ReviewRow, type ReviewTest } from '../review-table.ts';
import { command, lastLines } from './command.ts';
import { runNamed } from './named-tests.ts';
import { type Report, readReports } from './reports.ts';
import type { Result } from './row.ts';
import { wholeOf } from './tested.ts';

export const title = `Every row of the outside review: its tests fail on ${REVIEWED} and pass here`;
export const minutes = 60;
export const seconds = 600;
export const after = [wholeOf('pg'), wholeOf('e2e*')];

/**
 * Lays the tests of the rows, with the support files that they need, onto a checkout of the reviewed commit, and runs them there, as they were
 * when the findings were answered, and here, as they are.
 * REVIEW_ROWS=R1,R2 takes some of the rows.
 */
export async function run(): Promise<Result> {
  const wanted = process.env['REVIEW_ROWS']?.split(',');
  const rows = readReview().filter(({ row }) => !wanted || wanted.includes(row));
  const tests = rows.flatMap((row) => row.tests);
  const browser = tests.some(isJourney);
  if (browser) {
    ensureBrowser();
    await buildClient();
  }
  const here = await testsHere(tests);
  const answered = await answeredRows(rows);
  const there = await withReviewed(browser, async (folder) => {
    const files = new Set(answered.flatMap((row) => [...row.tests.map(({ file }) => file), ...row.needs]));
    await done(['git', 'checkout', '--quiet', ANSWERED, '--', ...files], folder);
    for (const [file, commit] of Object.entries(MENDED))
      if (files.has(file)) await done(['git', 'checkout', '--quiet', commit, '--', file], folder);
    return runTests(
      folder,
      answered.flatMap((row) => row.tests),
    );
  });
  const verdicts = rows.map((row, i) => judge(row, here, (test) => there.of(answered[i]?.tests[test] as ReviewTest)));
  for (const { row, wrong, seen } of verdicts)
    process.stdout.write(`  ${row.padEnd(4)}${wrong.length > 0 ? `WRONG: ${wrong.join('; ')}` : seen}\n`);
  const wrong = verdicts.filter((each) => each.wrong.length > 0);
  const unable = verdicts.filter(({ asserted }) => asserted === 0).length;
  return {
    ok: wrong.length === 0 && rows.length > 0,
    figures: `${rows.length} rows: ${rows.length - unable} fail there by an assertion, ${unable} cannot run there (docs/review.md says why), ${rows.length - wrong.length} are as the table says${wrong.length > 0 ? `; not ${wrong.map(({ row }) => row).join(', ')}` : ''}`,
  };
}

type Verdict = { row: string; wrong: string[]; seen: string; asserted: number };

/** The same rows as they stood when they were answered. @throws where a row or one of its tests is missing there */
async function answeredRows(rows: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const shown = await command(['git', 'show', `${ANSWERED}:docs/review.md`], {}, ROOT);
  const then = new Map(readReview(shown.stdout).map((row) => [row.row, row]));
  return rows.map(({ row, tests }) => {
    const known = then.get(row);
    if (known?.tests.length !== tests.length)
      throw new Error(`docs/review.md: ${row} had other tests when it was answered`);
    return known;
  });
}

function judge({ row, tests, old }: ReviewRow, here: Runs, there: (test: number) => Ran): Verdict {
  const wrong: string[] = [];
  const [asserted, unable]: [string[], string[]] = [[], []];
  for (const [i, test] of tests.entries()) {
    const which = `${test.file} ${test.name}`;
    const ours = here.of(test);
    if (ours.passed === 0 || ours.failures.length > 0)
      wrong.push(`${which} does not pass here: ${ours.failures[0] ?? ours.unloaded ?? 'there is no such test'}`);
    const theirs = there(i);
    const expectsToRun = old === 'fails' && !test.cannotRun;
    const other = theirs.failures.find((failure) => !isAssertion(failure));
    if (theirs.unloaded !== undefined) {
      unable.push(theirs.unloaded);
      if (expectsToRun || !/^Cannot find (?:module|package) /.test(theirs.unloaded))
        wrong.push(`${which} cannot run there: ${theirs.unloaded}`);
    } else if (!expectsToRun) wrong.push(`${which} does run there`);
    else if (other !== undefined) wrong.push(`${which} fails there, but not by an assertion: ${other}`);
    else if (theirs.failures[0] === undefined) wrong.push(`${which} does not fail there`);
    else asserted.push(theirs.failures[0]);
  }
  const first = asserted[0] ?? unable[0] ?? '';
  const seen = [
    ...(asserted.length > 0 ? [`${asserted.length} of ${tests.length} fail there`] : []),
    ...(unable.length > 0 ? [`${unable.length} of ${tests.length} cannot run there`] : []),
    `${tests.length} pass here (${first.replace(/^AssertionError: |^locator\.waitFor: /, '').slice(0, 130)})`,
  ];
  return { row, wrong, seen: seen.join(', '), asserted: asserted.length };
}

/** A failed expectation or property, or something on a page that was waited for in vain: not a fault of the test on that code. */
function isAssertion(failure: string): boolean {
  return /^(?:AssertionError|locator\.waitFor: Timeout|Error: (?:Property failed|(?:.*: )?expect))/.test(failure);
}

/** What came of one line of the table: a name may select several tests. */
type Ran = { passed: number; failures: string[]; unloaded?: string };
type Runs = { of(test: ReviewTest): Ran };

/** As rows that run all tests here reported them. What none of them ran is run now. */
async function testsHere(tests: readonly ReviewTest[]): Promise<Runs> {
  const known = after.flatMap(readReports).flatMap(({ testResults }) => testResults);
  const ran = new Set(known.map(({ name }) => name));
  return runTests(
    ROOT,
    tests.filter(({ file }) => !ran.has(join(ROOT, file))),
    { known },
  );
}

/** Runs them all, the journeys by themselves. */
async function runTests(
  cwd: string,
  tests: readonly ReviewTest[],
  { known = [], env = {} }: { known?: Report['testResults']; env?: Record<string, string> } = {},
): Promise<Runs> {
  const results = [...known];
  for (const group of [tests.filter((test) => !isJourney(test)), tests.filter(isJourney)])
    if (group.length > 0) results.push(...(await namedIn(cwd, group, env)).testResults);
  return {
    of: ({ file, name }) => {
      const found = results.filter((result) => result.name === join(cwd, file));
      const chosen = found.flatMap(({ assertionResults }) =>
        assertionResults.filter(({ fullName, status }) => fullName.includes(name) && /passed|failed/.test(status)),
      );
      const unloaded = found.find(({ status }) => status === 'failed' && chosen.length === 0);
      return {
        passed: chosen.filter(({ status }) => status === 'passed').length,
        failures: chosen
          .filter(({ status }) => status === 'failed')
          .map((test) => firstLine(test.failureMessages?.[0])),
        ...(unloaded && { unloaded: firstLine(unloaded.message) || 'what comes before it failed' }),
      };
    },
  };
}

function namedIn(cwd: string, tests: readonly ReviewTest[], env: Record<string, string>): Promise<Report> {
  const files = new Set(tests.map(({ file }) => file));
  return runNamed(
    cwd,
    [...files],
    tests.map(({ name }) => name),
    env,
  );
}

/** A checkout of the reviewed commit with the packages of its own lock file and, for journeys, its own client. */
async function withReviewed<T>(browser: boolean, use: (folder: string) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'clearbook-reviewed-'));
  const folder = join(parent, 'clearbook');
  try {
    await done(['git', 'clone', '--quiet', '--no-checkout', ROOT, folder], parent);
    await done(['git', 'checkout', '--quiet', REVIEWED], folder);
    // The smallest task: every one of them installs first what the lock file says.
    await done(['npm', 'run', 'format'], folder);
    const build = "await (await import('./scripts/build-client.ts')).buildClient()";
    if (browser) await done([process.execPath, '--input-type=module', '--eval', build], folder);
    const shared = join(ROOT, '../shared');
    if (existsSync(shared)) symlinkSync(shared, join(parent, 'shared'));
    return await use(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function done(line: string[], cwd: string): Promise<void> {
  const ran = await command(line, {}, cwd);
  if (ran.code !== 0) throw new Error(lastLines(ran));
}

function isJourney({ file }: ReviewTest): boolean {
  return file.startsWith('e2e/');
}

/** Of a wait on a page also what for. */
function firstLine(text = ''): string {
  return [text.trim().split('\n')[0], /- (waiting for .+)/.exec(text)?.[1]].join(' ').trim();
}
