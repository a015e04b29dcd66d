import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { numbered } from '../apps/api/src/platform/database/door-text.ts';
import { doorFiles } from '../apps/api/src/platform/database/doors.ts';

/** Part of `npm run format` and, with `--check`, of `npm run check`: every door carries the version of its text. */
const checking = process.argv.includes('--check');
for (const path of doorFiles()) {
  const text = readFileSync(path, 'utf8');
  const wanted = numbered(text);
  if (wanted === text) continue;
  if (!checking) writeFileSync(path, wanted);
  else {
    process.stderr.write(`${relative(process.cwd(), path)} was changed and has its old version: run npm run format.\n`);
    process.exitCode = 1;
  }
}
