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
const STYLES_REST = source('app/styles-rest.ts');
const PAGES = source('app/pages.ts');
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
    if (found.has(id) || id.includes('/node_modules/')) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Three files make a first view: what the login page needs, what the shell needs besides, and what Home needs besides. The other
 * pages use much of the same, and mostly come after Home.
 */
export function codeSplitting(): Rolldown.CodeSplittingOptions {
  let known: { shell: Set<string>; home: Set<string> } | undefined;
  const of = (graph: Graph) => (known ??= { shell: importedBy([SHELL], graph), home: importedBy([HOME], graph) });
  return {
    groups: [
      // The login page's code in one file: cut into the many pieces that other pages share too, it would weigh three kilobytes more.
      { name: 'first', tags: ['$initial'], priority: 3 },
      { debugName: 'shell', name: (id, graph) => (of(graph).shell.has(id) ? 'shell' : null), priority: 2 },
      { debugName: 'home', name: (id, graph) => (of(graph).home.has(id) ? 'home' : null), priority: 1 },
      // What many pages share, in few files: each file waits its turn, six at a time. Icons apart, which Home needs without the rest; those of
      // few pages come with these.
      { name: 'icons', test: /node_modules\/lucide-react/, minShareCount: 8 },
      { name: 'components', test: /node_modules/, minShareCount: 6 },
      { name: 'common', minShareCount: 16 },
    ],
  };
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
