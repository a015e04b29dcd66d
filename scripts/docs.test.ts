import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './phases.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const foldersOf = (path: string) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

describe('what the documents say', () => {
  it('[O71] the README claims no check that nobody but the operator can make', () => {
    expect(read('README.md')).not.toContain('whose books anyone can check');
    expect(read('README.md')).toContain('What you can check today');
    expect(read('package.json')).not.toContain('anyone can check');
  });

  it('[O72] the domain’s README names every room of the domain, and no other', () => {
    const named = [...read('packages/domain/README.md').matchAll(/`([a-z]+)\/`/g)].map(([, name]) => name ?? '');
    expect(named.toSorted()).toEqual(foldersOf('packages/domain/src').toSorted());
  });

  it('[O72] ARCHITECTURE names every room of the domain and only folders that exist', () => {
    const architecture = read('ARCHITECTURE.md');
    const row = /\| `packages\/domain` \| pure rules: ([^|]+) \|/.exec(architecture)?.[1] ?? '';
    expect(row.split(', ').toSorted()).toEqual(foldersOf('packages/domain/src').toSorted());
    const paths = [...architecture.matchAll(/`((?:apps|packages|scripts|sim|bench|e2e)\/[\w./-]*[\w/])`/g)].map(
      ([, path]) => path ?? '',
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('[O72] every rule has a number of its own', () => {
    const numbers = readdirSync(join(ROOT, 'docs/spec'))
      .filter((name) => name !== 'conformance.md')
      .flatMap((name) =>
        [...read(`docs/spec/${name}`).matchAll(/^(?:- \*\*|\| )([A-Z]+\d+)(?:\*\*| \|)/gm)].map(
          ([, number]) => number ?? '',
        ),
      );
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  });

  it('[O72] no ADR says that every sentence stands in one place, or that nothing is remembered', () => {
    expect(read('docs/adr/0005-one-message-catalogue.md')).toContain('platform/mail/templates');
    expect(read('ARCHITECTURE.md')).not.toContain('Nothing is remembered between two batches or two requests');
  });
});
