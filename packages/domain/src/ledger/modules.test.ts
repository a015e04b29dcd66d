import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MODULES, REFUSALS, RULES } from './modules.ts';

const folder = (path: string) => new URL(`../${path}/`, import.meta.url);
const LIBRARIES = ['access', 'indicators', 'kernel', 'market', 'money', 'periods', 'signals'];

/** The folders of the domain that the files of one import, tests left out; modules by their own name. */
function imports(path: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder(path), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    const url = new URL(name, folder(path));
    for (const [, target = ''] of readFileSync(url, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const [, room = '', one = ''] = /\/src\/(\w+)\/(?:([\w-]+)\/)?/.exec(new URL(target, url).pathname) ?? [];
      found.add(room === 'modules' ? one : room);
    }
  }
  return [...found].filter((name) => name !== path.split('/').at(-1)).toSorted();
}

describe('the modules of the ledger', () => {
  const declared = MODULES.map(({ name, uses }): [string, readonly string[]] => [name, uses]);
  it.each(declared)('[O77] %s imports what it says it uses', (name, uses) => {
    const used = imports(`modules/${name}`).filter((one) => !LIBRARIES.includes(one));
    expect(used).toEqual(uses.toSorted());
  });

  it('[O77] each is named like its folder; the kernel imports money and the market, and no module', () => {
    const folders = readdirSync(folder('modules'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(MODULES.map(({ name }) => name)).toEqual(folders.map(({ name }) => name).toSorted());
    expect(imports('kernel')).toEqual(['market', 'money']);
  });

  it('[O77] none of them uses another one that uses it, however far round', () => {
    const uses = new Map<string, readonly string[]>(MODULES.map((one) => [one.name, one.uses]));
    const reaches = (from: string, seen: ReadonlySet<string> = new Set()): string[] =>
      (uses.get(from) ?? []).flatMap((to) => (seen.has(to) ? [] : [to, ...reaches(to, new Set([...seen, to]))]));
    for (const { name } of MODULES) expect(reaches(name), name).not.toContain(name);
  });

  it('[O77] no two declare the same command or the same refusal', () => {
    const all = (of: 'commands' | 'refusals') => MODULES.flatMap((one) => Object.keys(one[of]));
    expect(all('commands')).toHaveLength(Object.keys(RULES).length);
    expect(new Set(all('refusals')).size).toBe(all('refusals').length);
    expect(Object.keys(REFUSALS).length).toBeGreaterThan(all('refusals').length);
  });
});
