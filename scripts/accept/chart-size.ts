import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildClient } from '../build-client.ts';
import { ROOT } from '../phases.ts';
import type { Result } from './row.ts';

export const title = 'The chart, all files that it adds to a page of the shell, is under 90 kB gzipped';

const DIST = join(ROOT, 'apps/web/dist');
export const CHART_LIMIT_BYTES = 90_000;

export async function run(): Promise<Result> {
  await buildClient();
  const sizes = weighChart();
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ok: sizes.length > 0 && total < CHART_LIMIT_BYTES,
    figures: `${(total / 1000).toFixed(1)} kB: ${sizes.map(({ path, bytes }) => `${posix.basename(path)} ${(bytes / 1000).toFixed(1)}`).join(', ')}`,
  };
}

/** Everything that is fetched for the chart and that no page of the shell has already. */
export function weighChart(): { path: string; bytes: number }[] {
  const known = shell();
  return [...filesOfChart()]
    .filter((path) => !known.has(path))
    .map((path) => ({ path, bytes: gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes);
}

/** Where the chart’s file has something for other files too, its module is taken out of it first. */
const LOADS_CHART = /import\([`"']\.\/chart-area-[^)]*\)(?:\.then\([^)]*\))?\s*,\s*__vite__mapDeps\(\[([\d,]*)\]\)/;

/** The build writes beside each import of a later file what comes with it: scripts and style sheets. */
function filesOfChart(): Set<string> {
  const assets = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
  for (const name of assets) {
    const code = readFileSync(join(DIST, 'assets', name), 'utf8');
    const indices = LOADS_CHART.exec(code)?.[1];
    const list = /m\.f\s*=\s*\[([^\]]*)\]/.exec(code)?.[1];
    if (indices === undefined || list === undefined) continue;
    const files = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map((match) => match[1] ?? '');
    return new Set(indices.split(',').map((index) => files[Number(index)] ?? ''));
  }
  throw new Error('no file of the build loads the chart');
}

/** The entrance, and what the installed app shows without a connection. */
const OUTSIDE: ReadonlySet<string> = new Set(['index.html', 'offline.html']);

/** What Home names, and what every other page of the shell names. */
function shell(): Set<string> {
  const pages = readdirSync(DIST).filter((name) => name.endsWith('.html') && !OUTSIDE.has(name));
  const named = new Map(pages.map((name) => [name, filesNamed(name)]));
  const home = named.get('dashboard.html') ?? new Set<string>();
  const others = [...named].filter(([name]) => name !== 'dashboard.html').map(([, files]) => files);
  const common = [...(others[0] ?? [])].filter((path) => others.every((files) => files.has(path)));
  return new Set([...home, ...common]);
}

function filesNamed(page: string): Set<string> {
  const html = readFileSync(join(DIST, page), 'utf8');
  return new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? ''));
}
