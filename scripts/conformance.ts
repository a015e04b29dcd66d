import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type ConformanceRow = {
  readonly number: string;
  /** What the specification says; texts in backticks are shown to people letter for letter. */
  readonly says: string;
  readonly departure: string | undefined;
  readonly tests: readonly string[];
};

const TABLE = new URL('../docs/spec/conformance.md', import.meta.url);

/** The rows of docs/spec/conformance.md. Throws where a line that looks like a row cannot be read. */
export function conformanceRows(): ConformanceRow[] {
  return readFileSync(TABLE, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, number, says, held, end] = line.split(/ ?\| ?/);
      if (number === undefined || says === undefined || held === undefined || end !== '')
        throw new Error(`cannot read: ${line}`);
      const holders = held.split('<br>').filter((holder) => holder !== '');
      return {
        number,
        says,
        departure: holders.find((holder) => holder.startsWith('departure ')),
        tests: holders.filter((holder) => !holder.startsWith('departure ')),
      };
    });
}

/** Every test file of the project, relative to its folder. */
export function testFiles(): string[] {
  const root = new URL('../', import.meta.url);
  const list = ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'];
  return execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}
