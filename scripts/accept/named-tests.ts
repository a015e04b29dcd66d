import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testFiles } from '../conformance.ts';
import { ROOT, tool } from '../phases.ts';
import { command, lastLines } from './command.ts';
import type { Report } from './reports.ts';

/** Runs of these files the tests with these names. @throws where the runner says nothing */
export async function runNamed(
  cwd: string,
  files: readonly string[],
  names: readonly string[],
  env: Record<string, string> = {},
): Promise<Report> {
  const out = join(mkdtempSync(join(tmpdir(), 'clearbook-named-')), 'report.json');
  const patterns = new Set(names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
  try {
    const options = ['-t', [...patterns].join('|'), '--reporter=json', `--outputFile=${out}`];
    const ran = await command(tool('vitest/vitest.mjs', 'run', ...files, ...options), env, cwd);
    if (!existsSync(out)) throw new Error(lastLines(ran));
    return JSON.parse(readFileSync(out, 'utf8')) as Report;
  } finally {
    rmSync(dirname(out), { recursive: true, force: true });
  }
}

/** The files of the project where tests with these names stand. */
export function filesOf(names: readonly string[]): string[] {
  return testFiles().filter((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return names.some((name) => source.includes(name));
  });
}
