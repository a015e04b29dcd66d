import { ensureBrowser } from '../browser.ts';
import { buildClient } from '../build-client.ts';
import { tests } from './command.ts';
import type { Row } from './row.ts';

/** A line that tests hold in full: these files, or of them the tests whose names match `only`. */
export function tested(
  project: 'unit' | 'pg' | 'start*' | 'e2e*',
  title: string,
  files: readonly string[],
  only?: string,
): Omit<Row, 'name'> {
  return {
    title,
    async run() {
      if (project === 'e2e*') {
        ensureBrowser();
        await buildClient();
      }
      return tests('--project', project, ...files, ...(only === undefined ? [] : ['-t', only]));
    },
  };
}
