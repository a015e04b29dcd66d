import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('worker/service-worker.js', import.meta.url));

/** Writes /sw.js with the build's own name in it, so that browsers notice a new build. It keeps no file of the build (worker/service-worker.js says why). */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const build = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 12);
        const source = readFileSync(SOURCE, 'utf8').replace('__BUILD__', build);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}
