import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const MANTINE = dirname(dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles/Pill.layer.css'))));

function textsOf(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** What a component is made of, itself included: the components that its own files import. */
function partsOf(name: string, found = new Set<string>()): Set<string> {
  const folder = join(MANTINE, 'esm/components', name);
  if (found.has(name) || !existsSync(folder)) return found;
  found.add(name);
  for (const text of textsOf(folder, /\.mjs$/))
    for (const [, part = ''] of text.matchAll(/from "(?:\.\.\/)+([A-Z]\w+)\/\1\.mjs"/g)) partsOf(part, found);
  return found;
}

it('[S34] whatever of Mantine a page uses, and what that is made of, has its style sheet', () => {
  const sources = textsOf(SOURCES, /\.tsx?$/).join('\n');
  const used = [...sources.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const parts = [...new Set(used.flatMap((name) => [...partsOf(name)]))];
  expect(parts).toContain('Combobox');
  const styled = parts.filter((name) => existsSync(join(MANTINE, `styles/${name}.layer.css`)));
  expect(styled.filter((name) => !sources.includes(`import '@mantine/core/styles/${name}.layer.css'`))).toEqual([]);
});
