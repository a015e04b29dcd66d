import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbered } from '../apps/api/src/platform/database/door-text.ts';
import { DOORS_DIR } from '../apps/api/src/platform/database/doors.ts';

/** Part of `npm run format` and, with `--check`, of `npm run check`: every door carries the version of its text. */
const checking = process.argv.includes('--check');
for (const file of readdirSync(DOORS_DIR).filter((name) => name.endsWith('.sql'))) {
  const path = join(DOORS_DIR, file);
  const text = readFileSync(path, 'utf8');
  const wanted = numbered(text);
  if (wanted === text) continue;
  if (!checking) writeFileSync(path, wanted);
  else {
    process.stderr.write(`apps/api/doors/${file} was changed and has its old version: run npm run format.\n`);
    process.exitCode = 1;
  }
}
