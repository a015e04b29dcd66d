import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCES = new URL('../src/', import.meta.url);

describe('[U45] the verifier shares no code with the rest', () => {
  it('imports its own files, and a hash and a signature library, and nothing else', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const imported = files.flatMap((name) => {
      const text = readFileSync(new URL(name, SOURCES), 'utf8');
      return [...text.matchAll(/\b(?:from\s+|import\s*\(?\s*)['"]([^'"]+)['"]/g)].map(([, what = '']) => {
        return what.startsWith('.') ? new URL(what, new URL(name, SOURCES)).href : what;
      });
    });
    expect(imported.length).toBeGreaterThan(10);
    const strangers = imported.filter(
      (what) => !what.startsWith(SOURCES.href) && !/^@noble\/(hashes|curves)\//.test(what),
    );
    expect(strangers).toEqual([]);
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as object;
    expect(manifest).toMatchObject({ dependencies: { '@noble/curves': '2.4.0', '@noble/hashes': '2.4.0' } });
  });

  it('runs where there is no Node: it asks for nothing of Node by name', () => {
    for (const name of readdirSync(SOURCES)) {
      expect(readFileSync(new URL(name, SOURCES), 'utf8')).not.toMatch(/\b(Buffer|process|require)\b[.(]/);
    }
  });
});
