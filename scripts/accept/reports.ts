import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../phases.ts';
import type { Result } from './row.ts';

/** Tests of these files, or of them those whose names match `only`. */
export type Tests = { readonly files: readonly string[]; readonly only?: string };

/** What vitest writes about a run. */
export type Report = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** Tells the test runner to leave a report for other rows; a row that runs by itself has nobody to leave it for. */
export function reporting(row: string): Record<string, string> {
  const folder = folderOf(row);
  return folder === undefined ? {} : { TEST_REPORTS: folder };
}

function folderOf(row: string): string | undefined {
  const folder = process.env['ACCEPT_REPORTS'];
  return folder === undefined ? undefined : join(folder, row);
}

/** What another row's run reported of these tests. Undefined where it did not run each of these files: then they have to run. */
export function reported(row: string, tests: Tests): Result | undefined {
  return judge(readReports(row), tests);
}

/** All that the tests of another row reported; nothing where it was not asked for. */
export function readReports(row: string): Report[] {
  const folder = folderOf(row);
  if (folder === undefined || !existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report);
}

export function judge(reports: readonly Report[], { files, only = '' }: Tests): Result | undefined {
  const results = reports.flatMap(({ testResults }) => testResults);
  const of = (file: string) => results.filter(({ name }) => relative(ROOT, name).split(sep).join('/') === file);
  if (files.length === 0 || files.some((file) => of(file).length === 0)) return undefined;
  const chosen = files.flatMap(of);
  const named = new RegExp(only);
  const ran = chosen.flatMap(({ assertionResults }) => assertionResults).filter(({ fullName }) => named.test(fullName));
  const passed = ran.filter(({ status }) => status === 'passed').length;
  const failed = ran.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  // A file that could not be read, or whose preparation failed, has tests of which nothing is known.
  const broken = chosen.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const first = failed[0] ?? broken.map(({ name, message }) => `${relative(ROOT, name)} ${message}`.trim())[0];
  return {
    ok: passed > 0 && first === undefined,
    figures: `${failed.length > 0 ? `${failed.length} failed | ` : ''}${passed} passed${first === undefined ? '' : `; first: ${first.slice(0, 300)}`}`,
  };
}
