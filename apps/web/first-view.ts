import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

/**
 * How the built client is cut and announced, so that a page's first view comes in few files, all of them asked for at once.
 *
 * Every page of pages.ts gets an HTML file of its own (dashboard.html for /dashboard, which is where the server looks first) that
 * names the scripts and style sheets of the shell and of that page. Without it a browser would find them one after the other.
 */

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const SHELL = source('app/signed-in.tsx');
const HOME = source('features/dashboard/dashboard-page.tsx');
const MARKET = source('features/trades/trades-page.tsx');
const STYLES_REST = source('app/styles-rest.ts');
const PAGES = source('app/pages.ts');
/** Sections that a file takes one by one, though its import names them all. */
const MESSAGES = /\/contracts\/src\/messages\/([\w-]+)\.ts$/;
const FIRST_FONT = /\/geist-basic-[^/]*\.woff2$/;
/** What a page always shows soon after, and would otherwise find only once it is drawn. */
const SOON: Readonly<Record<string, readonly string[]>> = {
  '/trades': [source('features/trades/chart/chart-area.tsx')],
};
/** Home starts without these: all other pages wait for them. */
const WITHOUT_REST = new Set(['/dashboard']);
/** Who is there, and what the frame shows: what every page behind the login asks first. */
const FRAME = ['/api/v1/me', '/api/v1/settings/public', '/api/v1/notifications?limit=8'];
/** What a page itself asks first: the addresses of src/app/first-data.ts. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': [
    '/api/v1/me/account',
    '/api/v1/instruments',
    '/api/v1/me/equity?range=1m',
    '/api/v1/trades?state=active&amp;limit=200',
    '/api/v1/trades?state=closed&amp;limit=200',
  ],
  '/trades': ['/api/v1/me/account', '/api/v1/instruments', '/api/v1/market/status'],
  '/copy-trader': ['/api/v1/traders?limit=200'],
  '/signal': ['/api/v1/signals', '/api/v1/signals/coverage', '/api/v1/signal-plans', '/api/v1/signals/record'],
};

/** What stands there until scripts and person are here (app.css). */
const WAITING =
  '<svg class="waiting" role="status" aria-label="Loading" viewBox="0 0 36 36"><circle cx="18" cy="18" r="16"/><circle cx="18" cy="18" r="16" pathLength="4"/></svg>';

type ModuleInfo = Pick<Rolldown.ModuleInfo, 'id' | 'importedIds'>;
type Graph = { getModuleInfo(id: string): ModuleInfo | null };

/** Everything that these files import, themselves included, without what they import later. */
function importedBy(roots: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || id.includes('/node_modules/') || MESSAGES.test(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Few files make a first view: what the login page needs, what the shell adds, what Home adds, and of this what the Market page shows
 * too. The other pages use much of the same, and mostly come after Home.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let known: Cut | undefined;
  const cut = (graph: Graph): Cut => (known ??= cutOf(graph));
  return {
    groups: [
      // The login page's code in one file: cut into the many pieces that other pages share too, it would weigh three kilobytes more.
      { name: 'first', tags: ['$initial'], priority: 5 },
      // Each section with the pages that show it: a file that is taken whole would pull all of them after it.
      { debugName: 'messages', name: (id) => MESSAGES.exec(id)?.[1] ?? null, priority: 4 },
      { debugName: 'shell', name: (id, graph) => (cut(graph).shell.has(id) ? 'shell' : null), priority: 3 },
      {
        debugName: 'home-and-market',
        name: (id, graph) => (cut(graph).both(id) ? 'home-and-market' : null),
        priority: 2,
      },
      { debugName: 'home', name: (id, graph) => (cut(graph).home.has(id) ? 'home' : null), priority: 1 },
      // The drawing of charts: Home's first view does without.
      { name: 'chart-library', test: /node_modules\/(?:lightweight-charts|fancy-canvas)\// },
      // What many pages share, in few files: each file waits its turn, six at a time. Icons apart, which Home needs without the rest; those of
      // few pages come with these.
      { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 8 },
      { name: 'components', test: /node_modules/, minShareCount: 6 },
      // What the Market page has in common with pages other than Home, which would come in thirty small files.
      { debugName: 'shared', name: (id, graph) => (cut(graph).shared.has(id) ? 'market-shared' : null) },
      { name: 'common', minShareCount: 16 },
    ],
  };
}

type Cut = { shell: Set<string>; home: Set<string>; shared: Set<string>; both: (id: string) => boolean };

function cutOf(graph: Graph): Cut {
  const shell = importedBy([SHELL], graph);
  const home = importedBy([HOME], graph);
  const market = importedBy([MARKET, ...(SOON['/trades'] ?? [])], graph);
  const elsewhere = importedBy(
    [...pageFiles().values()].filter((file) => file !== MARKET && file !== HOME),
    graph,
  );
  // A library's index imports all it has, so what Home takes of one is read in Home's own files.
  const taken = [...home]
    .filter((id) => /\.tsx?$/.test(id))
    .flatMap((file) => namesOf(readFileSync(file, 'utf8'), '@mantine/core'));
  const components = new RegExp(`/@mantine/core/esm/components/(?:${taken.join('|')})/`);
  return {
    shell,
    home,
    shared: new Set([...market].filter((id) => elsewhere.has(id))),
    both: (id) => (home.has(id) && market.has(id)) || components.test(id),
  };
}

/** What a file imports from this library, by name. */
function namesOf(text: string, library: string): string[] {
  const found = new RegExp(`import \\{([^}]+)\\} from '${library}'`).exec(text)?.[1] ?? '';
  return found
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]\w*$/.test(name));
}

