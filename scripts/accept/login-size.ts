import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildClient } from '../build-client.ts';
import { ROOT } from '../phases.ts';
import type { Result } from './row.ts';

export const title = "The login page's JavaScript, CSS and font are at most 150 kB, gzipped";

const DIST = join(ROOT, 'apps/web/dist');
const LIMIT_BYTES = 150_000;

export async function run(): Promise<Result> {
  await buildClient();
  const sizes = [...closureOfPage()].map((path) => ({ path, bytes: gzipSync(readFileSync(join(DIST, path))).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 3);
  return {
    ok: total <= LIMIT_BYTES && sizes.length > 0,
    figures: `${(total / 1000).toFixed(1)} kB in ${sizes.length} files; largest ${largest.map(({ path, bytes }) => `${posix.basename(path)} ${(bytes / 1000).toFixed(1)}`).join(', ')}`,
  };
}

/** What the page names and everything that these files import before they run. What is fetched afterwards does not hold the page up. */
function closureOfPage(): Set<string> {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const found = new Set<string>();
  const waiting = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2))"/g)].map((match) => match[1] ?? '');
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!path.endsWith('.js')) continue;
    const code = readFileSync(join(DIST, path), 'utf8');
    for (const [, target = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
      waiting.push(posix.join(posix.dirname(path), target));
  }
  return found;
}
