import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WEB = join(ROOT, 'apps/web');
const DIST = join(WEB, 'dist');
/** Written when a build is complete, with the time it began: a build that was broken off, or overtaken by an edit, does not count. */
const STAMP = join(DIST, '.built');
const COMPRESSED = new Set(['.js', '.css', '.svg']);
const COMPRESS_FROM_BYTES = 1000;
const SOURCES = [
  ...[
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'first-view.ts',
    'used-colors.ts',
    'tsconfig.json',
    'package.json',
  ].map((name) => `apps/web/${name}`),
  'packages/contracts/src',
  'packages/domain/src',
  'packages/verify/src',
  'package-lock.json',
];

/**
 * Builds the browser's part into apps/web/dist, unless what is there is newer than every source.
 * @throws PlainError where the build fails; its output is above
 */
export async function buildClient(): Promise<void> {
  const beganAt = Date.now();
  if (builtAt() > newestChange(SOURCES.map((path) => join(ROOT, path)))) return;
  process.stdout.write('Building the client …\n');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A test run asks for a build too, and must not turn it into one for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stopChild = () => child.kill();
  process.once('exit', stopChild);
  const [code] = await once(child, 'exit');
  process.off('exit', stopChild);
  if (code !== 0) throw new PlainError('The client cannot be built: see the message above.');
  await compress();
  writeFileSync(STAMP, String(beganAt));
}

/** Each file as small as it gets, once and for all: the server only reads what stands beside it. */
async function compress(): Promise<void> {
  const assets = join(DIST, 'assets');
  const small = readdirSync(assets).filter((name) => COMPRESSED.has(extname(name)));
  await Promise.all(
    small.map(async (name) => {
      const path = join(assets, name);
      const body = await readFile(path);
      if (body.length < COMPRESS_FROM_BYTES) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
        promisify(gzip)(body, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
    }),
  );
}

function builtAt(): number {
  try {
    return Number(readFileSync(STAMP, 'utf8'));
  } catch {
    return 0;
  }
}

/** The newest change in milliseconds, folders included: a file that was deleted changes its folder. */
function newestChange(paths: string[]): number {
  let newest = 0;
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    newest = Math.max(newest, found.mtimeMs);
    if (!found.isDirectory()) continue;
    newest = Math.max(newest, newestChange(readdirSync(path).map((name) => join(path, name))));
  }
  return newest;
}
