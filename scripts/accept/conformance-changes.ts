import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ConformanceRow } from '../conformance.ts';
import { ROOT } from '../phases.ts';

/** Constants are numbers or lists in the code: where each stands, and another value. */
const CONSTANTS: readonly { says: RegExp; file: string; from: RegExp; to: string }[] = [
  { says: /^Toasts: 4000 ms/, file: 'apps/web/src/ui/toast.ts', from: /TOAST_WIDTH = 356/, to: 'TOAST_WIDTH = 300' },
  {
    says: /^Toasts close by themselves/,
    file: 'apps/web/src/ui/toast.ts',
    from: /TOAST_MS = 4000/,
    to: 'TOAST_MS = 400',
  },
  {
    says: /^Deposit countdown/,
    file: 'packages/domain/src/modules/funding/deposits.ts',
    from: /3_600_000/,
    to: '1_800_000',
  },
  {
    says: /^Crypto conversion with 6/,
    file: 'apps/api/src/features/books/wire.ts',
    from: /fraction\.slice\(0, 6\)/,
    to: 'fraction.slice(0, 4)',
  },
  {
    says: /^Withdrawals: 5 a page/,
    file: 'packages/contracts/src/admin.ts',
    from: /withdrawals: 5/,
    to: 'withdrawals: 6',
  },
  { says: /^Users: 10 a page/, file: 'packages/contracts/src/admin.ts', from: /users: 10/, to: 'users: 9' },
  {
    says: /^Loan level 1/,
    file: 'packages/domain/src/modules/loans/terms.ts',
    from: /termDays: 25/,
    to: 'termDays: 24',
  },
  {
    says: /^Loan level 2/,
    file: 'packages/domain/src/modules/loans/terms.ts',
    from: /portfolio: 50_000_000n/,
    to: 'portfolio: 40_000_000n',
  },
  {
    says: /^Signal plans: /,
    file: 'packages/domain/src/modules/plans/signal-plans.ts',
    from: /boost: 12/,
    to: 'boost: 13',
  },
  { says: /^Forex assets/, file: 'packages/domain/src/market/instruments.ts', from: /'EURUSD'/, to: "'EURUSX'" },
  { says: /^Password: at least 8/, file: 'packages/contracts/src/access.ts', from: /_LENGTH = 8\b/, to: '_LENGTH = 6' },
];

export type Change = {
  readonly files: string[];
  readonly apply: (source: string) => string;
  /** What people read there; undefined of a constant. */
  readonly text: string | undefined;
};

/** How to change what a row says in a copy of the product; undefined where it names no text and no constant. */
export function changeOf(row: ConformanceRow, root: string): Change | undefined {
  const constant = CONSTANTS.find(({ says }) => says.test(row.says));
  if (constant !== undefined) {
    const file = join(root, constant.file);
    // A row that is passed over would never be drawn again.
    if (!existsSync(file) || !constant.from.test(readFileSync(file, 'utf8')))
      throw new Error(
        `${constant.file} has no ${constant.from.source} any more: say where row ${row.number} stands now`,
      );
    return { files: [file], apply: (source) => source.replace(constant.from, constant.to), text: undefined };
  }
  const literal = [...row.says.matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text)
    .find((text) => !text.startsWith('/'));
  if (literal === undefined) return undefined;
  // What stands between placeholders, the longest of it.
  const text =
    literal
      .split(/\{[^}]*\}|\$amount/)
      .toSorted((a, b) => b.length - a.length)[0]
      ?.trim() ?? '';
  if (text.length < 3 || !/[aeiou]/i.test(text)) return undefined;
  const catalogue = globSync('packages/contracts/src/{messages,words}/**/*.ts', { cwd: root }).map((path) =>
    join(root, path),
  );
  const files = catalogue.filter((file) => quoted(readFileSync(file, 'utf8'), text));
  return files.length === 0
    ? undefined
    : { files, apply: (source) => source.replaceAll(text, text.replaceAll(/[aeiou]/gi, 'x')), text };
}

/** The text stands inside a string of the catalogue, whole or beside a placeholder. */
function quoted(source: string, text: string): boolean {
  return ["'", '"', '`', '} '].some((before) => source.includes(`${before}${text}`));
}

/** What is tracked, with our own packages as copies and what was installed as links. */
export function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clearbook-conformance-'));
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  for (const path of tracked.split('\0').filter(Boolean)) {
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), readFileSync(join(ROOT, path)));
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@clearbook'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@clearbook') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const path of ['packages/domain', 'packages/contracts', 'apps/api', 'apps/web', 'sim', 'bench', 'e2e']) {
    symlinkSync(join(copy, path), join(modules, '@clearbook', path.split('/').at(-1) ?? ''));
  }
  return copy;
}
