import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
/** What a run of tests or of the simulator needs of the project. */
const COPIED = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts', 'packages/domain', 'packages/contracts', 'packages/verify', 'apps/api', 'sim'];
const SEEDS = ['1', '2', '3'] as const;
const STEPS = '6000';
const LIMIT_MS = 240_000;

/** A mistake that somebody could make, and what may find it. The first line of each patch says what it is. */
type Planted = { readonly patch: string; readonly what: string; readonly tests: readonly string[] };

/** Applies each planted mistake to a copy of the project and looks whether anything finds it. Returns the exit code. */
export async function runPlanted(only?: string): Promise<number> {
  const list = readdirSync(HERE)
    .filter((name) => name.endsWith('.patch') && (only === undefined || name.includes(only)))
    .toSorted()
    .map(describe);
  // A copy without any mistake must pass everything, or what follows says nothing.
  const control = find({ patch: '', what: '', tests: [...new Set(list.flatMap(({ tests }) => tests))] });
  if (control === undefined || control.length > 0) {
    console.error(`without a planted mistake: ${control?.join('; ')}`);
    return 1;
  }
  const missed: string[] = [];
  for (const planted of list) {
    const finders = find(planted);
    if (finders === undefined) {
      missed.push(planted.patch);
      console.log(`STALE   ${planted.patch.padEnd(40)} does not apply any more: make it again`);
      continue;
    }
    if (finders.length === 0) missed.push(planted.patch);
    console.log(`${finders.length > 0 ? 'caught ' : 'MISSED '} ${planted.patch.padEnd(40)} ${planted.what}\n        by ${finders.join('; ') || 'nothing'}`);
  }
  console.log(`${list.length - missed.length} of ${list.length} planted mistakes were caught`);
  return missed.length === 0 && list.length > 0 ? 0 : 1;
}

/** Patches begin with "what: …" and "tests: files that may find it", which git apply skips as it skips a mail's words. */
function describe(patch: string): Planted {
  const head = readFileSync(join(HERE, patch), 'utf8').split('\ndiff ')[0] ?? '';
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return { patch, what: field('what'), tests: field('tests').split(' ').filter(Boolean) };
}

/** What found it; undefined when the code has moved away from under the patch. */
function find({ patch, tests }: Planted): string[] | undefined {
  const copy = copyProject();
  try {
    const applied = patch === '' ? undefined : run(copy, 'git', ['apply', '--whitespace=nowarn', '-C1', join(HERE, patch)]);
    if (applied && applied.status !== 0) return undefined;

    if (tests.length > 0) {
      const { status, output } = run(copy, process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=tap-flat', ...tests]);
      // One finder is enough: the simulator takes three times as long as the tests.
      if (status !== 0) return [`test ${failedTest(output)}`];
    }
    const finders: string[] = [];
    // Who gets a lock first differs from run to run, so a mistake about timing has three seeds to show itself.
    for (const seed of patch === '' ? SEEDS.slice(0, 1) : SEEDS) {
      if (finders.length > 0) break;
      const { status, output } = run(copy, process.execPath, ['sim/main.ts', '--seed', seed, '--steps', STEPS, '--fresh']);
      if (status !== 0) finders.push(`seed ${seed} ${firstProblem(output)}`);
    }
    return finders;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Our own packages are copied, what was installed is linked. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clearbook-planted-'));
  for (const path of COPIED) {
    if (!existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: (source) => !/\/(node_modules|dist)$/.test(source) });
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@clearbook'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@clearbook') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const [name, path] of [['domain', 'packages/domain'], ['contracts', 'packages/contracts'], ['verify', 'packages/verify'], ['api', 'apps/api'], ['sim', 'sim']] as const) {
    symlinkSync(join(copy, path), join(modules, '@clearbook', name));
  }
  return copy;
}

function run(cwd: string, command: string, args: readonly string[]): { status: number | null; output: string } {
  const env = { ...process.env, SIM_KEEP: 'no', GIT_CEILING_DIRECTORIES: dirname(cwd) };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 64_000_000, env });
  return { status, output: `${stdout}${stderr}` };
}

function failedTest(output: string): string {
  return /^not ok \d+ - (.*?)(?: # .*)?$/m.exec(output)?.[1]?.split(' > ').at(-1)?.slice(0, 110) ?? firstProblem(output);
}

function firstProblem(output: string): string {
  const lines = output.split('\n');
  const at = lines.findIndex((line) => line.includes('FAILED'));
  return (at === -1 ? (lines.find((line) => /error/i.test(line)) ?? 'failed') : `${lines[at]?.replace(/^.*after/, 'after')} ${lines[at + 1]?.trim()}`).slice(0, 160);
}
