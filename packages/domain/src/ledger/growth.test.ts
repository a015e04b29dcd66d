import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PARTIES } from '../kernel/party.ts';
import { AUDITS, NOTES } from '../kernel/records.ts';
import { MODULES, TABLES } from './modules.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** What serves every module, in memory and on the way to the database. */
const CENTRAL = [
  'packages/domain/src/kernel',
  'packages/domain/src/ledger',
  'apps/api/src/ledger',
  'apps/api/sql/kernel',
];
/** Where a module is entered: the list, and the readings that are no table. */
const ENTERED = ['packages/domain/src/ledger/modules.ts', 'apps/api/src/ledger/sources.ts'];
/** What is built on one module by its nature. No line is to be added here: a new module needs none. */
const BUILT_ON: Readonly<Record<string, readonly string[]>> = {
  // What one person may not let go alone becomes a proposal, whatever the command is.
  'packages/domain/src/ledger/decide.ts': ['proposals', 'releases'],
  // A close pays for the nights before it.
  'packages/domain/src/ledger/nights-first.ts': ['trading'],
  // What an empty installation begins with.
  'packages/domain/src/ledger/reference-ledger.ts': ['funding', 'manual', 'plans', 'protection', 'releases'],
  'apps/api/src/ledger/read-batch.ts': ['positions'],
};

function centralFiles(): string[] {
  return CENTRAL.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => /(?<!\.test)\.(?:ts|sql)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
}

function names(text: string, module: string): boolean {
  return text.includes(`/modules/${module}/`) || text.includes(`'@clearbook/domain/${module}'`);
}

it('[O84] a module is entered in two central files at most, and what else knows one is listed', () => {
  const found = centralFiles().flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return MODULES.filter(({ name }) => names(text, name)).map(({ name }) => ({ path, name }));
  });
  const others = found.filter(({ path }) => !ENTERED.includes(path));
  expect(Map.groupBy(others, ({ path }) => path).size).toBe(Object.keys(BUILT_ON).length);
  for (const [path, known] of Map.groupBy(others, (each) => each.path))
    expect([path, known.map(({ name }) => name).toSorted()]).toEqual([path, BUILT_ON[path]]);
});

it('[O84] the kernel knows no module, and the SQL of the kernel reads and writes no table that one declares', () => {
  // Parties, and what is put on record of them, are the kernel's own.
  const tables = new Set(
    TABLES.filter(({ name }) => ![PARTIES, AUDITS, NOTES].some((own) => own.name === name)).map(({ sql }) => sql),
  );
  const named = centralFiles()
    .filter((path) => path.endsWith('.sql'))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*--.*$/gm, '');
      return [...tables]
        .filter((sql) => new RegExp(`\\b(?:from|join|into|update) ledger\\.${sql}\\b`).test(text))
        .map((sql) => `${path}: ${sql}`);
    });
  expect(named).toEqual([]);
});
