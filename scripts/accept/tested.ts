import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { testFiles } from '../conformance.ts';
import { tool } from '../phases.ts';
import { command, resultOf } from './command.ts';
import { reported } from './reports.ts';
import type { Result, Row } from './row.ts';

type Project = 'unit' | 'pg' | 'start*' | 'e2e*';

/** What vitest is asked for, which files are meant, and the row that runs all of them anyway. */
const PROJECTS: Readonly<Record<Project, { names: string[]; has: (file: string) => boolean; whole: string }>> = {
  unit: {
    names: ['unit', 'long'],
    has: (file) => !/^e2e\/|\.(?:pg|start|alone)\.test\.ts$/.test(file),
    whole: 'test-duration',
  },
  pg: { names: ['pg', 'long'], has: (file) => file.endsWith('.pg.test.ts'), whole: 'test-duration' },
  'start*': {
    names: ['start*', 'alone'],
    has: (file) => /\.(?:start|alone)\.test\.ts$/.test(file),
    whole: 'test-duration',
  },
  'e2e*': { names: ['e2e*'], has: (file) => file.startsWith('e2e/'), whole: 'journeys' },
};

/** These files or folders, or of their tests those whose names match `only`: as another row of this run reported them, or run here. */
export async function tests(project: Project, files: readonly string[], only?: string): Promise<Result> {
  const { names, has, whole } = PROJECTS[project];
  const meant = testFiles().filter((file) => has(file) && files.some((start) => file.startsWith(start)));
  const known = reported(whole, { files: meant, ...(only !== undefined && { only }) });
  if (known !== undefined) return { ...known, figures: `${known.figures}, as ${whole} reported` };
  if (project === 'e2e*') {
    ensureBrowser();
    await buildClient();
  }
  const args = [...names.flatMap((name) => ['--project', name]), ...files, ...(only === undefined ? [] : ['-t', only])];
  return resultOf(await command(tool('vitest/vitest.mjs', 'run', ...args), { E2E_IN_FULL: 'yes' }));
}

/** The row that runs every test of a project, after which a row that names some of them begins. */
export function wholeOf(project: Project): string {
  return PROJECTS[project].whole;
}

/** A line that tests hold in full. */
export function tested(
  project: Project,
  title: string,
  files: readonly string[],
  only?: string,
): Pick<Row, 'title' | 'run'> & { after: readonly string[] } {
  return { title, after: [wholeOf(project)], run: () => tests(project, files, only) };
}
