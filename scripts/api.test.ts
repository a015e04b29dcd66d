import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './phases.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

it('[X9] CI lints the descriptions and runs the generated clients, with pinned tools that the product does not install', () => {
  expect(read('.ci/run')).toMatch(/^npm run api$/m);
  const { dependencies } = JSON.parse(read('tools/api/package.json')) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(['@redocly/cli', '@stoplight/spectral-cli', 'openapi-typescript', '@hey-api/openapi-ts']),
  );
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const { packages } = JSON.parse(read('tools/api/package-lock.json')) as { packages: Record<string, object> };
  for (const name of Object.keys(dependencies)) expect(packages).toHaveProperty([`node_modules/${name}`]);
});
