import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { ROOT, tool } from '../phases.ts';
import { readReview, REVIEWED, type ReviewRow } from '../review-table.ts';
import { command, lastLines } from './command.ts';
import type { Result } from './row.ts';

export const title = `Every row of the outside review: its tests fail on ${REVIEWED} and pass here`;

/**
 * Lays each row's tests onto a checkout of the reviewed commit, one file at a time, and runs them there and here. REVIEW_ROWS=R1,R2 takes
 * some of the rows.
 */
export async function run(): Promise<Result> {
  const wanted = process.env['REVIEW_ROWS']?.split(',');
  const rows = readReview().filter(({ row }) => !wanted || wanted.includes(row));
  const browser = rows.some(({ tests }) => tests.some(({ file }) => file.startsWith('e2e/')));
  if (browser) {
    ensureBrowser();
    await buildClient();
  }
  return withReviewed(browser, async (old) => {
    const wrong: string[] = [];
    const counts = { asserted: 0, unable: 0 };
    for (const row of rows) {
      const verdict = await judge(row, old);
      if (verdict.wrong !== undefined) wrong.push(`${row.row}: ${verdict.wrong}`);
      else counts[verdict.asserted ? 'asserted' : 'unable'] += 1;
      process.stderr.write(
        `  ${row.row} ${verdict.wrong ?? `${verdict.asserted ? 'fails' : 'cannot run'} there, passes here`}\n`,
      );
    }
    return {
      ok: wrong.length === 0,
      figures: `${rows.length} rows: ${counts.asserted} fail there by an assertion, ${counts.unable} cannot run there (docs/review.md says why); ${wrong.length} wrong${wrong.map((text) => `; ${text}`).join('')}`,
    };
  });
}

type Verdict = { asserted: boolean; wrong?: string };

async function judge(row: ReviewRow, old: string): Promise<Verdict> {
  let asserted = false;
  for (const { file, name } of row.tests) {
    const here = await runTests(ROOT, file, name);
    if (here.passed === 0 || here.failed > 0) return { asserted, wrong: `${file} ${name} does not pass here` };
    await layOnto(old, [file, ...row.needs]);
    const there = await runTests(old, file, name);
    await command(['git', 'checkout', '--quiet', '--force', REVIEWED], {}, old);
    await command(['git', 'clean', '--quiet', '-fd'], {}, old);
    asserted ||= there.failed > 0;
  }
  if (!asserted && row.old === 'fails')
    return { asserted, wrong: `no test of it fails on ${REVIEWED} by an assertion` };
  return { asserted };
}

async function layOnto(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }
}

/** How many tests of a file passed and failed. A file that could not be loaded counts as neither. */
async function runTests(cwd: string, file: string, name: string): Promise<{ passed: number; failed: number }> {
  const report = join(mkdtempSync(join(tmpdir(), 'clearbook-review-')), 'report.json');
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  try {
    await command(
      tool('vitest/vitest.mjs', 'run', file, '-t', pattern, '--reporter=json', `--outputFile=${report}`),
      {},
      cwd,
    );
    if (!existsSync(report)) return { passed: 0, failed: 0 };
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { status: string }[] }[];
    };
    const states = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
    return {
      passed: states.filter((state) => state === 'passed').length,
      failed: states.filter((state) => state === 'failed').length,
    };
  } finally {
    rmSync(dirname(report), { recursive: true, force: true });
  }
}

/** A checkout of the reviewed commit with the packages of its own lock file and, for journeys, its own client. */
async function withReviewed<T>(browser: boolean, use: (folder: string) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'clearbook-reviewed-'));
  const folder = join(parent, 'clearbook');
  try {
    const build = "await (await import('./scripts/build-client.ts')).buildClient()";
    await done(['git', 'clone', '--quiet', '--no-local', '--no-checkout', ROOT, folder], parent);
    await done(['git', 'checkout', '--quiet', REVIEWED], folder);
    // The smallest task: every one of them installs first what the lock file says.
    await done(['npm', 'run', 'format'], folder);
    if (browser) await done([process.execPath, '--input-type=module', '--eval', build], folder);
    const shared = join(ROOT, '../shared');
    if (existsSync(shared)) await command(['ln', '-s', shared, join(parent, 'shared')]);
    return await use(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function done(line: string[], cwd: string): Promise<void> {
  const ran = await command(line, {}, cwd);
  if (ran.code !== 0) throw new Error(lastLines(ran));
}
