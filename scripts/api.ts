import { mkdirSync, mkdtempSync, openSync, closeSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, untilReady } from '../apps/api/test/server.ts';
import { ROOT, runPhases, type Phase } from './phases.ts';

/** Linters and generators live apart, with a lock file of their own: the product installs none of them. */
const TOOLS = join(ROOT, 'tools/api');
const node = (path: string, ...args: string[]) => [process.execPath, path, ...args];
const inTools = (name: string, command: string[]): Phase => ({ name, command, cwd: TOOLS });

/**
 * `npm run api`: the API's descriptions through redocly, spectral and AsyncAPI's own parser (`lint`), and two generated clients compiled and
 * run against a server (`clients`). Ends with 0 only where nothing is reported.
 */
if (import.meta.main) {
  const [part] = process.argv.slice(2);
  process.exitCode =
    (await prepared()) || (part === 'clients' ? 0 : await lint()) || (part === 'lint' ? 0 : await clients());
}

/** The tools as their lock file says, and both descriptions as this version makes them. */
async function prepared(): Promise<number> {
  const stamp = join(TOOLS, 'node_modules/.package-lock.json');
  const wanted = readFileSync(join(TOOLS, 'package-lock.json'), 'utf8');
  const mark = join(TOOLS, 'node_modules/.installed');
  if (!existsSync(stamp) || !existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
    const install = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await runPhases([inTools('installing linters and generators, once', install)]);
    if (code !== 0) return code;
    writeFileSync(mark, wanted);
  }
  rmSync(join(TOOLS, 'generated'), { recursive: true, force: true });
  mkdirSync(join(TOOLS, 'generated'));
  return print('openapi.json') || print('asyncapi.json', '--socket');
}

function print(name: string, ...asked: string[]): number {
  const file = openSync(join(TOOLS, name), 'w');
  try {
    const made = spawnSync(process.execPath, ['apps/api/src/openapi.ts', ...asked], {
      cwd: ROOT,
      stdio: ['ignore', file, 'inherit'],
    });
    return made.status ?? 1;
  } finally {
    closeSync(file);
  }
}

function lint(): Promise<number> {
  const spectral = (file: string, rules: string) =>
    node(
      'node_modules/@stoplight/spectral-cli/dist/index.js',
      'lint',
      file,
      '--ruleset',
      rules,
      '--fail-severity',
      'hint',
    );
  return runPhases([
    inTools(
      'redocly',
      node(
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        'openapi.json',
        '--config',
        'redocly.yaml',
        '--max-problems',
        '1000',
      ),
    ),
    inTools('spectral', spectral('openapi.json', '.spectral.yaml')),
    inTools('spectral, the WebSocket', spectral('asyncapi.json', '.spectral-socket.yaml')),
    inTools('AsyncAPI parser', node('parse-asyncapi.js', 'asyncapi.json')),
  ]);
}

/** Both clients are made, compiled and run: sign up, add paper money, buy, look, close, withdraw, be refused, by named models. */
async function clients(): Promise<number> {
  const made = await runPhases([
    inTools(
      'openapi-typescript',
      node('node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated/openapi-typescript.d.ts'),
    ),
    inTools(
      'hey-api',
      node(
        'node_modules/@hey-api/openapi-ts/bin/run.js',
        '-i',
        'openapi.json',
        '-o',
        'generated/hey-api',
        '-c',
        '@hey-api/client-fetch',
      ),
    ),
    inTools('both compile', node('node_modules/typescript/bin/tsc', '-p', '.')),
  ]);
  return made || (await roundTrips());
}

async function roundTrips(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-api-'));
  const server = await startServer({ dataDir, env: { MARKET_SEED: 'round trip' } });
  try {
    await untilReady(server.url);
    return await runPhases([
      inTools('a round trip with openapi-typescript', node('generated/js/openapi-fetch.js', server.url)),
      inTools('a round trip with hey-api', node('generated/js/hey-api.js', server.url)),
    ]);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
