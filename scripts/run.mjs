// The one entry of package.json's scripts. Plain JavaScript without dependencies, because it is what installs them: it runs on
// any Node from 20 on, makes sure that node_modules is what the lock file says, and hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PINNED = '24.21.0';
const MIN_MAJOR = 24;

/** What each task runs, relative to the project's folder. A list runs one after the other and stops at the first failure. */
const TASKS = {
  start: ['scripts/start.ts'],
  build: ['scripts/build.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  accept: ['scripts/accept.ts'],
  bench: ['bench/main.ts'],
  sim: ['sim/main.ts'],
  seed: ['scripts/seed.ts'],
  migrate: ['scripts/migrate.ts'],
  staff: ['scripts/staff.ts'],
  'fraud-rules': ['scripts/fraud-rules.ts'],
  log: ['scripts/log.ts'],
  witness: ['packages/witness/src/main.ts'],
  verify: ['packages/verify/bin/clearbook-verify.ts'],
  books: ['scripts/books.ts'],
  backup: ['scripts/backup.ts'],
  restore: ['scripts/restore.ts'],
  openapi: ['apps/api/src/openapi.ts'],
  api: ['scripts/api.ts'],
  lint: ['scripts/check.ts', 'lint'],
  typecheck: ['scripts/check.ts', 'typecheck'],
  format: ['scripts/check.ts', 'format'],
};

const [name = '', ...given] = process.argv.slice(2);
const task = TASKS[name];
if (!task) refuse(`There is no task "${name}": choose one of ${Object.keys(TASKS).join(', ')}.`);
process.chdir(ROOT);
if (!isInstalled()) install();
if (!existsSync(task[0])) refuse(`The task "${name}" is not part of this version: ${task[0]} does not exist.`);
handOver(pinnedNode(), [...task, ...given]);

/**
 * npm leaves a copy of the lock file in node_modules when an install is complete. Comparing what both say, and not how old they
 * are, means that neither a fresh checkout nor a touched file causes an install, and a changed version does.
 */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
  if (!wanted) refuse('package-lock.json is missing: restore it from version control.');
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true;
    const there = present[path];
    // What is optional is left out on other platforms.
    return there ? there.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Without install scripts: no dependency needs its own (the database's links are made when it starts). */
function install() {
  console.log('Installing dependencies. This happens once and takes about a minute …');
  const npm = process.env.npm_execpath;
  const [file, first] = npm && /\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const flags = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  // An environment of its own: settings of the npm that runs us (a workspace, a prefix) are not meant for this one.
  const result = spawnSync(file, [...first, ...flags], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) {
    refuse('npm ci did not succeed: see its message above, check the network, and run the same command again.');
  }
}

/** The Node that came with the dependencies, so that the host's version does not matter. */
function pinnedNode() {
  const pinned = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${PINNED}`)
    return pinned;
  if (Number(process.versions.node.split('.')[0]) >= MIN_MAJOR) return process.execPath;
  return refuse(
    `Clearbook brings its own Node ${PINNED} for Linux on x64 and arm64; on ${process.platform}-${process.arch} with Node ${process.versions.node}, install Node ${MIN_MAJOR} and run the same command again.`,
  );
}

/** Runs the task and ends as it ends. The channel tells it when this process is gone, even when it was killed. */
function handOver(node, args) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Node keeps what it made of our files, so that the next start begins with it. Where it cannot write, it does without.
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
      ...process.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
    },
  });
  child.on('error', (error) => refuse(`The task cannot be started (${error.message}).`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

  // npm passes a signal on through a shell, and a shell may end without telling us.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && stopOnce(), 250);
  function stopOnce() {
    clearInterval(watch);
    child.kill('SIGTERM');
  }

  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? 128 + ({ SIGINT: 2, SIGKILL: 9, SIGTERM: 15, SIGHUP: 1 }[signal] ?? 1));
  });
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
