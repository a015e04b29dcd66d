import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The id of Vite's own helper, which every dynamic import of the built client goes through. */
const HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('src/lib/import-files.ts', import.meta.url));

/** Has the built client fetch the files of a dynamic import before it imports them (src/lib/import-files.ts says why). */
export function fetchFirst(): Plugin {
  let used = false;
  return {
    name: 'fetch-first',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: allOf } } }),
    load(id) {
      if (id !== HELPER) return null;
      used = true;
      return `export { importFiles as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
    buildEnd(error) {
      if (error === undefined && !used)
        throw new Error('Vite has no preload helper of that id any more: look how it imports now');
    },
  };
}

/** Vite names no files for a module that needs no other: it names its own. */
function allOf(file: string, needed: string[]): string[] {
  return needed.length > 0 ? needed : [file];
}
