import { runPhases, tool } from './phases.ts';
import type { Phase } from './phases.ts';

/** What needs no database and no browser. */
export const checks = {
  typecheck: [
    { name: 'types of the server and the shared packages', command: tool('typescript/bin/tsc', '-p', 'tsconfig.json') },
    { name: 'types of the client', command: tool('typescript/bin/tsc', '-p', 'apps/web/tsconfig.json') },
  ],
  lint: [
    { name: 'lint and boundaries', command: tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.') },
    { name: 'format', command: tool('oxfmt/bin/oxfmt', '--check', '.') },
    { name: 'unused files, exports and dependencies', command: tool('knip/bin/knip.js') },
    { name: 'versions of the ledger functions', command: [process.execPath, 'scripts/ledger-functions.ts', '--check'] },
    { name: 'files of the font', command: [process.execPath, 'scripts/fonts.ts', '--check'] },
  ],
  format: [
    { name: 'format', command: tool('oxfmt/bin/oxfmt', '.') },
    { name: 'versions of the ledger functions', command: [process.execPath, 'scripts/ledger-functions.ts'] },
    { name: 'files of the font', command: [process.execPath, 'scripts/fonts.ts'] },
    { name: 'docs/api.md', command: [process.execPath, 'apps/api/src/openapi.ts', '--reference'] },
  ],
} satisfies Record<string, Phase[]>;

/** `npm run check` runs what CI runs before the suites; `lint`, `typecheck` and `format` run their part. */
if (import.meta.main) {
  const [part] = process.argv.slice(2);
  const phases =
    part !== undefined && part in checks ? checks[part as keyof typeof checks] : [...checks.typecheck, ...checks.lint];
  process.exitCode = await runPhases(phases);
}
