import { MODULES, storedIn, TABLES } from '@clearbook/domain/ledger';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './phases.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const ROWS = new Map(
  [...read('packages/domain/src/modules/README.md').matchAll(/^\| ([\w-]+) \|(.*)\|$/gm)].map(
    ([, name = '', rest = '']) => [name, rest.split('|').map((cell) => cell.trim())],
  ),
);
const MIGRATIONS = readdirSync(join(ROOT, 'apps/api/migrations'));

/** What the row of a module says: the files of rules, the tables with the number of their migration, and the tests. */
function rowOf(module: string): { specs: string[]; tables: string[]; tests: string[] } {
  const [, specs = '', tables = '', tests = ''] = ROWS.get(module) ?? [];
  const list = (cell: string) => (cell === '' ? [] : cell.split(', '));
  return {
    specs: list(specs).map((name) => read(`docs/spec/${name}.md`)),
    tables: list(tables.replaceAll(/ \(declared in [\w/.]+\)/g, '')),
    tests: list(tests).map((name) => read(`apps/api/${name.replace(/^features/, 'src/features')}.pg.test.ts`)),
  };
}

/** The table as the map has it: its name, and the number of the migration that makes it or names it so. */
function made(table: string): string {
  const name = table.replace(/^ledger\./, '');
  const makes = new RegExp(
    `^(?:create table ${table.replace('.', '\\.')} \\(|alter table \\S+ rename to ${name};)`,
    'm',
  );
  const migration = MIGRATIONS.find((file) => makes.test(read(`apps/api/migrations/${file}`))) ?? '';
  return `${name} ${migration.slice(0, 3)}`;
}

function sqlOf(module: string): string {
  const path = `apps/api/sql/modules/${module}.sql`;
  return existsSync(join(ROOT, path)) ? read(path) : '';
}

describe('the map of the modules', () => {
  it('[O87] has a row for each module, and each has its SQL in one file of its name', () => {
    const names = MODULES.map(({ name }) => name).toSorted();
    expect([...ROWS.keys()].filter((name) => name !== 'module').toSorted()).toEqual(names);
    for (const file of readdirSync(join(ROOT, 'apps/api/sql/modules'))) expect(names).toContain(file.slice(0, -4));
  });

  it.each(MODULES.map(({ name }) => name))(
    '[O87] names the tables of %s with the migrations that make them',
    (name) => {
      const checked = TABLES.filter((table) => sqlOf(name).includes(`.check_${table.name.split('.').at(-1)}(`));
      const tables = new Set(checked.map((table) => made(storedIn(table))));
      expect(rowOf(name).tables.toSorted()).toEqual([...tables].toSorted());
    },
  );

  it.each(MODULES.map(({ name }) => name))('[O87] names where the rules of %s are written and broken', (name) => {
    const { specs, tests } = rowOf(name);
    for (const [, rule = ''] of sqlOf(name).matchAll(/'([A-Z]\d+)'/g)) {
      expect(
        specs.filter((text) => text.includes(`- **${rule}** `)),
        rule,
      ).toHaveLength(1);
      expect(
        tests.filter((text) => text.includes(`[${rule}]`) || text.includes(`'${rule}'`)),
        rule,
      ).not.toHaveLength(0);
    }
  });

  it('[O87] every file of the domain that a document or a comment names is there', () => {
    const texts = ['apps', 'packages', 'docs/spec'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /(?<!\.test)\.(?:md|sql|ts)$/.test(path) && !/node_modules|migrations/.test(path))
        .map((path) => `${folder}/${path}`),
    );
    const named = texts.flatMap((path) =>
      [...read(path).matchAll(/packages\/domain\/src(?:\/[\w-]+)+(?:\.(?:ts|md))?/g)].map(([target]) => ({
        path,
        target,
      })),
    );
    expect(named.filter(({ target }) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});
