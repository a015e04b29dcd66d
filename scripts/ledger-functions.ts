import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { batchRowsSql } from '../apps/api/src/platform/database/batch-rows-sql.ts';
import { numbered, readFunction } from '../apps/api/src/platform/database/function-text.ts';
import { configurableSql } from '../apps/api/src/platform/database/configurable-sql.ts';
import { financingTermsSql } from '../apps/api/src/platform/database/financing-terms-sql.ts';
import { functionFiles, FUNCTIONS_DIR } from '../apps/api/src/platform/database/ledger-functions.ts';
import { readRowsSql } from '../apps/api/src/platform/database/read-rows-sql.ts';
import { staffRolesSql } from '../apps/api/src/platform/database/staff-roles-sql.ts';

/**
 * Part of `npm run format` and, with `--check`, of `npm run check`: the SQL that follows from declared tables is made, and every ledger function
 * carries the version of its text.
 */
const checking = process.argv.includes('--check');
const bodies = new Map(functionFiles().map((path) => [path, read(path)]));
const all = [...bodies.values()].join('\n');
const has = (what: string) => (table: string) => all.includes(`function ledger.${what}_${table}(`);
generate('batch_rows', batchRowsSql({ follows: has('follow'), verifies: has('verify') }));
generate('read_rows', readRowsSql());
generate('financing_terms', financingTermsSql());
generate('configurable', configurableSql());
generate('staff_roles', staffRolesSql());

for (const [path, text] of bodies) {
  const wanted = numbered(text);
  if (existsSync(path) && wanted === read(path)) continue;
  if (!checking) writeFileSync(path, wanted);
  else {
    process.stderr.write(`${relative(process.cwd(), path)} is not up to date: run npm run format.\n`);
    process.exitCode = 1;
  }
}

function generate(name: string, body: string): void {
  const path = join(FUNCTIONS_DIR, 'generated', `${name}.sql`);
  bodies.set(path, header(path) + body);
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The line that carries its version so far. */
function header(path: string): string {
  if (!existsSync(path)) return '';
  const text = read(path);
  return text.slice(0, text.length - readFunction(text).body.length);
}
