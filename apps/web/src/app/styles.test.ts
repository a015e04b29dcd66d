import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const MANTINE = dirname(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/Pill.layer.css'))));
/** What is drawn without a component of ours that names it: the page itself, and the toasts of @mantine/notifications. */
const FOR_ALL = ['baseline', 'default-css-variables', 'global', 'Notification'];

function filesOf(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file));
}

const textsOf = (folder: string, ending: RegExp): string[] =>
  filesOf(folder, ending).map((file) => readFileSync(file, 'utf8'));

/** The folders that a component is made of, its own included: those that its files import from. */
function partsOf(name: string, found = new Set<string>()): Set<string> {
  const folder = ['components', 'utils']
    .map((room) => join(MANTINE, 'esm', room, name))
    .find((each) => existsSync(each));
  if (folder === undefined || found.has(folder)) return found;
  found.add(folder);
  for (const text of textsOf(folder, /\.mjs$/))
    for (const [, part = ''] of text.matchAll(/from "(?:\.\.\/)+(?:\w+\/)?([A-Z]\w+)\/\1\.mjs"/g)) partsOf(part, found);
  return found;
}

it('[S34] whatever of Mantine a page uses, and what that is made of, has its style sheet, and nothing else has', () => {
  const sources = textsOf(SOURCES, /\.tsx?$/).join('\n');
  const used = [...sources.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const parts = [...new Set(used.flatMap((name) => [...partsOf(name)]))];
  const styled = parts
    .map((folder) => basename(folder))
    .filter((name) => existsSync(join(MANTINE, `styles/${name}.layer.css`)));
  // Radio.Card is a part of Radio that only some need.
  const known = new Set(parts.flatMap((folder) => filesOf(folder, /\.mjs$/)).map((file) => basename(file, '.mjs')));
  const imported = new Set(
    [...sources.matchAll(/import '@mantine\/core\/styles\/([\w-]+)\.layer\.css'/g)].map(([, name = '']) => name),
  );
  expect(styled).toContain('Combobox');
  expect(styled.filter((name) => !imported.has(name))).toEqual([]);
  expect([...imported].filter((name) => !known.has(name) && !FOR_ALL.includes(name))).toEqual([]);
});