/** Path and source file of every page that stands in pages.ts. */
function pageFiles(): Map<string, string> {
  const text = readFileSync(PAGES, 'utf8');
  const found = [...text.matchAll(/'(\/[^']*)'[^']*?import\('\.\.\/([^']+)'\)/g)];
  const imports = [...text.matchAll(/import\('\.\.\//g)];
  if (found.length !== imports.length)
    throw new Error(`pages.ts has ${imports.length} pages, ${found.length} of them in a form that is understood here`);
  return new Map(found.map(([, path = '', file = '']) => [path, source(file)]));
}

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** Writes the HTML files of the pages. A page with an id in its address is left to index.html. */
export function firstViews(): Plugin {
  return {
    name: 'first-views',
    apply: 'build',
    enforce: 'post',
    // The text of every page is drawn in this file's letters, which the style sheet would name only after it has come.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name));
        if (font === undefined) throw new Error('the build has no file of the font for the first view');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html'];
        if (html?.type !== 'asset') throw new Error('the build has no index.html');
        const text = String(html.source);
        const chunks = new Map(
          Object.values(bundle).flatMap((one): [string, Chunk][] =>
            one.type === 'chunk' ? [[one.fileName, one]] : [],
          ),
        );
        for (const [path, file] of pageFiles()) {
          if (path.includes(':')) continue;
          const roots = [SHELL, file, ...(WITHOUT_REST.has(path) ? [] : [STYLES_REST]), ...(SOON[path] ?? [])];
          this.emitFile({
            type: 'asset',
            fileName: `${path.slice(1)}.html`,
            source: text
              .replace(/\n?\s*<\/head>/, `${linksTo(roots, chunks, text)}${dataFor(path)}\n  </head>`)
              .replace('<div id="root"></div>', `<div id="root">${WAITING}</div>`),
          });
        }
      },
    },
  };
}

/** The lines that ask for the files of these modules, without those that the page names already. */
function linksTo(modules: readonly string[], chunks: ReadonlyMap<string, Chunk>, text: string): string {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.get(name));
    for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name);
  };
  for (const id of modules) add([...chunks.values()].find((chunk) => chunk.moduleIds.includes(id)));
  const line = (start: string, name: string): string =>
    text.includes(`/${name}"`) ? '' : `\n    ${start} crossorigin href="/${name}">`;
  return [
    ...[...scripts].map((name) => line('<link rel="modulepreload"', name)),
    // Not as style sheets, which the first paint would wait for: they are applied with the scripts that need them (import-files.ts).
    ...[...styles].map((name) => line('<link rel="preload" as="style"', name)),
  ].join('');
}

function dataFor(path: string): string {
  return [...FRAME, ...(ASKED[path] ?? [])]
    .map((address) => `\n    <link rel="preload" as="fetch" crossorigin href="${address}">`)
    .join('');
}
