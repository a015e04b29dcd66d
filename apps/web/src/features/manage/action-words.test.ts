import { globSync, readFileSync } from 'node:fs';
import { manageWords } from '@clearbook/contracts/words/manage';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../../../', import.meta.url).pathname;
const WRITTEN = /action: '([a-z_]+\.[a-z_]+)'|audit\(\s*[\w.$:]+,\s*'([a-z_]+\.[a-z_]+)'/g;

it('[G69] every action that the audit log is written with has words in Manage', () => {
  const sources = globSync(['packages/domain/src/**/*.ts', 'apps/api/src/**/*.ts'], {
    cwd: ROOT,
    exclude: ['**/*.test.ts'],
  });
  const written = new Set(
    sources.flatMap((path) =>
      [...readFileSync(`${ROOT}${path}`, 'utf8').matchAll(WRITTEN)].map(([, named, called]) => named ?? called ?? ''),
    ),
  );
  expect(written).toContain('trader.create');
  expect(written).toContain('release_limits.set');
  expect([...written].filter((action) => !(action in manageWords.actions))).toEqual([]);
});
