import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checks } from './check.ts';
import { ROOT } from './phases.ts';

/** A copy of the lint configuration over an otherwise empty tree, so that what is planted disturbs nothing. */
let tree: string;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'clearbook-boundaries-'));
  copyFileSync(join(ROOT, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function complaintsAbout(file: string, imported: string): string {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `import { x } from '${imported}';\nexport const y = x;\n`);
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), file], {
    cwd: tree,
    encoding: 'utf8',
  });
  rmSync(path);
  expect(stdout + stderr).toContain('on 1 file');
  return stdout;
}

describe('[O20] the linter holds the boundaries between the rooms', () => {
  const closed: [file: string, imported: string, message: string][] = [
    ['packages/domain/src/money/a.ts', 'node:fs', 'domain is pure'],
    ['packages/domain/src/money/a.ts', 'zod', 'domain is pure'],
    ['packages/domain/src/money/a.ts', '@clearbook/contracts', 'domain is pure'],
    ['packages/domain/src/money/a.ts', '../../../contracts/src/money.ts', 'domain is pure'],
    ['packages/contracts/src/a.ts', '../../../apps/api/src/main.ts', 'contracts know neither'],
    ['packages/verify/src/a.ts', '@clearbook/domain/money', 'the verifier stands alone'],
    ['packages/verify/src/a.ts', '../../domain/src/money/index.ts', 'the verifier stands alone'],
    ['packages/verify/src/a.ts', '../../../apps/api/src/platform/tlog/index.ts', 'the verifier stands alone'],
    ['packages/verify/src/a.ts', 'node:crypto', 'the verifier stands alone'],
    ['packages/verify/src/a.ts', 'zod', 'the verifier stands alone'],
    ['packages/witness/src/a.ts', '@clearbook/contracts', 'shares no code'],
    ['packages/witness/src/a.ts', '../../../apps/api/src/main.ts', 'shares no code'],
    ['sim/client-archive.ts', '@clearbook/domain/money', 'shares no code with the product'],
    ['sim/recompute-worth.ts', '../packages/domain/src/money/index.ts', 'shares no code with the product'],
    ['apps/web/src/lib/a.ts', '../../../api/src/main.ts', 'web never imports api'],
    ['apps/web/src/lib/a.ts', '@clearbook/api', 'web never imports api'],
    ['apps/web/src/features/trades/a.tsx', '../../../../api/src/ledger/index.ts', 'web never imports api'],
    ['apps/api/src/features/trades/a.ts', '../market/service.ts', 'through its index.ts'],
    ['apps/api/src/features/trades/a.ts', '../../features/market/service.ts', 'through its index.ts'],
    ['apps/api/src/compose.ts', './features/market/service.ts', 'through its index.ts'],
    ['apps/api/src/features/trades/a.ts', '../../ledger/execute.ts', 'the one way in'],
    ['apps/api/src/compose.ts', './ledger/execute.ts', 'the one way in'],
    ['apps/api/src/features/trades/a.ts', '../../adapters/mail/smtp.ts', 'knows its port'],
    ['apps/api/src/platform/http/a.ts', '../../features/market/index.ts', 'nothing of the business'],
    ['apps/api/src/platform/a.ts', '../ledger/index.ts', 'nothing of the business'],
    ['apps/api/src/ledger/a.ts', '../features/market/index.ts', 'knows no feature'],
    ['apps/api/src/main.ts', '@clearbook/web', 'api never imports web'],
  ];
  it.each(closed)('refuses %s importing %s', (file, imported, message) => {
    expect(complaintsAbout(file, imported)).toContain(message);
  });

  const open: [file: string, imported: string][] = [
    ['packages/domain/src/trading/a.ts', '../money/index.ts'],
    ['packages/verify/src/a.ts', './merkle.ts'],
    ['packages/verify/src/a.ts', '@noble/hashes/sha2.js'],
    ['packages/verify/src/a.ts', '@noble/curves/ed25519.js'],
    ['packages/witness/src/a.ts', '@clearbook/verify'],
    ['packages/witness/src/a.ts', 'node:fs'],
    ['apps/web/src/lib/a.ts', '@clearbook/contracts'],
    ['apps/api/src/features/trades/a.ts', '../market/index.ts'],
    ['apps/api/src/features/trades/a.ts', '../../ledger/index.ts'],
    ['apps/api/src/features/trades/a.ts', '../../platform/http/index.ts'],
    ['apps/api/src/features/trades/a.ts', './routes.ts'],
    ['apps/api/src/features/trades/a.ts', '@clearbook/domain/ledger'],
    ['apps/api/src/ledger/a.ts', './execute.ts'],
    ['apps/api/src/compose.ts', './ledger/index.ts'],
  ];
  it.each(open)('allows %s importing %s', (file, imported) => {
    expect(complaintsAbout(file, imported)).not.toContain('no-restricted-imports');
  });
});

describe('[O73] npm run check also refuses', () => {
  function lint(files: Record<string, string>): string {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    const names = Object.keys(files);
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/oxlint/bin/oxlint'), ...names], {
      cwd: tree,
      encoding: 'utf8',
    });
    for (const name of names) rmSync(join(tree, name));
    return stdout;
  }

  it('a function of more than eighty lines', () => {
    const body = (lines: number) =>
      `export function f(): number {\n${'  Math.random();\n'.repeat(lines - 3)}  return 1;\n}\n`;
    expect(lint({ 'apps/api/src/platform/a.ts': body(81) })).toContain('max-lines-per-function');
    expect(lint({ 'apps/api/src/platform/a.ts': body(80) })).not.toContain('max-lines-per-function');
  });

  it('two files whose types need each other', () => {
    const of = (one: string, other: string) =>
      `import type { ${other} } from './${other}.ts';\nexport type ${one} = { readonly of: ${other} | null };\n`;
    const found = lint({ 'apps/api/src/platform/a.ts': of('a', 'b'), 'apps/api/src/platform/b.ts': of('b', 'a') });
    expect(found).toContain('no-cycle');
  });

  it('files, exports and dependencies that nothing uses', () => {
    expect(checks.lint.map(({ command }) => command.join(' ')).join()).toContain('knip');
  });
});
